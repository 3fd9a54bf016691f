"""Letters as a player's timeline shows them: all of their own, little of others'."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext

from duel.models.game import TURN_KINDS
from duel.timeline.items import Item
from duel.timeline.letters import LOST, is_lost, report_words, seat_of_letter
from duel.timeline.sitters import Sitters
from duel.words.naming import moment, others
from mail.models import DeliveryEvent, Letter
from mail.mutes import name_of_one

_REPORTED = frozenset(
    {*LOST, DeliveryEvent.Kind.DEFERRED, DeliveryEvent.Kind.DELIVERED, DeliveryEvent.Kind.SENT}
)
"""The reports that tell a reader something about their letter."""


def own_letters(letters: Iterable[Letter], reader: int | None) -> Iterator[Item]:
    """Yield what became of each letter that was written to the reader: posted, sent, and so on."""
    for letter in letters:
        if not _is_to(letter, reader):
            continue
        words = {"kind": name_of_one(letter.kind)}
        posted = gettext("Letter “%(kind)s” to you posted.") % words
        if letter.sent_at is None:
            posted = f"{posted} {_why_not_sent(letter)}"
        yield Item(letter.created_at, "letter", posted.strip())
        if letter.sent_at is not None:
            sent = gettext("Letter “%(kind)s” to you sent.") % words
            yield Item(letter.sent_at, "letter", sent)
        yield from _reports(letter, words)


def letters_of_others(
    letters: Iterable[Letter], sitters: Sitters, since: datetime, until: datetime | None
) -> Iterator[Item]:
    """Yield that others' letters with turns arrived or came back, posted while the reader sat."""
    there = others(range(len(sitters.names)), sitters.seat)
    for letter in letters:
        seat, posted_at = seat_of_letter(letter), letter.created_at
        if letter.kind not in TURN_KINDS or seat not in there:
            continue
        if posted_at < since or (until is not None and posted_at > until):
            continue
        name = {"name": sitters.name_at(seat, posted_at)}
        if letter.delivered_at is not None:
            sentence = gettext("The letter with the turn of %(name)s was delivered.")
            yield Item(letter.delivered_at, "letter", sentence % name)
        elif is_lost(letter):
            lost = [event.happened_at for event in letter.events.all() if event.kind in LOST]
            sentence = gettext("The letter with the turn of %(name)s came back.")
            at = lost[0] if lost else letter.sent_at or posted_at
            yield Item(at, "letter", sentence % name)


def _is_to(letter: Letter, reader: int | None) -> bool:
    return reader is not None and letter.data.get("person") == reader


def _reports(letter: Letter, words: dict[str, str]) -> Iterator[Item]:
    events = [event for event in letter.events.all() if event.kind in _REPORTED]
    sentence = gettext("Letter “%(kind)s” to you: %(what)s.")
    for event in events:
        yield Item(event.happened_at, "letter", sentence % {**words, "what": report_words(event)})
    if letter.delivered_at and all(event.kind != "delivered" for event in events):
        delivered = {**words, "what": DeliveryEvent.Kind.DELIVERED.label}
        yield Item(letter.delivered_at, "letter", sentence % delivered)


def _why_not_sent(letter: Letter) -> str:
    """Return why a letter has not left; nothing while it is about to."""
    match letter.status:
        case Letter.Status.DROPPED | Letter.Status.UNSURE:
            why = {"why": letter.get_reason_display() or letter.reason}
            if letter.status == Letter.Status.UNSURE:
                return gettext("It may have been sent; it was not sent again: %(why)s.") % why
            return gettext("It was not sent: %(why)s.") % why
        case Letter.Status.FAILED:
            return gettext("It could not be sent, and was given up.")
        case Letter.Status.WAITING if letter.attempts:
            when = {"when": moment(letter.next_attempt_at)}
            return gettext("It could not be sent yet; next try %(when)s.") % when
        case Letter.Status.WAITING if letter.next_attempt_at > timezone.now():
            when = {"when": moment(letter.next_attempt_at)}
            return gettext("It waits until %(when)s.") % when
    return ""
