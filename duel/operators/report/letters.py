"""What became of the letters about a game, in sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.models import Game
from duel.models.notice import TURN_ASKED_FOR, TURN_KINDS
from duel.operators.report.words import moment
from mail.models import DeliveryEvent, Letter
from mail.wishes.mutes import name_of_one

LOST = frozenset(
    {
        DeliveryEvent.Kind.BOUNCED,
        DeliveryEvent.Kind.REJECTED,
        DeliveryEvent.Kind.FAILED,
        DeliveryEvent.Kind.COMPLAINED,
    }
)


@dataclass(frozen=True)
class Fate:
    """A letter, and in a sentence what became of it."""

    letter: Letter
    sentence: str
    is_bad: bool
    """Whether its reader does not have it, and does not know that they should."""


def letters_of(game: Game, *, since: datetime | None = None) -> QuerySet[Letter]:
    """Return the letters about the game, the first one first, with what was reported of them."""
    # By the key, which begins with the game's name: there is an index for that.
    letters = Letter.objects.filter(key__startswith=f"{game.public_id}:")
    if since is not None:
        letters = letters.filter(created_at__gte=since)
    return known_letters(letters, [game]).prefetch_related("events").order_by("created_at", "pk")


def known_letters(letters: QuerySet[Letter], games: Iterable[Game]) -> QuerySet[Letter]:
    """Return the letters without those that are to tell of a turn which one of the games hides."""
    for game in games:
        if game.hides_turn_of is not None:
            letters = letters.exclude(
                key__startswith=f"{game.public_id}:",
                kind__in=[*TURN_KINDS, TURN_ASKED_FOR],
                created_at__gte=game.unsent_since,
            )
    return letters


def seat_of_letter(letter: Letter) -> int | None:
    """Return the seat that a letter goes to: its key says so."""
    parts = letter.key.split(":")
    return int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() else None


def reader_of(letter: Letter, names: Sequence[str]) -> str:
    """Return the name of the player whom a letter goes to."""
    seat = seat_of_letter(letter)
    return names[seat] if seat is not None and seat < len(names) else letter.to


def is_lost(letter: Letter) -> bool:
    """Return whether the letter did not reach its reader, as far as was reported."""
    lost = any(event.kind in LOST for event in letter.events.all())
    return (
        letter.status == Letter.Status.FAILED
        or (lost and not letter.delivered_at)
        or letter.reason == Letter.Reason.SUPPRESSED
    )


def fate_of(letter: Letter, names: Sequence[str]) -> Fate:
    """Return what became of a letter so far."""
    lost = [event for event in letter.events.all() if event.kind in LOST]
    words = {
        "kind": name_of_one(letter.kind),
        "name": reader_of(letter, names),
        "posted": moment(letter.created_at),
        "fate": _fate(letter, lost),
    }
    told = gettext("“%(kind)s” to %(name)s, posted %(posted)s: %(fate)s")
    return Fate(letter, told % words, is_lost(letter))


def report_words(event: DeliveryEvent) -> str:
    """Return what was reported of a letter, with the server's code if there is one."""
    what = str(event.get_kind_display())
    details = ", ".join(filter(None, [event.reason_beyond_kind, event.code]))
    return f"{what} ({details})" if details else what


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
    told = [f"{report_words(event)} {moment(event.happened_at)}" for event in lost]
    if letter.delivered_at:
        told.insert(0, gettext("delivered %(when)s") % {"when": moment(letter.delivered_at)})
    elif not told:
        told.append(gettext("nothing was reported since"))
    return f"{', '.join([sent, *told])}."


def _words_of_doubt() -> str:
    """Return what is said of a letter that nobody knows to have left or not."""
    return gettext(
        "may have been sent: its worker ended while it had the letter. Not sent again: %(why)s."
    )


def _waiting(letter: Letter) -> str:
    when = {"when": moment(letter.next_attempt_at)}
    if letter.last_error:
        words = {**when, "count": letter.attempts, "error": letter.last_error}
        told = ngettext(
            "failed %(count)d time (%(error)s), next try %(when)s.",
            "failed %(count)d times (%(error)s), next try %(when)s.",
            letter.attempts,
        )
        return told % words
    if letter.next_attempt_at > timezone.now():
        return gettext("waits until %(when)s.") % when
    return gettext("in the queue since %(when)s.") % when
