"""Polling a mailbox, against a server of the suite's own that can fail as real ones do."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from imapclient import SocketTimeout

from mail.inbound import heartbeats
from mail.inbound.ways import imap
from mail.inbound.ways.imap import PollTrouble, poll
from mail.models import Heartbeat, InboundMail
from tests.mail.inbound.conftest import KEY, MailReader, raw_mail
from tests.servers.imap import Mailbox, imap_server

pytestmark = pytest.mark.django_db
FOREIGN = raw_mail(to="treasurer@club.example", number=99)
REPLY = raw_mail(to=f"play+{KEY}@club.example")
AN_HOUR_AGO = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)


def another(number: int) -> bytes:
    return raw_mail(to=f"play+{KEY}@club.example", number=number)


@pytest.fixture
def mailbox(settings: Any, reader: MailReader) -> Iterator[Mailbox]:
    """A mailbox on an IMAP server, to which Django's settings already point."""
    settings.REPLY_TO, settings.WAYS_IN = "play@club.example", ["imap"]
    with imap_server(Mailbox()) as shown:
        settings.IMAP_HOST, settings.IMAP_PORT = "127.0.0.1", shown.port
        settings.IMAP_SECURITY, settings.IMAP_FOLDER = "none", "INBOX"
        settings.IMAP_USER, settings.IMAP_PASSWORD = shown.user, shown.password
        yield shown


def test_a_reply_is_a_row_and_then_seen(mailbox: Mailbox) -> None:
    uid = mailbox.keep(REPLY, AN_HOUR_AGO)
    assert poll() == 1
    [row] = InboundMail.objects.all()
    assert row.way == InboundMail.Way.IMAP
    assert row.received_at == AN_HOUR_AGO
    assert mailbox.seen() == {uid}
    assert poll() == 0
    assert mailbox.fetched() == [uid]


def test_mail_of_others_is_left_alone_and_fetched_once(mailbox: Mailbox) -> None:
    foreign = mailbox.keep(FOREIGN)
    assert poll() == 0
    reply = mailbox.keep(REPLY)
    assert poll() == 1
    assert poll() == 0
    assert mailbox.fetched() == [foreign, reply]
    assert mailbox.seen() == {reply}


def test_a_reply_that_somebody_opened_before_us_is_found(mailbox: Mailbox) -> None:
    mailbox.keep(FOREIGN, None, "\\Seen")
    poll()
    mailbox.keep(REPLY, None, "\\Seen")
    assert poll() == 1


def test_what_was_read_before_we_came_is_not_looked_at(mailbox: Mailbox) -> None:
    mailbox.keep(FOREIGN, None, "\\Seen")
    poll()
    poll()
    assert mailbox.fetched() == []


def test_new_numbers_cost_a_second_look_and_no_second_row(mailbox: Mailbox) -> None:
    mailbox.keep(REPLY)
    mailbox.keep(FOREIGN)
    poll()
    del mailbox.mails[1]
    mailbox.keep(another(2))
    mailbox.renumber()
    assert poll() == 1
    assert InboundMail.objects.count() == 2
    assert mailbox.seen() == {2}


def test_a_crash_between_row_and_flag_leads_to_the_same_row(mailbox: Mailbox) -> None:
    uid = mailbox.keep(REPLY)
    mailbox.hangs_up_at = "UID STORE"
    with pytest.raises(PollTrouble, match="hung up"):
        poll()
    assert InboundMail.objects.count() == 1
    assert mailbox.seen() == set()
    assert poll() == 1
    assert InboundMail.objects.count() == 1
    assert mailbox.seen() == {uid}


def test_half_a_mail_is_none(mailbox: Mailbox) -> None:
    mailbox.keep(REPLY)
    mailbox.hangs_up_in_body = True
    with pytest.raises(PollTrouble):
        poll()
    assert not InboundMail.objects.exists()
    assert poll() == 1


def test_too_large_a_reply_is_flagged_and_never_fetched(mailbox: Mailbox, settings: Any) -> None:
    settings.INBOUND_MOST_BYTES = 2000
    uid = mailbox.keep(raw_mail("x" * 2000, to=f"play+{KEY}@club.example"))
    mailbox.keep(raw_mail("x" * 2000, to="treasurer@club.example"))
    mailbox.keep(another(3))
    assert poll() == 1
    assert mailbox.fetched() == [uid + 2]
    assert mailbox.mails[uid].flags == {"\\Seen", "\\Flagged"}
    assert mailbox.mails[uid + 1].flags == set()


