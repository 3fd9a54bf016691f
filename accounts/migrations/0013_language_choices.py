from django.db import migrations, models

import accounts.models.person


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0012_suspension_message"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(choices=accounts.models.person.language_choices, default="en", max_length=2, verbose_name="language"),
        ),
    ]
