from django.db import migrations

from duel.operators.roles import bring_up_roles


def make_roles(apps, schema_editor):
    bring_up_roles(apps, schema_editor.connection.alias)


class Migration(migrations.Migration):

    dependencies = [
        ("duel", "0003_operators"),
        ("accounts", "0003_operators"),
        ("mail", "0003_operators"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # The groups stay when the migration is taken back: people may be in them.
    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
