"""An index by which PostgreSQL finds a part of a name among hundreds of thousands; SQLite reads through them.

Trigrams: https://www.postgresql.org/docs/current/pgtrgm.html. Migrations of any app use it for their own column.
"""

from typing import Any

from django.db import migrations

MAY_HAVE_TRIGRAMS = """
SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
    OR EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm')
        AND has_database_privilege(current_database(), 'CREATE')
"""


def index_parts(table: str, column: str) -> migrations.RunPython:
    """The operation that makes the index; where PostgreSQL lacks pg_trgm, search is slower and works.

    In capitals, because that is how Django asks for a part of a text in any case (icontains).
    """
    name = f"{table}_{column}_part"

    def make(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(MAY_HAVE_TRIGRAMS)
            if cursor.fetchone() != (True,):
                return
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            cursor.execute(
                f'CREATE INDEX IF NOT EXISTS "{name}" ON "{table}" '
                f'USING gin (UPPER("{column}"::text) gin_trgm_ops)'
            )

    def drop(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f'DROP INDEX IF EXISTS "{name}"')

    return migrations.RunPython(make, drop, elidable=False)
