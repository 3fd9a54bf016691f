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
    # Where the other way was gone before, empty ones may be left of that.
    there = content_types.filter(app_label=after).values_list("model", flat=True)
    moved = content_types.filter(app_label=before, model__in=MOVED).exclude(model__in=list(there))
    moved.update(app_label=after)


class Migration(migrations.Migration):

    dependencies = [
        ("duel", "0001_squashed_0027_erasures"),
        ("support", "0001_initial"),
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
