"""Decisions, reports and settlements belong to `support` from here on; no table is touched.

Content types go with them, and with these the permissions and what the audit log says of rows.
"""

import django.db.models.deletion
from django.db import migrations, models

MOVED = ("decision", "dispute", "disputeaddition", "disputeremark", "settlement")


def give_to_support(apps, schema_editor):
    hand_over(apps, schema_editor.connection.alias, "duel", "support")


def take_from_support(apps, schema_editor):
    hand_over(apps, schema_editor.connection.alias, "support", "duel")


def hand_over(apps, using, before, after):
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    audit = apps.get_model("admin", "LogEntry").objects.using(using)
    for moved in content_types.filter(app_label=before, model__in=MOVED):
        # Where the other way was gone before, Django has made new ones that nothing points at.
        made = content_types.filter(app_label=after, model=moved.model)
        if audit.filter(content_type__in=made.values("pk")).exists():
            continue
        made.delete()
        moved.app_label = after
        moved.save()


class Migration(migrations.Migration):

    dependencies = [
        ("duel", "0001_squashed_0027_erasures"),
        ("support", "0001_initial"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(give_to_support, take_from_support),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="game",
                    name="settlement",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="support.settlement",
                    ),
                ),
                migrations.DeleteModel("DisputeRemark"),
                migrations.DeleteModel("DisputeAddition"),
                migrations.DeleteModel("Dispute"),
                migrations.DeleteModel("Decision"),
                migrations.DeleteModel("Settlement"),
            ]
        ),
    ]
