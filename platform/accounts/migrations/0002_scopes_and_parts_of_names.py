from django.db import migrations, models

from accounts.parts_of_names import index_parts


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scope",
            field=models.CharField(
                choices=[("submit", "read and submit"), ("read", "read only")],
                default="submit",
                help_text="What it opens.",
                max_length=6,
            ),
        ),
        index_parts("accounts_user", "username"),
    ]
