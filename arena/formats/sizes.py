"""How entries are split into tables: nobody left over if possible, sizes as equal as can be."""

from arena.formats.contract import TableSizes


def split(entries: int, sizes: TableSizes) -> tuple[list[int], int]:
    """Sizes of the tables, largest first, and how many entries have a bye.

    As few byes as the sizes allow; then sizes that differ by at most one, as near to the
    preferred size as possible. With fewer entries than a table needs there is no table.
    """
    for byes in range(min(entries, sizes.low - 1) + 1):
        seated = entries - byes
        fitting = [
            tables
            for tables in range(max(1, -(-seated // sizes.high)), seated // sizes.low + 1)
            if seated
        ]
        if fitting:
            tables = min(fitting, key=lambda tables: _strangeness(seated, tables, sizes.preferred))
            return equal_parts(seated, tables), byes
    return [], entries


def equal_parts(entries: int, tables: int) -> list[int]:
    """Sizes that differ by at most one, largest first."""
    size, larger = divmod(entries, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def _strangeness(entries: int, tables: int, preferred: int) -> tuple[int, int]:
    parts = equal_parts(entries, tables)
    return max(abs(part - preferred) for part in parts), tables
