"""Give everybody a name that stands in the address of their page."""

from django.db import migrations, models

import lib.signing

AT_ONCE = 1000


def name_everybody(apps, schema_editor):
    """Give a name to all who came before there were any."""
    User = apps.get_model("accounts", "User")
    nameless = User.objects.using(schema_editor.connection.alias).filter(public_id=None)
    while people := list(nameless.only("pk").order_by("pk")[:AT_ONCE]):
        for person in people:
            person.public_id = lib.signing.new_public_id()
        User.objects.using(schema_editor.connection.alias).bulk_update(people, ["public_id"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_bots'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='public_id',
            field=models.CharField(editable=False, max_length=12, null=True),
        ),
        migrations.RunPython(name_everybody, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='user',
            name='public_id',
            field=models.CharField(default=lib.signing.new_public_id, editable=False, max_length=12, unique=True),
        ),
    ]
