"""Offers to call off, take back or add time; pages, replies call it. Bots agree to all at once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.errors import BadTime, NoSuchOffer, NotYourTurn
from duel.notices.intents import (
    cancel_turn_notices,
    notice_end,
    notice_turn,
    notice_turn_after_bot,
    tell,
)
from duel.notices.kinds import OFFER, OFFER_DECLINED, TIME_GIVEN
from duel.record.clock import end_bounce
from duel.record.log import Log, refuse_if_over, writing
from duel.record.read_only_log import ReadOnlyLog
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.words.naming import joined, others
from engine.errors import EngineError
from engine.kinds import Channel, Kind

CANCEL = "cancel"
UNDO = "undo "
TIME = "time "
"""How the terms begin of those that name a ply or seconds."""


def offer_to_cancel(*, public_id: str, seat: int, channel: Channel) -> str:
    """Offer to call the game off, or agree if another seat has offered that; return the terms."""
    with writing(public_id) as log:
        refuse_if_over(log)
        write_offer(log, seat, CANCEL, channel=channel, now=timezone.now())
    return CANCEL


def ask_for_time(*, public_id: str, seat: int, hours: int, channel: Channel) -> str:
    """Ask for more time for this turn, replacing a request that waits; return the terms."""
    asked = timedelta(hours=hours)
    if not LEAST_GIVEN <= asked <= MOST_GIVEN:
        raise BadTime
    now, terms = timezone.now(), f"{TIME}{int(asked.total_seconds())}"
    with writing(public_id) as log:
        log.person_in(seat)
        refuse_if_over(log)
        if log.course.position.to_move != seat:
            raise NotYourTurn
        for other, offerer in log.course.offers.items():
            if other.startswith(TIME) and (other, offerer) != (terms, seat):
                kind = Kind.WITHDRAW if offerer == seat else Kind.DECLINE
                _negotiate(log, kind, seat, other, channel=channel, now=now)
        write_offer(log, seat, terms, channel=channel, now=now)
    return terms


def withdraw_offer(*, public_id: str, seat: int, terms: str, channel: Channel) -> None:
    """Take one's own offer back before it is answered."""
    with writing(public_id) as log:
        refuse_if_over(log)
        _negotiate(log, Kind.WITHDRAW, seat, terms, channel=channel, now=timezone.now())


def decline_offer(*, public_id: str, seat: int, terms: str, channel: Channel) -> None:
    """Say no to another seat's offer."""
    now = timezone.now()
    with writing(public_id) as log:
        refuse_if_over(log)
        offerer = log.course.offers.get(terms)
        _negotiate(log, Kind.DECLINE, seat, terms, channel=channel, now=now)
        if offerer is not None:
            tell(log, OFFER_DECLINED, to=[offerer], now=now)


def accept_offer(*, public_id: str, seat: int, terms: str, channel: Channel) -> None:
    """Agree to another seat's offer; when all have agreed, it is carried out at once."""
    with writing(public_id) as log:
        refuse_if_over(log)
        _agree(log, seat, terms, channel=channel, now=timezone.now())


def asks_only_bots(log: ReadOnlyLog, seat: int) -> bool:
    """Return whether only bots play with this seat: then what it asks for is done at once."""
    return all(log.seats[other].is_bot for other in log.course.playing if other != seat)


def write_offer(log: Log, seat: int, terms: str, *, channel: Channel, now: datetime) -> None:
    """Write an offer of the seat and tell the others; its own offer that waits is not repeated."""
    offerer = log.course.offers.get(terms)
    if offerer is None:
        _negotiate(log, Kind.OFFER, seat, terms, channel=channel, now=now)
        asked = [other for other in log.course.playing if other != seat]
        tell(log, OFFER, to=asked, now=now)
        for other in asked:
            if log.seats[other].is_bot:
                _agree(log, other, terms, channel=Channel.BOT, now=now)
    elif offerer != seat:
        _agree(log, seat, terms, channel=channel, now=now)


