"""The tables of the mail room, as eight migrations had made them by 0.9.0."""

import django.db.models.deletion
import django.utils.timezone
import mail.models.outbox
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("mail", "0001_initial"),
        ("mail", "0002_folded_letters"),
        ("mail", "0003_operators"),
        ("mail", "0004_unsure"),
        ("mail", "0005_inbound"),
        ("mail", "0006_ways_in"),
        ("mail", "0007_final_bounces"),
        ("mail", "0008_path"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True, verbose_name="key")),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("to", models.EmailField(db_index=True, max_length=254, verbose_name="to")),
                ("topic", models.CharField(blank=True, max_length=80, verbose_name="topic")),
                ("token", models.CharField(default=mail.models.outbox.new_token, max_length=32, unique=True, verbose_name="token")),
                ("data", models.JSONField(default=dict, verbose_name="what it is built from")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("dropped", "not sent"),
                            ("unsure", "may have been sent"),
                            ("failed", "given up"),
                        ],
                        default="waiting",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("untrue", "no longer true"),
                            ("muted", "muted by its reader"),
                            ("suppressed", "its address does not take letters"),
                            ("folded", "told in the daily letter"),
                            ("aborted", "called off by an operator"),
                            ("limit", "waits: as many as allowed have left in 24 hours"),
                        ],
                        default="",
                        max_length=10,
                        verbose_name="why not sent",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="posted")),
                ("not_before", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("next_attempt_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("handed_at", models.DateTimeField(blank=True, null=True, verbose_name="handed to the queue")),
                ("claimed_at", models.DateTimeField(blank=True, null=True, verbose_name="claimed by a worker")),
                ("attempts", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                ("faults", models.PositiveIntegerField(default=0, verbose_name="faults of its own")),
                ("may_have_left_at", models.DateTimeField(blank=True, null=True, verbose_name="may have been sent")),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                ("delivered_at", models.DateTimeField(blank=True, null=True, verbose_name="delivered")),
                ("message_id", models.CharField(db_index=True, max_length=255, verbose_name="Message-ID")),
                ("provider_id", models.CharField(blank=True, db_index=True, max_length=255, verbose_name="the provider's id")),
                ("last_error", models.CharField(blank=True, max_length=300, verbose_name="last error")),
            ],
            options={
                "verbose_name": "letter",
                "verbose_name_plural": "letters",
                "permissions": [("resend_letter", "Can retry letters and call them off"), ("reveal_letter", "Can read letters that tell what is hidden")],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_attempt_at"], name="mail_letter_due"),
                    models.Index(condition=models.Q(("status", "sending")), fields=["claimed_at"], name="mail_letter_under_way"),
                    models.Index(condition=models.Q(("status", "failed")), fields=["id"], name="mail_letter_given_up"),
                    models.Index(condition=models.Q(("sent_at__isnull", False)), fields=["sent_at"], name="mail_letter_left"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["waiting", "sending", "sent", "dropped", "unsure", "failed"])), name="mail_letter_status_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("status", "sending"), _negated=True), ("claimed_at__isnull", False), _connector="OR"),
                        name="mail_letter_being_sent_has_a_claim",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("status", "sent"), _negated=True), ("sent_at__isnull", False), _connector="OR"),
                        name="mail_letter_sent_has_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DeliveryEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=80, unique=True, verbose_name="key")),
                ("provider", models.CharField(max_length=40, verbose_name="provider")),
                ("provider_id", models.CharField(blank=True, db_index=True, max_length=255, verbose_name="the provider's id")),
                ("address", models.EmailField(blank=True, db_index=True, max_length=254, verbose_name="address")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("queued", "queued at the provider"),
                            ("sent", "sent by the provider"),
                            ("deferred", "put off by the reader's server"),
                            ("delivered", "delivered"),
                            ("bounced", "bounced"),
                            ("rejected", "refused by the provider"),
                            ("failed", "failed at the provider"),
                            ("complained", "reported as spam"),
                            ("unsubscribed", "unsubscribed at the provider"),
                            ("autoresponded", "answered by a machine"),
                            ("unknown", "something else"),
                        ],
                        max_length=16,
                        verbose_name="what happened",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=20, verbose_name="reason")),
                ("code", models.CharField(blank=True, max_length=12, verbose_name="the server's code")),
                ("is_final", models.BooleanField(default=False, verbose_name="the address takes no letters")),
                ("happened_at", models.DateTimeField(verbose_name="happened")),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="reported")),
                (
                    "letter",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="events", to="mail.letter", verbose_name="letter"
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery event",
                "verbose_name_plural": "delivery events",
                "default_permissions": ("view",),
                "indexes": [models.Index(condition=models.Q(("is_final", True)), fields=["happened_at"], name="mail_event_final")],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=254, verbose_name="address")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind")),
                ("topic", models.CharField(blank=True, max_length=80, verbose_name="topic")),
                ("since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="since")),
            ],
            options={
                "verbose_name": "muted letters",
                "verbose_name_plural": "muted letters",
                "default_permissions": ("view",),
                "constraints": [models.UniqueConstraint(fields=("address", "kind", "topic"), name="mail_mute_once_per_wish")],
            },
        ),
        migrations.CreateModel(
            name="Suppression",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=254, unique=True, verbose_name="address")),
                (
                    "reason",
                    models.CharField(
                        choices=[("bounced", "letters came back"), ("complained", "letters were reported as spam"), ("operator", "put aside by an operator")],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("since", models.DateTimeField(verbose_name="since")),
                ("lifted_at", models.DateTimeField(blank=True, null=True, verbose_name="confirmed again")),
            ],
            options={
                "verbose_name": "suppressed address",
                "verbose_name_plural": "suppressed addresses",
                "default_permissions": ("view", "change"),
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="name")),
                ("expected_since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="set up")),
                ("good_at", models.DateTimeField(blank=True, null=True, verbose_name="last well")),
                ("trouble", models.CharField(blank=True, max_length=300, verbose_name="trouble")),
            ],
            options={
                "verbose_name": "way in",
                "verbose_name_plural": "ways in",
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="PolledFolder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=500, unique=True)),
                ("uid_validity", models.BigIntegerField()),
                ("last_uid", models.BigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Sweep",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="name")),
                ("ran_at", models.DateTimeField(verbose_name="ran")),
            ],
            options={
                "verbose_name": "sweep",
                "verbose_name_plural": "sweeps",
            },
        ),
        migrations.CreateModel(
            name="InboundMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "way",
                    models.CharField(
                        choices=[("smtp", "mail server"), ("webhook", "provider"), ("imap", "mailbox"), ("pipe", "command"), ("page", "page")],
                        max_length=8,
                        verbose_name="way",
                    ),
                ),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="received")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest")),
                ("message_id", models.CharField(blank=True, max_length=255, verbose_name="Message-ID")),
                ("sender", models.CharField(blank=True, db_index=True, max_length=254, verbose_name="from")),
                ("is_owner", models.BooleanField(default=False, verbose_name="from its owner")),
                ("is_authentic", models.BooleanField(blank=True, null=True, verbose_name="authentic")),
                ("path", models.CharField(blank=True, db_default="", default="", max_length=80, verbose_name="path")),
                ("family", models.CharField(max_length=16, verbose_name="reader")),
                ("about", models.CharField(max_length=80, verbose_name="about")),
                ("data", models.JSONField(default=dict, verbose_name="what the address stands for")),
                ("raw", models.BinaryField(verbose_name="raw mail")),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "waiting to be read"), ("read", "read"), ("dropped", "not for a reader"), ("failed", "cannot be read")],
                        default="waiting",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("outcome", models.CharField(blank=True, max_length=24, verbose_name="outcome")),
                ("reading", models.JSONField(default=dict, verbose_name="what was read")),
                ("read_at", models.DateTimeField(blank=True, null=True, verbose_name="read at")),
                ("attempts", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                ("next_attempt_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("handed_at", models.DateTimeField(blank=True, null=True, verbose_name="handed to the queue")),
                ("last_error", models.CharField(blank=True, max_length=300, verbose_name="last error")),
            ],
            options={
                "verbose_name": "mail that came in",
                "verbose_name_plural": "mails that came in",
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["about", "received_at"], name="mail_inbound_about"),
                    models.Index(condition=models.Q(("status", "waiting")), fields=["next_attempt_at"], name="mail_inbound_due"),
                    models.Index(condition=models.Q(("status", "failed")), fields=["id"], name="mail_inbound_failed"),
                    models.Index(fields=["message_id"], name="mail_inbound_message_id"),
                ],
            },
        ),
    ]
