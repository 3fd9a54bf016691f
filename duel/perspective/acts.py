"""What a reader can do in a game beside moving; letters, replies and pages of links call it."""

from dataclasses import dataclass

from duel.perspective.perspective import Perspective, PlayerPerspective, log_behind
from duel.play import offers, orders, undo
from duel.record.events import how_left
from duel.timekeeping import clocks, leaving
from engine.kinds import Kind


def asks_only_bots(perspective: PlayerPerspective) -> bool:
    """Return whether only bots play with the reader: what they ask for is done at once."""
    return offers.asks_only_bots(log_behind(perspective), perspective.number)


def may_ask_for_undo(perspective: PlayerPerspective) -> bool:
    """Return whether the others can be asked to let the reader take the last turn back."""
    return undo.may_ask_for_undo(log_behind(perspective), perspective.number)


def may_be_called_off(perspective: Perspective) -> bool:
    """Return whether the reader may call the game off, as letters to a late player come back."""
    late = perspective.late_seat
    if late in (None, perspective.number):
        return False
    return clocks.may_be_called_off(log_behind(perspective), late)


def what_follows(perspective: Perspective, seat: int) -> str:
    """Return what follows if this seat leaves now, in words; nothing in a game of two."""
    return leaving.what_follows(log_behind(perspective), seat)


def memo_for_turn(perspective: PlayerPerspective) -> str:
    """Return the memo for the turn that the reader makes now; an earlier one is not repeated."""
    return orders.memo_for_turn(log_behind(perspective), perspective.number)


@dataclass(frozen=True)
class Negotiation:
    """An entry of the log in which somebody makes an offer or answers one."""

    seq: int
    kind: str
    seat: int | None
    text: str
    """The terms."""


def negotiation(perspective: Perspective, seq: int) -> Negotiation:
    """Return what was offered or answered by the entry of that number."""
    entry = log_behind(perspective).entry(seq)
    return Negotiation(entry.seq, entry.kind, entry.seat, entry.text)


def latest_offers(perspective: Perspective) -> dict[str, int]:
    """Return the number of the entry that made each offer that waits, by its terms."""
    made = (each for each in log_behind(perspective).entries if each.kind == Kind.OFFER)
    return {each.text: each.seq for each in made if each.text in perspective.offers}


def how_left_by_entry(perspective: Perspective, seq: int) -> str:
    """Return how a seat left by the entry of that number; nothing if that is about other things."""
    log = log_behind(perspective)
    entry = log.entry(seq)
    return how_left(log, entry) if entry.kind == Kind.RETIRE else ""


def last_to_leave(perspective: Perspective) -> tuple[int, str]:
    """Return the seat that left last, and how that came."""
    log = log_behind(perspective)
    left = [each for each in log.entries if each.kind == Kind.RETIRE and each.seat is not None]
    return left[-1].seat or 0, how_left(log, left[-1])
