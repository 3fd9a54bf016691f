from django.db import migrations, models


def keep_mailed_links_good(apps, schema_editor):
    """Links that are out have a seal of one part: they stay good for the plies reached by now."""
    games = apps.get_model("duel", "Game").objects.using(schema_editor.connection.alias)
    games.update(old_links_until=models.F("ply"))


class Migration(migrations.Migration):

    dependencies = [
        ("duel", "0006_beginnings"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="old_links_until",
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(keep_mailed_links_good, migrations.RunPython.noop),
    ]