@pytest.mark.parametrize(
    "told", [None, datetime(2099, 1, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC)]
)
def test_a_moment_that_cannot_be_is_now(mailbox: Mailbox, told: datetime | None) -> None:
    uid = mailbox.keep(REPLY)
    mailbox.mails[uid].kept_at = told
    before = timezone.now()
    poll()
    assert before <= InboundMail.objects.get().received_at <= timezone.now()


def test_a_mail_of_long_ago_counts_as_such(mailbox: Mailbox) -> None:
    long_ago = AN_HOUR_AGO - timedelta(days=20)
    mailbox.keep(REPLY, long_ago)
    poll()
    assert InboundMail.objects.get().received_at == long_ago


def test_one_mail_that_breaks_us_keeps_no_other_out(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = imap._take

    def breaks(connection: Any, uid: int) -> bool:
        if uid == 1:
            raise ValueError
        return take(connection, uid)

    mailbox.keep(REPLY)
    mailbox.keep(another(2))
    with monkeypatch.context() as patch:
        patch.setattr(imap, "_take", breaks)
        with pytest.raises(PollTrouble, match="could not be received: 1"):
            poll()
        assert InboundMail.objects.count() == 1
    poll()
    assert InboundMail.objects.count() == 2


def test_a_good_poll_is_known_by_when_it_began(mailbox: Mailbox) -> None:
    before = timezone.now()
    mailbox.answers_after = 0.02
    assert not heartbeats.good_poll_begun_after(before)
    assert imap.poll_and_tell()
    began = Heartbeat.objects.get(name="imap").good_at
    assert began is not None
    assert timezone.now() - began >= timedelta(seconds=0.1)  # five commands at the least
    assert heartbeats.good_poll_begun_after(before)
    assert not heartbeats.good_poll_begun_after(began)


def _wrong_password(mailbox: Mailbox, settings: Any) -> None:
    settings.IMAP_PASSWORD = "another"


def _no_folder(mailbox: Mailbox, settings: Any) -> None:
    settings.IMAP_FOLDER = "Replies"


def _no_server(mailbox: Mailbox, settings: Any) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        settings.IMAP_PORT = door.getsockname()[1]


def _slow(mailbox: Mailbox, settings: Any) -> None:
    mailbox.answers_after = 5


def _hangs_up(mailbox: Mailbox, settings: Any) -> None:
    mailbox.hangs_up_at = "LOGIN"


def _foreign_script(mailbox: Mailbox, settings: Any) -> None:
    settings.IMAP_PASSWORD = "naïf"


def _no_tls(mailbox: Mailbox, settings: Any) -> None:
    settings.IMAP_SECURITY = "starttls"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (_wrong_password, "refused the user or the password"),
        (_no_folder, "has no folder Replies"),
        (_no_server, "cannot be reached"),
        (_slow, "did not answer in time"),
        (_hangs_up, "hung up"),
        (_foreign_script, "only ASCII"),
        (_no_tls, "does not know STARTTLS"),
    ],
)
def test_whatever_fails_is_told_in_a_sentence(
    what: Any, words: str, mailbox: Mailbox, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "PATIENCE", SocketTimeout(connect=0.3, read=0.3))
    imap.poll_and_tell()
    good_at = Heartbeat.objects.get(name="imap").good_at
    what(mailbox, settings)
    assert not imap.poll_and_tell()
    told = Heartbeat.objects.get(name="imap")
    assert words in told.trouble
    assert mailbox.user not in told.trouble
    assert told.good_at == good_at
    what(mailbox, settings)  # some of it happens only once
    with pytest.raises(CommandError, match=words):
        call_command("pollmail", once=True)


def test_a_good_poll_ends_the_trouble(mailbox: Mailbox) -> None:
    heartbeats.tell_trouble("imap", "It hung up.")
    assert imap.poll_and_tell()
    assert Heartbeat.objects.get(name="imap").trouble == ""


def test_it_waits_longer_each_time_up_to_five_minutes(settings: Any) -> None:
    settings.IMAP_SECONDS = 60
    waits = [imap.wait_after(troubles).total_seconds() for troubles in range(6)]
    assert waits == [60, 120, 240, 300, 300, 300]
    settings.IMAP_SECONDS = 3600
    assert imap.wait_after(9).total_seconds() == 3600


def test_without_a_server_the_command_says_what_to_set(settings: Any) -> None:
    settings.IMAP_HOST = ""
    with pytest.raises(CommandError, match="Set IMAP_HOST"):
        call_command("pollmail")