def _agree(log: Log, seat: int, terms: str, *, channel: Channel, now: datetime) -> None:
    offerer = log.course.offers.get(terms)
    _negotiate(log, Kind.ACCEPT, seat, terms, channel=channel, now=now)
    if offerer is None or terms in log.course.offers:
        return
    if terms == CANCEL:
        log.append(Kind.CANCEL, text="agreed", channel=channel, time=now)
        notice_end(log, now=now)
        return
    if terms.startswith(TIME):
        _extend(log, giver=seat, to=offerer, terms=terms, channel=channel, now=now)
        return
    to_ply = terms.removeprefix(UNDO)
    log.append(
        Kind.UNDO,
        seat=offerer,
        person=log.person_in(offerer),
        text=to_ply,
        channel=channel,
        time=now,
    )
    cancel_turn_notices(log, after_ply=int(to_ply), now=now)
    if channel == Channel.BOT:
        notice_turn_after_bot(log, now=now)
    else:
        notice_turn(log, now=now)


def _extend(log: Log, *, giver: int, to: int, terms: str, channel: Channel, now: datetime) -> None:
    """Give the seat that asked for it its time."""
    log.append(
        Kind.EXTEND,
        seat=to,
        person=log.person_in(giver),
        text=terms.removeprefix(TIME),
        channel=channel,
        time=now,
    )
    tell(log, TIME_GIVEN, to=[to], now=now)


def _negotiate(
    log: Log, kind: Kind, seat: int, terms: str, *, channel: Channel, now: datetime
) -> None:
    person = log.person_in(seat)
    # A player who presses can be reached. First, as the last yes carries the offer out at once.
    end_bounce(log, seat=seat, at=now)
    try:
        log.append(kind, seat=seat, person=person, text=terms, channel=channel, time=now)
    except EngineError as error:
        raise NoSuchOffer from error


def undo_words(*, only_bots: bool) -> str:
    """Return the answer to a player who has asked to take the last turn back."""
    if only_bots:
        return gettext("Your turn was taken back.")
    return gettext("You asked to take your turn back.")


def time_words(*, only_bots: bool) -> str:
    """Return the answer to a player who has asked for more time."""
    if only_bots:
        return gettext("You have the time that you asked for.")
    return gettext("You asked for more time. Until there is an answer, the clock runs on.")


def cancel_words(*, only_bots: bool) -> str:
    """Return the answer to a player who has offered to call the game off."""
    if only_bots:
        return gettext("The game was called off; nobody won.")
    return gettext("You offered to call the game off.")


class HasOffers(Protocol):
    """A game in which players have made offers."""

    @property
    def offers(self) -> dict[str, int]:
        """The offers that wait for an answer, each with the seat that made it."""

    @property
    def playing(self) -> list[int]:
        """The seats that have not left, in order."""

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Return whether the seat has made this offer or accepted it."""


def agreement_sentences(
    game: HasOffers, terms: str, names: Sequence[str], viewer: int
) -> list[str]:
    """Return who beside the reader has agreed to the offer, and who has still to answer.

    Nothing for two: the one who is asked reads it, or the one who waits for the other.
    """
    if len(names) == 2:
        return []
    asked = [
        seat
        for seat in others(range(len(names)), viewer)
        if seat != game.offers[terms] and seat in game.playing
    ]
    agreed = [names[seat] for seat in asked if game.has_agreed(seat, terms)]
    silent = [names[seat] for seat in asked if not game.has_agreed(seat, terms)]
    return [*_agreed_sentences(agreed), *_asked_sentences(silent)]


def _agreed_sentences(names: list[str]) -> list[str]:
    if not names:
        return []
    sentence = ngettext("%(names)s has agreed.", "%(names)s have agreed.", len(names))
    return [sentence % {"names": joined(names)}]


def _asked_sentences(names: list[str]) -> list[str]:
    if not names:
        return []
    sentence = ngettext(
        "%(names)s has not answered yet.", "%(names)s have not answered yet.", len(names)
    )
    return [sentence % {"names": joined(names)}]
