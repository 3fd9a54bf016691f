"""What `manage.py doctor` says of replies: whether they can reach us, and whether they do."""

import smtplib
import time
from collections.abc import Callable, Iterator
from datetime import datetime

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone
from django.utils.timesince import timesince

from config.monitoring.findings import Finding
from mail.addresses import keys_travel_in_letters, replies_are_on
from mail.inbound import self_test
from mail.inbound.heartbeats import heartbeats, is_silent
from mail.inbound.ways.imap import PollTrouble, poll
from mail.models import InboundMail

PATIENCE = 120.0
"""Seconds that a mail may take from us to our own mailbox."""

READ_WITHIN = 30.0
LOOK_AGAIN_AFTER = 3.0
_PROCESSES = {"mailserver": "manage.py mailserver", "imap": "manage.py pollmail"}


def look() -> Iterator[Finding]:
    """Yield what is known of each way in without sending anything."""
    if not replies_are_on():
        words = "Letters show no reply address: there is no way in for replies."
        yield Finding("ok", "replies", words, "docs/replies.md tells how to set one up.")
        return
    now = timezone.now()
    beats = {way.name: way for way in heartbeats()}
    for name, process in _PROCESSES.items():
        if {"mailserver": "smtp", "imap": "imap"}[name] not in settings.WAYS_IN:
            continue
        way = beats.get(name)
        if way is None or (way.good_at is None and not way.trouble):
            yield Finding("warning", name, "It has not been seen at work yet.", f"Start {process}.")
        elif is_silent(way, now) or way.trouble:
            since = _ago(way.last_sign, now)
            words = way.trouble or "It gives no sign of life."
            grade = "wrong" if is_silent(way, now) else "warning"
            yield Finding(grade, name, f"{words} It was last well {since}.", f"Is {process} there?")
        else:
            yield Finding("ok", name, "It was seen at work a moment ago.")
    yield from _check_other_ways(now)


def try_out(patience: float = PATIENCE) -> Iterator[Finding]:
    """Yield whether a mail that we write to ourselves comes in, by each way that we can try."""
    if not replies_are_on():
        yield Finding("wrong", "test reply", "Not sent: letters have no reply address.")
        return
    if "smtp" in settings.WAYS_IN:
        yield _by_smtp()
    if "imap" in settings.WAYS_IN:
        yield _by_imap(patience)


def _check_other_ways(now: datetime) -> Iterator[Finding]:
    """Yield of the ways in that others use what must be set up there, and when they last were."""
    set_up = {
        "webhook": f"The provider must post mail to {settings.SITE_URL}/anymail/"
        f"{settings.MAIL_PROVIDER}/inbound/ with ANYMAIL_WEBHOOK_SECRET in front of the host.",
        "pipe": "Your mail server must pipe mail to: manage.py receivemail",
    }
    for way in settings.WAYS_IN:
        if way in set_up:
            mails = InboundMail.objects.filter(way=way).order_by("-received_at")
            last = mails.values_list("received_at", flat=True).first()
            if last is None:
                yield Finding("warning", way, "No mail ever came in this way.", set_up[way])
            else:
                yield Finding("ok", way, f"The last mail came {_ago(last, now)}.")


def _by_smtp() -> Finding:
    """Return whether the mail server takes a reply, and a worker reads it."""
    test = self_test.new_test()
    host, _, port = settings.INBOUND_LISTEN.rpartition(":")
    host = {"0.0.0.0": "127.0.0.1", "[::]": "::1", "::": "::1"}.get(host, host.strip("[]"))  # noqa: S104
    kind = smtplib.LMTP if settings.INBOUND_PROTOCOL == "lmtp" else smtplib.SMTP
    try:
        with kind(host, int(port)) as server:
            server.send_message(self_test.reply_by_ourselves(test))
    except smtplib.SMTPException as error:
        words = f"The mail server at {settings.INBOUND_LISTEN} refused it ({type(error).__name__})."
        return Finding("wrong", "test reply", words, "Its log tells why.")
    except OSError:
        words = f"Nobody answers at {settings.INBOUND_LISTEN}."
        hint = "Start manage.py mailserver, and see that INBOUND_LISTEN is where it listens."
        return Finding("wrong", "test reply", words, hint)
    return _read(test, "by the mail server")


def _by_imap(patience: float) -> Finding:
    """Return whether mail to a reply address arrives in the mailbox; if not, to which it does."""
    if settings.MAILBOX_ENABLED:
        words = "Not sent: letters stay in the mailbox page of this machine."
        return Finding("warning", "test reply", words, "Set MAIL_PROVIDER.")
    by_reference = [True] if keys_travel_in_letters() else [False, True]
    if settings.REPLY_TO.startswith("@"):
        by_reference = [False]
    tests = {self_test.new_test(): way for way in by_reference}
    try:
        poll()  # before anything is sent: a mailbox that cannot be opened is told at once
        for test, bare in tests.items():
            _send(test, by_reference=bare)
    except PollTrouble as trouble:
        return Finding("wrong", "test reply", str(trouble))
    except (OSError, smtplib.SMTPException) as error:
        words = f"It could not be sent ({type(error).__name__})."
        return Finding("wrong", "test reply", words, "See MAIL_PROVIDER and its settings.")
    first = next(iter(tests))
    if _wait(lambda: _poll_for(first), patience):
        return _read(first, "from the mailbox")
    if any(map(self_test.came_in, tests)):
        words = f"Mail to {settings.REPLY_TO} arrives, mail to its plus-addresses does not."
        return Finding("wrong", "test reply", words, "Set REPLY_PLUS=no.")
    words = f"It was sent to {settings.REPLY_TO} and did not arrive in {patience:.0f} seconds."
    hint = f"See that this is an address of the mailbox of {settings.IMAP_USER or 'IMAP_USER'}."
    return Finding("wrong", "test reply", words, hint)


def _send(test: str, *, by_reference: bool) -> None:
    """Hand the mail to whatever carries our letters."""
    from django.core.mail import EmailMessage  # noqa: PLC0415 - the other class has its name

    mail = self_test.reply_by_ourselves(test, by_reference=by_reference)
    headers = {name: mail[name] for name in ("Message-ID", "References") if mail[name]}
    EmailMessage(
        subject=mail["Subject"],
        body=mail.get_content(),
        from_email=mail["From"],
        to=[mail["To"]],
        headers=headers,
        connection=get_connection(),
    ).send()


def _poll_for(test: str) -> bool:
    poll()
    return self_test.came_in(test) is not None


def _read(test: str, how: str) -> Finding:
    """Return whether the reply, which has come in, is read as well."""

    def is_read() -> bool:
        mail = self_test.came_in(test)
        return mail is not None and mail.status != InboundMail.Status.WAITING

    if _wait(is_read, READ_WITHIN):
        return Finding("ok", "test reply", f"It was taken in {how} and read: replies work.")
    words = f"It was taken in {how}, but nobody read it in {READ_WITHIN:.0f} seconds."
    return Finding("wrong", "test reply", words, "See that a worker runs.")


def _wait(is_done: Callable[[], bool], patience: float) -> bool:
    end = time.monotonic() + patience
    while not is_done():
        if time.monotonic() >= end:
            return False
        time.sleep(min(LOOK_AGAIN_AFTER, patience / 10))
    return True


def _ago(moment: datetime, now: datetime) -> str:
    return f"{timesince(moment, now, depth=1)} ago".replace("\xa0", " ")
