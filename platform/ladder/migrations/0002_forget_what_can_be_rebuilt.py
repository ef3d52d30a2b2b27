from django.db import migrations


def forget(apps, schema_editor):
    """Ratings and changes get new columns, which only a rebuild from the matches can fill."""
    apps.get_model("ladder", "RatingChange").objects.all().delete()
    apps.get_model("ladder", "Rating").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("ladder", "0001_initial")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
