"""System checks: what can be set wrong about letters, found before the first one is sent."""

import warnings
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.mail import get_connection
from django.core.validators import validate_email

from mail.reports.views import report_view

SILENT = {"mailbox", "smtp", "scaleway"}
"""Ways of sending that report nothing through webhooks."""

LOOPBACK = {"127.0.0.1", "localhost", "[::1]", "::1", ".localhost"}


@checks.register()
def mailbox_stays_at_home(**kwargs: Any) -> Iterator[checks.CheckMessage]:
    """Yield an error if the mailbox is on in production, a warning if others may reach it."""
    chosen = settings.MAIL_PROVIDERS["mailbox"] == settings.EMAIL_BACKEND
    open_to = {host.lower() for host in (*settings.ALLOWED_HOSTS, settings.SITE_HOST)} - LOOPBACK
    if not chosen and not settings.MAILBOX_ENABLED:
        return
    if not settings.EMBEDDED:
        yield checks.Error(
            "The mailbox, which shows the letters of all players, is on in production.",
            hint="Set MAIL_PROVIDER to smtp or to your mail provider.",
            id="mail.E001",
        )
    elif open_to:
        yield checks.Warning(
            f"The mailbox shows the letters of all players to whoever reaches {min(open_to)}.",
            hint="Leave SITE_URL and ALLOWED_HOSTS unset, or set MAIL_PROVIDER.",
            id="mail.W001",
        )


@checks.register()
def letters_can_be_sent(**kwargs: Any) -> Iterator[checks.CheckMessage]:
    """Yield an error if the provider lacks a setting, or if the sender is not an address."""
    try:
        way = get_connection()
        if _provider() == "amazon_ses":
            _find_region(way)
    except ImproperlyConfigured as error:
        if settings.MAIL_PROVIDERS["mailbox"] != settings.EMAIL_BACKEND:
            hint = "The settings of each provider stand in docs/configuration.md."
            yield checks.Error(f"The way of sending is not set up: {error}", hint, id="mail.E002")
    try:
        validate_email(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
    except ValidationError:
        hint = 'Write a name and an address: "Duelpost <play@duelpost.example>".'
        yield checks.Error("MAIL_FROM is not a sender.", hint, id="mail.E003")


@checks.register()
def reports_can_be_proved(**kwargs: Any) -> Iterator[checks.CheckMessage]:
    """Yield an error if anybody could report bounces, if nobody can, or if a key is missing."""
    provider = _provider()
    if provider in SILENT:
        return
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        yield checks.Error(
            "The provider cannot report what became of letters: ANYMAIL_WEBHOOK_SECRET is not set.",
            hint="Draw a name and a password at random, write them as name:password, and give the "
            "provider the address SITE_URL/anymail/<provider>/tracking/ with them in front.",
            id="mail.E004",
        )
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what anymail thinks of a provider is in the log
            _take_reports(provider)
    except (ImproperlyConfigured, ValueError) as error:
        yield checks.Error(
            f"The provider's reports cannot be proved: {error}",
            hint="The provider shows this key or secret where its webhooks are set up.",
            id="mail.E005",
        )


@checks.register()
def replies_reach_us(**kwargs: Any) -> Iterator[checks.CheckMessage]:
    """Yield what keeps letters from showing a reply address, or replies from arriving there."""
    where = settings.REPLY_TO
    if where and not settings.WAYS_IN:
        yield checks.Warning(
            "Letters show no reply address, though REPLY_TO is set: there is no way in.",
            hint="Set IMAP_HOST, INBOUND_LISTEN, INBOUND_WEBHOOK or INBOUND_PIPE; see "
            "docs/replies.md.",
            id="mail.W002",
        )
    if settings.WAYS_IN and not where:
        yield checks.Warning(
            "Letters show no reply address, though there is a way in: REPLY_TO is not set.",
            hint="Set REPLY_TO to the mailbox or, with an @ in front, to the domain whose mail "
            "comes in.",
            id="mail.W003",
        )
    try:
        validate_email(f"play{where}" if where.startswith("@") else where or "play@club.example")
    except ValidationError:
        hint = "Write a bare address, play@club.example, or a domain with its @, @in.club.example."
        yield checks.Error("REPLY_TO is no place for replies.", hint, id="mail.E006")
    if settings.INBOUND_WEBHOOK and "webhook" not in settings.WAYS_IN:
        yield checks.Error(
            "Anybody could hand us replies: ANYMAIL_WEBHOOK_SECRET is not set.",
            hint="Draw a name and a password at random, write them as name:password.",
            id="mail.E007",
        )
    is_plain = settings.IMAP_HOST and settings.IMAP_SECURITY == "none"
    if is_plain and settings.IMAP_HOST not in LOOPBACK:
        yield checks.Warning(
            "The password of the mailbox for replies travels unencrypted.",
            hint="Set IMAP_SECURITY to tls or starttls.",
            id="mail.W004",
        )


def _provider() -> str:
    """Return the name of the way of sending; one that operators cannot choose is as silent."""
    names = {backend: name for name, backend in settings.MAIL_PROVIDERS.items()}
    return names.get(settings.EMAIL_BACKEND, "mailbox")


def _take_reports(provider: str) -> None:
    """Raise if the page that takes this provider's reports lacks a setting or a package."""
    view = report_view(provider)()
    if getattr(view, "webhook_key", "") is None:  # not missed before the first report
        raise ImproperlyConfigured(f"Set ANYMAIL_{provider.upper()}_WEBHOOK_KEY.")


def _find_region(way: Any) -> None:
    """Raise unless Amazon's library knows which region to send from; it asks no server for it."""
    from boto3.session import Session  # noqa: PLC0415 - nobody else needs it
    from botocore.exceptions import BotoCoreError  # noqa: PLC0415

    try:
        region = way.client_params.get("region_name") or Session(**way.session_params).region_name
    except (BotoCoreError, TypeError) as error:
        raise ImproperlyConfigured(str(error)) from error
    if not region:
        raise ImproperlyConfigured("Set AWS_DEFAULT_REGION, such as eu-west-1.")
