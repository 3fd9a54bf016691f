"""What became of the letters about a game, in sentences; diagnosis and timeline call it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.timeline.letters import LOST, is_lost, report_words, seat_of_letter
from duel.words.naming import moment
from mail.models import DeliveryEvent, Letter
from mail.mutes import name_of_one


@dataclass(frozen=True)
class LetterFate:
    """A letter, and in a sentence what became of it."""

    letter: Letter
    sentence: str
    is_bad: bool
    """Whether its reader does not have it, and does not know that they should."""


def reader_of(letter: Letter, names: Sequence[str]) -> str:
    """Return the name of the player who gets a letter."""
    seat = seat_of_letter(letter)
    return names[seat] if seat is not None and seat < len(names) else letter.to


def fate_of(letter: Letter, names: Sequence[str]) -> LetterFate:
    """Return what became of a letter so far."""
    lost = [event for event in letter.events.all() if event.kind in LOST]
    words = {
        "kind": name_of_one(letter.kind),
        "name": reader_of(letter, names),
        "posted": moment(letter.created_at),
        "fate": _fate(letter, lost),
    }
    sentence = gettext("“%(kind)s” to %(name)s, posted %(posted)s: %(fate)s")
    return LetterFate(letter, sentence % words, is_lost(letter))


def _fate(letter: Letter, lost: Sequence[DeliveryEvent]) -> str:
    match letter.status:
        case Letter.Status.WAITING:
            return _waiting(letter)
        case Letter.Status.SENDING:
            return gettext("being sent.")
        case Letter.Status.DROPPED:
            words = {"why": letter.get_reason_display() or letter.reason}
            return gettext("not sent: %(why)s.") % words
        case Letter.Status.UNSURE:
            words = {"why": letter.get_reason_display() or letter.reason}
            return _words_of_doubt() % words
        case Letter.Status.FAILED:
            given_up = ngettext(
                "given up after %(count)d attempt: %(error)s",
                "given up after %(count)d attempts: %(error)s",
                letter.attempts,
            )
            return given_up % {"count": letter.attempts, "error": letter.last_error}
    sent = gettext("sent %(when)s") % {"when": moment(letter.sent_at or letter.created_at)}
    sentences = [f"{report_words(event)} {moment(event.happened_at)}" for event in lost]
    if letter.delivered_at:
        sentences.insert(0, gettext("delivered %(when)s") % {"when": moment(letter.delivered_at)})
    elif not sentences:
        sentences.append(gettext("nothing was reported since"))
    return f"{', '.join([sent, *sentences])}."


def _words_of_doubt() -> str:
    """Return what is said of a letter that nobody knows to have left or not."""
    return gettext(
        "may have been sent: its worker ended while it had the letter. Not sent again: %(why)s."
    )


def _waiting(letter: Letter) -> str:
    when = {"when": moment(letter.next_attempt_at)}
    if letter.last_error:
        words = {**when, "count": letter.attempts, "error": letter.last_error}
        sentence = ngettext(
            "failed %(count)d time (%(error)s), next try %(when)s.",
            "failed %(count)d times (%(error)s), next try %(when)s.",
            letter.attempts,
        )
        return sentence % words
    if letter.next_attempt_at > timezone.now():
        return gettext("waits until %(when)s.") % when
    return gettext("in the queue since %(when)s.") % when
