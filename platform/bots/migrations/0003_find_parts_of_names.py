from django.db import migrations

from accounts.parts_of_names import index_parts


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_scopes_and_parts_of_names"),
        ("bots", "0002_find_passed_trials_and_withdrawn_bots"),
    ]

    operations = [index_parts("bots_bot", "name")]
