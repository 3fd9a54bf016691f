"""The tables of games, as twenty-seven migrations had made them by 0.9.0.

Roles of operators and triggers of append-only tables follow after each migration (`duel/apps.py`).
"""

import lib.signing
import django.db.models.deletion
import duel.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("duel", "0001_initial"),
        ("duel", "0002_clocks"),
        ("duel", "0003_operators"),
        ("duel", "0004_roles"),
        ("duel", "0005_records"),
        ("duel", "0006_beginnings"),
        ("duel", "0007_links"),
        ("duel", "0008_taking_back"),
        ("duel", "0009_warnings"),
        ("duel", "0010_note_drafts"),
        ("duel", "0011_lost_on_time"),
        ("duel", "0012_muted_notes"),
        ("duel", "0013_orders_and_memos"),
        ("duel", "0014_among_several"),
        ("duel", "0015_leaving"),
        ("duel", "0016_declined_invitations"),
        ("duel", "0017_former_players"),
        ("duel", "0018_taken_back_invitations"),
        ("duel", "0019_hidden_notes"),
        ("duel", "0020_club"),
        ("duel", "0021_pace"),
        ("duel", "0022_bots_play_on"),
        ("duel", "0023_tried_lines"),
        ("duel", "0024_records_of_format_two"),
        ("duel", "0025_former_names"),
        ("duel", "0026_damage_and_messages"),
        ("duel", "0027_erasures"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0012_suspension_message"),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=lib.signing.new_public_id, editable=False, max_length=12, unique=True)),
                ("game", models.CharField(max_length=16, verbose_name="game")),
                ("rules", models.PositiveSmallIntegerField(verbose_name="version of the rules")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("is_public", models.BooleanField(default=False, verbose_name="anyone may watch")),
                ("warns", models.BooleanField(default=False, verbose_name="players are warned")),
                ("is_listed", models.BooleanField(default=False, verbose_name="anyone may join")),
                (
                    "leaving",
                    models.CharField(
                        choices=[
                            ("out", "the others play on"),
                            ("score", "the game ends and is scored"),
                            ("open", "the seat is offered to others"),
                            ("bot", "a bot plays on in the seat"),
                        ],
                        db_default="out",
                        default="out",
                        max_length=8,
                        verbose_name="when a player leaves",
                    ),
                ),
                ("seat_count", models.PositiveSmallIntegerField(verbose_name="seats")),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
                ("record_format", models.PositiveSmallIntegerField(db_default=1, default=1, editable=False)),
                ("grace", models.PositiveIntegerField(default=259200, verbose_name="grace")),
                ("bank", models.PositiveIntegerField(default=0, verbose_name="bank")),
                ("increment", models.PositiveIntegerField(default=0, verbose_name="increment")),
                ("cap", models.PositiveIntegerField(default=0, verbose_name="cap")),
                ("free_weekends", models.BooleanField(default=False, verbose_name="free weekends")),
                ("late_may_be_claimed", models.BooleanField(verbose_name="a late turn may be claimed")),
                (
                    "status",
                    models.CharField(
                        choices=[("proposed", "proposed"), ("running", "running"), ("over", "over"), ("off", "never began")],
                        default="proposed",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("proposed_at", models.DateTimeField(verbose_name="proposed")),
                ("off_because", models.CharField(blank=True, max_length=16, verbose_name="why it never began")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("began_at", models.DateTimeField(blank=True, null=True, verbose_name="began")),
                ("old_links_until", models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("to_move", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("result", models.JSONField(blank=True, null=True)),
                ("moved_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("secret_opens_at", models.DateTimeField(blank=True, null=True)),
                ("unsent_seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("unsent_since", models.DateTimeField(blank=True, null=True)),
                ("unsent_until", models.DateTimeField(blank=True, null=True)),
                ("known_seq", models.PositiveIntegerField(default=0)),
                ("known_ply", models.PositiveIntegerField(default=0)),
                ("known_turn", models.PositiveIntegerField(default=0)),
                ("known_head", models.CharField(blank=True, max_length=64)),
                ("known_moved_at", models.DateTimeField(blank=True, null=True)),
                ("known_deadline", models.DateTimeField(blank=True, null=True)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("alarm_at", models.DateTimeField(blank=True, null=True)),
                ("clock_as_of", models.DateTimeField(blank=True, null=True)),
                ("is_damaged", models.BooleanField(db_default=False, default=False, verbose_name="record is damaged")),
                (
                    "rematch_of",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rematches", to="duel.game"),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "permissions": [("adjudicate_game", "Can decide about games"), ("reveal_game", "Can see what is hidden in a game")],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(condition=models.Q(("status", "running")), fields=["moved_at"], name="duel_game_running"),
                    models.Index(condition=models.Q(("alarm_at__isnull", False), ("status", "running")), fields=["alarm_at"], name="duel_game_alarm"),
                    models.Index(condition=models.Q(("deadline__isnull", False), ("status", "running")), fields=["deadline"], name="duel_game_deadline"),
                    models.Index(
                        condition=models.Q(
                            ("status", "running"), models.Q(("deadline__isnull", True), ("alarm_at__gt", models.F("deadline")), _connector="OR")
                        ),
                        fields=["moved_at"],
                        name="duel_game_undated",
                    ),
                    models.Index(condition=models.Q(("status", "over")), fields=["ended_at"], name="duel_game_ended"),
                    models.Index(condition=models.Q(("status", "proposed")), fields=["expires_at"], name="duel_game_proposed"),
                    models.Index(condition=models.Q(("is_listed", True), ("status", "proposed")), fields=["proposed_at"], name="duel_game_listed"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("hold", "hold"),
                            ("pause", "pause"),
                            ("resume", "resume"),
                            ("extend", "give time"),
                            ("rollback", "roll back"),
                            ("award", "award"),
                            ("void", "void"),
                            ("resign", "resign for a player"),
                            ("retire", "retire a player"),
                            ("proxy", "play for a player"),
                            ("replace", "replace a player"),
                            ("cancel", "cancel"),
                            ("reopen", "reopen"),
                            ("timeout", "lost on time"),
                        ],
                        max_length=16,
                    ),
                ),
                ("winners", models.JSONField(default=list)),
                ("operator", models.BigIntegerField(null=True)),
                ("seq", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField()),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="settlements", to="duel.game")),
            ],
            options={
                "verbose_name": "settlement",
                "verbose_name_plural": "settlements",
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="duel_settlement_once")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("invited_address", models.EmailField(blank=True, max_length=254, verbose_name="invited address")),
                ("person", models.CharField(default=duel.models.game.new_person_id, editable=False, max_length=32)),
                ("nonce", models.CharField(blank=True, max_length=200, verbose_name="word for the shuffle")),
                ("is_word_derived", models.BooleanField(db_default=False, default=False, editable=False)),
                ("joined_at", models.DateTimeField(blank=True, null=True, verbose_name="joined")),
                ("former_name", models.CharField(blank=True, db_default="", default="", editable=False, max_length=40, verbose_name="former name")),
                ("taken_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="taken over")),
                ("taken_epoch", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ("link_epoch", models.PositiveIntegerField(default=0)),
                ("is_to_move", models.BooleanField(default=False)),
                ("left_at", models.DateTimeField(blank=True, null=True, verbose_name="left")),
                ("open_until", models.DateTimeField(blank=True, null=True, verbose_name="offered until")),
                ("bank_left", models.PositiveIntegerField(default=0, verbose_name="seconds left in the bank")),
                ("clock_turn", models.PositiveIntegerField(blank=True, null=True)),
                ("clock_bank", models.PositiveIntegerField(default=0)),
                ("clock_zone", models.CharField(default="UTC", max_length=64)),
                ("clock_quiet_from", models.TimeField(blank=True, null=True)),
                ("clock_quiet_to", models.TimeField(blank=True, null=True)),
                ("has_orders", models.BooleanField(db_default=False, default=False, editable=False)),
                ("has_played_orders", models.BooleanField(db_default=False, default=False, editable=False)),
                ("has_memo", models.BooleanField(db_default=False, default=False, editable=False)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="duel.game")),
                (
                    "user",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="seats", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["number"],
                "indexes": [
                    models.Index(condition=models.Q(("is_to_move", True)), fields=["user"], name="duel_seat_to_move"),
                    models.Index(condition=models.Q(("open_until__isnull", False)), fields=["open_until"], name="duel_seat_open"),
                    models.Index(
                        condition=models.Q(("invited_address", ""), _negated=True),
                        fields=["invited_address"],
                        name="duel_seat_invited",
                        opclasses=["varchar_pattern_ops"],
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="duel_seat_once_per_game")],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("person", models.CharField(max_length=64, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("channel", models.CharField(max_length=20)),
                ("time", models.DateTimeField()),
                ("state_hash", models.CharField(max_length=64)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="duel.game")),
            ],
            options={
                "verbose_name": "entry of the log",
                "verbose_name_plural": "entries of the log",
                "db_table": "duel_entry",
                "ordering": ["game", "seq"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "constraints": [models.UniqueConstraint(fields=("game", "seq"), name="duel_entry_once_per_seq")],
            },
        ),
        migrations.CreateModel(
            name="GameSecret",
            fields=[
                (
                    "game",
                    models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="+", serialize=False, to="duel.game"),
                ),
                ("secret", models.BinaryField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Beginning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("seq", models.PositiveIntegerField(default=0)),
                ("persons", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="beginning", to="duel.game")),
            ],
            options={
                "verbose_name": "beginning",
                "verbose_name_plural": "beginnings",
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="FormerPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("replaced_at", models.DateTimeField()),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="former_players", to="duel.game")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="DeclinedInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("address", models.EmailField(blank=True, max_length=254, verbose_name="invited address")),
                ("link_epoch", models.PositiveIntegerField()),
                ("declined_at", models.DateTimeField()),
                ("is_taken_back", models.BooleanField(db_default=False, default=False)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="declined", to="duel.game")),
            ],
            options={
                "ordering": ["pk"],
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["game", "number"], name="duel_declined_seat"),
                    models.Index(
                        condition=models.Q(("address", ""), _negated=True), fields=["address"], name="duel_declined_address", opclasses=["varchar_pattern_ops"]
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("ply", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=120, unique=True)),
                ("created_at", models.DateTimeField()),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="duel.game")),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "indexes": [models.Index(fields=["game", "ply"], name="duel_notice_of_ply")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("ply", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("recipients", models.CharField(blank=True, db_default="", default="", max_length=7, verbose_name="readers")),
                ("written_at", models.DateTimeField(verbose_name="written")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="duel.game")),
            ],
            options={
                "verbose_name": "note",
                "verbose_name_plural": "notes",
                "constraints": [models.UniqueConstraint(fields=("game", "seat", "ply", "recipients"), name="duel_note_once_per_ply")],
            },
        ),
        migrations.CreateModel(
            name="NoteDraft",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="note_draft",
                        serialize=False,
                        to="duel.seat",
                        verbose_name="seat",
                    ),
                ),
                ("turn", models.PositiveIntegerField(verbose_name="turn")),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("recipients", models.CharField(blank=True, db_default="", default="", max_length=7, verbose_name="readers")),
            ],
            options={
                "verbose_name": "note that was taken back",
                "verbose_name_plural": "notes that were taken back",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="NoteMute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("game", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="note_mutes", to="duel.game")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="note_mutes", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "mute of notes",
                "verbose_name_plural": "mutes of notes",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="HiddenNotes",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("reader", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="hidden_notes", to=settings.AUTH_USER_MODEL)),
                ("writer", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "notes hidden by their reader",
                "verbose_name_plural": "notes hidden by their readers",
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("reader", "writer"), name="duel_notes_hidden_once")],
            },
        ),
        migrations.CreateModel(
            name="Memo",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="memo", serialize=False, to="duel.seat", verbose_name="seat"
                    ),
                ),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("written_at", models.DateTimeField(verbose_name="written")),
                ("ply", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name": "memo",
                "verbose_name_plural": "memos",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place in the list")),
                ("text", models.CharField(max_length=2000, verbose_name="as it was written")),
                ("meant", models.TextField(verbose_name="with the cards that were meant")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("channel", models.CharField(max_length=20, verbose_name="channel")),
                ("written_at", models.DateTimeField(verbose_name="written")),
                ("ply", models.PositiveIntegerField()),
                ("tried_ply", models.PositiveIntegerField(blank=True, null=True)),
                ("first_ply", models.PositiveIntegerField(blank=True, null=True)),
                ("last_ply", models.PositiveIntegerField(blank=True, null=True)),
                ("seat", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="orders", to="duel.seat")),
            ],
            options={
                "verbose_name": "standing order",
                "verbose_name_plural": "standing orders",
                "ordering": ["place"],
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(condition=models.Q(("first_ply", None)), fields=("seat", "place"), name="duel_order_once_per_place")],
            },
        ),
        migrations.CreateModel(
            name="TriedLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ply", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("moves", models.JSONField(default=list)),
                ("changed_at", models.DateTimeField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="duel.game")),
                ("user", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["user", "game"], name="duel_line_of_person")],
            },
        ),
        migrations.CreateModel(
            name="LinkUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("ply", models.PositiveIntegerField(verbose_name="ply that the link was made for")),
                ("purpose", models.CharField(max_length=16, verbose_name="page")),
                ("is_press", models.BooleanField(verbose_name="a button was pressed")),
                ("count", models.PositiveIntegerField(default=1, verbose_name="times")),
                ("first_at", models.DateTimeField(verbose_name="first")),
                ("last_at", models.DateTimeField(verbose_name="last")),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="link_uses", to="duel.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "use of links",
                "verbose_name_plural": "uses of links",
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["game", "seat", "ply"], name="duel_link_use_of_ply"),
                    models.Index(fields=["last_at"], name="duel_link_use_last"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField(verbose_name="entry")),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("hold", "hold"),
                            ("pause", "pause"),
                            ("resume", "resume"),
                            ("extend", "give time"),
                            ("rollback", "roll back"),
                            ("award", "award"),
                            ("void", "void"),
                            ("resign", "resign for a player"),
                            ("retire", "retire a player"),
                            ("proxy", "play for a player"),
                            ("replace", "replace a player"),
                            ("cancel", "cancel"),
                            ("reopen", "reopen"),
                            ("timeout", "lost on time"),
                        ],
                        max_length=16,
                        verbose_name="decision",
                    ),
                ),
                ("reason", models.TextField(max_length=2000, verbose_name="reason for the record")),
                ("message", models.TextField(blank=True, db_default="", default="", max_length=2000, verbose_name="message to the players")),
                ("made_at", models.DateTimeField(verbose_name="made")),
                ("operator", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="decisions", to=settings.AUTH_USER_MODEL)),
                (
                    "replaced",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "revokes",
                    models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="revoked_by", to="duel.decision"),
                ),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="duel.game")),
                (
                    "settlement",
                    models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="decision", to="duel.settlement"),
                ),
            ],
            options={
                "verbose_name": "decision",
                "verbose_name_plural": "decisions",
                "default_permissions": ("view",),
                "constraints": [models.UniqueConstraint(condition=models.Q(("settlement", None)), fields=("game", "seq"), name="duel_decision_once_per_entry")],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat of the reporter")),
                (
                    "topic",
                    models.CharField(
                        choices=[
                            ("mail", "a letter that never came, or time lost by it"),
                            ("mistake", "a move made by mistake"),
                            ("absence", "an opponent who vanished"),
                            ("tampering", "something that looks tampered with"),
                            ("abuse", "insults in notes"),
                            ("other", "something else"),
                        ],
                        max_length=16,
                        verbose_name="about",
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="in the player's words")),
                ("asks_hold", models.BooleanField(default=False, verbose_name="asks that the clocks be stopped")),
                ("got_respite", models.BooleanField(default=False, verbose_name="was given time at once")),
                ("about", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat of the player it is about")),
                ("ply", models.PositiveIntegerField(verbose_name="ply at which it was reported")),
                ("channel", models.CharField(max_length=20, verbose_name="channel")),
                ("reported_at", models.DateTimeField(verbose_name="reported")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("assigned", "being looked into"), ("resolved", "resolved"), ("dismissed", "dismissed")],
                        default="open",
                        max_length=16,
                        verbose_name="state",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("settled_at", models.DateTimeField(blank=True, null=True, verbose_name="settled")),
                ("resolution", models.TextField(blank=True, max_length=4000, verbose_name="what the reporter was told")),
                ("word_to_opponent", models.TextField(blank=True, max_length=4000, verbose_name="what the player it is about was told")),
                (
                    "assigned_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="assigned_disputes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="taken by",
                    ),
                ),
                (
                    "decision",
                    models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="disputes", to="duel.decision"),
                ),
                ("reporter", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="disputes", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="disputes", to="duel.game")),
                (
                    "note",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="duel.note", verbose_name="note"
                    ),
                ),
            ],
            options={
                "verbose_name": "dispute",
                "verbose_name_plural": "disputes",
                "default_permissions": ("view", "change"),
                "indexes": [
                    models.Index(condition=models.Q(("state__in", ["open", "assigned"])), fields=["reported_at"], name="duel_dispute_unsettled"),
                    models.Index(condition=models.Q(("state__in", ["resolved", "dismissed"])), fields=["settled_at"], name="duel_dispute_settled"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["open", "assigned"])), fields=("game", "seat", "reporter"), name="duel_dispute_one_unsettled"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeRemark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000, verbose_name="text")),
                ("written_at", models.DateTimeField(verbose_name="written")),
                ("author", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ("dispute", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="remarks", to="duel.dispute")),
            ],
            options={
                "verbose_name": "remark on a dispute",
                "verbose_name_plural": "remarks on disputes",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="DisputeAddition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000, verbose_name="text")),
                ("written_at", models.DateTimeField(verbose_name="written")),
                ("dispute", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="additions", to="duel.dispute")),
                (
                    "note",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="duel.note", verbose_name="note"
                    ),
                ),
            ],
            options={
                "verbose_name": "addition to a report",
                "verbose_name_plural": "additions to reports",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Divergence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("problems", models.TextField(verbose_name="problems")),
                ("found_at", models.DateTimeField(verbose_name="first found")),
                ("seen_at", models.DateTimeField(verbose_name="last seen")),
                ("gone_at", models.DateTimeField(blank=True, null=True, verbose_name="gone")),
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="divergence", to="duel.game")),
            ],
            options={
                "verbose_name": "divergence",
                "verbose_name_plural": "divergences",
                "default_permissions": ("view",),
                "indexes": [models.Index(condition=models.Q(("gone_at__isnull", True)), fields=["found_at"], name="duel_divergence_standing")],
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField(unique=True, verbose_name="began")),
                ("ended_at", models.DateTimeField(db_index=True, verbose_name="ended")),
            ],
            options={
                "verbose_name": "outage",
                "verbose_name_plural": "outages",
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="AddedTime",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("given_at", models.DateTimeField(unique=True, verbose_name="given")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds")),
            ],
            options={
                "verbose_name": "time added to all games",
                "verbose_name_plural": "times added to all games",
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begins_at", models.DateTimeField(verbose_name="begins")),
                ("ends_at", models.DateTimeField(verbose_name="ends")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="vacations", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ["begins_at"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("ends_at__gt", models.F("begins_at"))), name="duel_vacation_ends_after_it_begins"),
                    models.UniqueConstraint(fields=("user", "begins_at"), name="duel_vacation_once_per_begin"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pace",
            fields=[
                (
                    "game",
                    models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to="duel.game"),
                ),
                ("head", models.CharField(max_length=64)),
                ("seats", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public", models.CharField(editable=False, max_length=64, unique=True)),
                ("private", models.BinaryField(null=True)),
                ("is_current", models.BooleanField(default=True)),
                ("made_at", models.DateTimeField()),
                ("retired_at", models.DateTimeField(null=True)),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(condition=models.Q(("is_current", True)), fields=("is_current",), name="duel_one_current_signing_key")],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("person", models.CharField(max_length=12, unique=True)),
            ],
            options={
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="settlement",
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="duel.settlement"),
        ),
    ]
