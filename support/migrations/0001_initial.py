"""Decisions, reports and settlements, which were tables of the games up to 0.9.0."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('duel', '0001_squashed_0027_erasures'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # The tables are there: the games made them, and they keep their names.
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.CreateModel(
                name='Decision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seq', models.PositiveIntegerField(verbose_name='entry')),
                    ('act', models.CharField(choices=[('hold', 'hold'), ('pause', 'pause'), ('resume', 'resume'), ('extend', 'give time'), ('rollback', 'roll back'), ('award', 'award'), ('void', 'void'), ('resign', 'resign for a player'), ('retire', 'retire a player'), ('proxy', 'play for a player'), ('replace', 'replace a player'), ('cancel', 'cancel'), ('reopen', 'reopen'), ('timeout', 'lost on time')], max_length=16, verbose_name='decision')),
                    ('reason', models.TextField(max_length=2000, verbose_name='reason for the record')),
                    ('message', models.TextField(blank=True, db_default='', default='', max_length=2000, verbose_name='message to the players')),
                    ('made_at', models.DateTimeField(verbose_name='made')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='duel.game')),
                    ('operator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to=settings.AUTH_USER_MODEL)),
                    ('replaced', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('revokes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='revoked_by', to='support.decision')),
                ],
                options={
                    'verbose_name': 'decision',
                    'verbose_name_plural': 'decisions',
                    'db_table': 'duel_decision',
                    'default_permissions': ('view',),
                },
            ),
            migrations.CreateModel(
                name='Dispute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.PositiveSmallIntegerField(verbose_name='seat of the reporter')),
                    ('topic', models.CharField(choices=[('mail', 'a letter that never came, or time lost by it'), ('mistake', 'a move made by mistake'), ('absence', 'an opponent who vanished'), ('tampering', 'something that looks tampered with'), ('abuse', 'insults in notes'), ('other', 'something else')], max_length=16, verbose_name='about')),
                    ('text', models.TextField(max_length=2000, verbose_name="in the player's words")),
                    ('asks_hold', models.BooleanField(default=False, verbose_name='asks that the clocks be stopped')),
                    ('got_respite', models.BooleanField(default=False, verbose_name='was given time at once')),
                    ('about', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat of the player it is about')),
                    ('ply', models.PositiveIntegerField(verbose_name='ply at which it was reported')),
                    ('channel', models.CharField(max_length=20, verbose_name='channel')),
                    ('reported_at', models.DateTimeField(verbose_name='reported')),
                    ('state', models.CharField(choices=[('open', 'open'), ('assigned', 'being looked into'), ('resolved', 'resolved'), ('dismissed', 'dismissed')], default='open', max_length=16, verbose_name='state')),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='settled')),
                    ('resolution', models.TextField(blank=True, max_length=4000, verbose_name='what the reporter was told')),
                    ('word_to_opponent', models.TextField(blank=True, max_length=4000, verbose_name='what the player it is about was told')),
                    ('assigned_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='assigned_disputes', to=settings.AUTH_USER_MODEL, verbose_name='taken by')),
                    ('decision', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='disputes', to='support.decision')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='duel.game')),
                    ('note', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='duel.note', verbose_name='note')),
                    ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='disputes', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'dispute',
                    'verbose_name_plural': 'disputes',
                    'db_table': 'duel_dispute',
                    'default_permissions': ('view', 'change'),
                },
            ),
            migrations.CreateModel(
                name='DisputeAddition',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.TextField(max_length=2000, verbose_name='text')),
                    ('written_at', models.DateTimeField(verbose_name='written')),
                    ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='additions', to='support.dispute')),
                    ('note', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='duel.note', verbose_name='note')),
                ],
                options={
                    'verbose_name': 'addition to a report',
                    'verbose_name_plural': 'additions to reports',
                    'db_table': 'duel_disputeaddition',
                    'default_permissions': (),
                },
            ),
            migrations.CreateModel(
                name='DisputeRemark',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.TextField(max_length=2000, verbose_name='text')),
                    ('written_at', models.DateTimeField(verbose_name='written')),
                    ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                    ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='support.dispute')),
                ],
                options={
                    'verbose_name': 'remark on a dispute',
                    'verbose_name_plural': 'remarks on disputes',
                    'db_table': 'duel_disputeremark',
                    'default_permissions': (),
                },
            ),
            migrations.CreateModel(
                name='Settlement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('act', models.CharField(choices=[('hold', 'hold'), ('pause', 'pause'), ('resume', 'resume'), ('extend', 'give time'), ('rollback', 'roll back'), ('award', 'award'), ('void', 'void'), ('resign', 'resign for a player'), ('retire', 'retire a player'), ('proxy', 'play for a player'), ('replace', 'replace a player'), ('cancel', 'cancel'), ('reopen', 'reopen'), ('timeout', 'lost on time')], max_length=16)),
                    ('winners', models.JSONField(default=list)),
                    ('operator', models.BigIntegerField(null=True)),
                    ('seq', models.PositiveIntegerField()),
                    ('head', models.CharField(max_length=64)),
                    ('made_at', models.DateTimeField()),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='duel.game')),
                ],
                options={
                    'verbose_name': 'settlement',
                    'verbose_name_plural': 'settlements',
                    'db_table': 'duel_settlement',
                    'abstract': False,
                    'default_permissions': (),
                    'base_manager_name': 'objects',
                },
            ),
            migrations.AddField(
                model_name='decision',
                name='settlement',
                field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='support.settlement'),
            ),
            migrations.AddIndex(
                model_name='dispute',
                index=models.Index(condition=models.Q(('state__in', ['open', 'assigned'])), fields=['reported_at'], name='duel_dispute_unsettled'),
            ),
            migrations.AddIndex(
                model_name='dispute',
                index=models.Index(condition=models.Q(('state__in', ['resolved', 'dismissed'])), fields=['settled_at'], name='duel_dispute_settled'),
            ),
            migrations.AddConstraint(
                model_name='dispute',
                constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['open', 'assigned'])), fields=('game', 'seat', 'reporter'), name='duel_dispute_one_unsettled'),
            ),
            migrations.AddConstraint(
                model_name='settlement',
                constraint=models.UniqueConstraint(fields=('game', 'number'), name='duel_settlement_once'),
            ),
            migrations.AddConstraint(
                model_name='decision',
                constraint=models.UniqueConstraint(condition=models.Q(('settlement', None)), fields=('game', 'seq'), name='duel_decision_once_per_entry'),
            ),
        ]),
    ]
