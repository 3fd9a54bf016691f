"""The tables of people, as twelve migrations had made them by 0.9.0."""

import accounts.models.person
import lib.signing
import datetime
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


def index_names(apps, schema_editor):
    """Let names be found by how they begin, in whatever case; SQLite does without."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE INDEX accounts_name_begins ON accounts_user (UPPER(name::text) text_pattern_ops)")


def forget_names(apps, schema_editor):
    """Take the index away."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX accounts_name_begins")


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_digest"),
        ("accounts", "0003_operators"),
        ("accounts", "0004_second_factor"),
        ("accounts", "0005_replies"),
        ("accounts", "0006_api_tokens"),
        ("accounts", "0007_club"),
        ("accounts", "0008_bots"),
        ("accounts", "0009_public_ids"),
        ("accounts", "0010_sign_in_letters"),
        ("accounts", "0011_addresses"),
        ("accounts", "0012_suspension_message"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("public_id", models.CharField(default=lib.signing.new_public_id, editable=False, max_length=12, unique=True)),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail address")),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                (
                    "language",
                    models.CharField(choices=[("en", "English"), ("fr", "French"), ("it", "Italian")], default="en", max_length=2, verbose_name="language"),
                ),
                ("time_zone", models.CharField(default="UTC", max_length=64, validators=[accounts.models.person.check_time_zone], verbose_name="time zone")),
                ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="quiet from")),
                ("quiet_to", models.TimeField(blank=True, null=True, verbose_name="quiet until")),
                (
                    "letters",
                    models.CharField(
                        choices=[("single", "each as soon as there is something to do"), ("digest", "all together, once a day")],
                        default="single",
                        max_length=6,
                        verbose_name="letters",
                    ),
                ),
                ("digest_at", models.TimeField(default=datetime.time(8, 0), verbose_name="time of the daily letter")),
                ("digest_due_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "reminder_percent",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=75,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(50), django.core.validators.MaxValueValidator(95)],
                        verbose_name="reminder",
                    ),
                ),
                ("numbers_only", models.BooleanField(default=False, verbose_name="numbers instead of links")),
                ("answers_by_mail", models.BooleanField(default=False, verbose_name="moves are played by mail")),
                (
                    "confirmations",
                    models.CharField(
                        choices=[("always", "always"), ("needed", "only when something was refused, is unclear or was turned up")],
                        default="always",
                        max_length=6,
                        verbose_name="confirmations",
                    ),
                ),
                ("in_club", models.BooleanField(db_default=True, default=True, verbose_name="on the club page")),
                ("link_epoch", models.PositiveIntegerField(default=0, editable=False)),
                ("calendar_epoch", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[("apprentice", "Apprentice (bot)"), ("journeyman", "Journeyman (bot)"), ("master", "Master (bot)")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=12,
                        verbose_name="bot",
                    ),
                ),
                ("is_staff", models.BooleanField(default=False, verbose_name="may enter the admin")),
                ("is_active", models.BooleanField(default=True, verbose_name="may sign in")),
                ("suspended_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="suspended")),
                ("suspension_message", models.CharField(blank=True, db_default="", default="", max_length=500, verbose_name="message about the suspension")),
                ("suspension_reason", models.CharField(blank=True, editable=False, max_length=500, verbose_name="why suspended")),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "permissions": [
                    ("help_user", "Can send sign-in letters and end sessions"),
                    ("readdress_user", "Can change the address of people who lost their mailbox"),
                    ("suspend_user", "Can suspend people"),
                    ("export_user", "Can export what is kept about people"),
                    ("merge_user", "Can merge two accounts of one person"),
                    ("give_roles", "Can give and take roles"),
                ],
                "default_permissions": ("add", "view", "change", "delete"),
                "indexes": [
                    models.Index(condition=models.Q(("digest_due_at__isnull", False)), fields=["digest_due_at"], name="accounts_digest_due"),
                    models.Index(condition=models.Q(("is_staff", True)), fields=["id"], name="accounts_operators"),
                    models.Index(condition=models.Q(("suspended_at__isnull", False)), fields=["id"], name="accounts_suspended"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        name="accounts_one_person_per_address",
                        violation_error_message="Somebody with this address is here already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from__isnull", True), ("quiet_to__isnull", True)),
                            models.Q(("quiet_from__isnull", False), ("quiet_to__isnull", False)),
                            _connector="OR",
                        ),
                        name="accounts_quiet_hours_have_two_ends",
                        violation_error_message="Give both times, or none.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reminder_percent__isnull", True), ("reminder_percent__range", (50, 95)), _connector="OR"),
                        name="accounts_reminder_comes_late_but_not_too_late",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("bot", ""), models.Q(("is_active", False), ("is_staff", False), ("suspended_at__isnull", True)), _connector="OR"),
                        name="accounts_no_bot_signs_in",
                    ),
                    models.UniqueConstraint(condition=models.Q(("bot", ""), _negated=True), fields=("bot",), name="accounts_one_bot_of_each_level"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignInRequest",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("address", models.EmailField(db_index=True, max_length=254)),
                ("language", models.CharField(max_length=2)),
                ("target", models.CharField(blank=True, max_length=500)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("letter_sent", models.BooleanField(default=False)),
                ("guesses", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("prefix", models.CharField(max_length=8, verbose_name="begins with")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "personal token",
                "verbose_name_plural": "personal tokens",
                "ordering": ["created_at", "pk"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ChangeOfAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old", models.EmailField(max_length=254, verbose_name="old address")),
                ("new", models.EmailField(max_length=254, verbose_name="new address")),
                ("is_by_operator", models.BooleanField(default=False, verbose_name="by an operator")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="asked for")),
                ("changed_at", models.DateTimeField(blank=True, null=True, verbose_name="changed")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="address_changes", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "change of address",
                "verbose_name_plural": "changes of address",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("user", "digest"), name="accounts_recovery_code_once")],
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.BinaryField()),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("last_counter", models.BigIntegerField(default=0)),
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="second_factor", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SenderAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=254, unique=True, verbose_name="e-mail address")),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="added")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sender_addresses", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "further address",
                "verbose_name_plural": "further addresses",
                "ordering": ["address"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SenderPath",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("path", models.CharField(max_length=80, verbose_name="path")),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="added")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sender_paths", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "path of mail",
                "verbose_name_plural": "paths of mail",
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("user", "path"), name="accounts_each_path_once")],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key")),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("device", models.CharField(blank=True, max_length=60)),
                ("last_seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="browser_sessions", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(index_names, forget_names),
    ]
