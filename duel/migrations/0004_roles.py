from django.db import migrations


class Migration(migrations.Migration):
    """The roles of operators, once; `support` brings them up after each migration."""

    dependencies = [
        ("duel", "0003_operators"),
        ("accounts", "0003_operators"),
        ("mail", "0003_operators"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = []
