from django.db import migrations
from django.db.models.functions import Now


def ask(apps, schema_editor):
    """The next look at the ladder builds the ratings from the matches."""
    apps.get_model("ladder", "Ladder").objects.update(rebuild_wanted_at=Now())


class Migration(migrations.Migration):
    dependencies = [("ladder", "0003_strengths_tallies_and_turns")]

    operations = [migrations.RunPython(ask, migrations.RunPython.noop)]
