"""The items that are on every timeline of a game, for players and for operators."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext

from duel.clocks.history import Interruptions
from duel.games.results import result_sentence
from duel.models import AnyGame
from duel.operators import MadeDecision
from duel.record.events import restores_an_end, result_of_entry
from duel.words.naming import duration, moment
from engine.kinds import ADVANCES, NEGOTIATES, RETURNS, Kind
from engine.record import Entry

_CLOCK = (
    *(Kind.CLOCK, Kind.BOUNCE, Kind.VACATION, Kind.EXTEND, Kind.FLAG, Kind.TIMEOUT),
    *(Kind.HOLD, Kind.RESUME),  # without a decision they are the service's own
)


@dataclass(frozen=True)
class Item:
    """Something that happened at a moment."""

    at: datetime
    sort: str
    """What it is about: `move`, `note`, `letter`, `link`, `clock`, `offer`, `operator`, `player`.
    """
    sentence: str
    mail: int | None = None
    """The key of the mail that came in, if it is one."""


def beginning(game: AnyGame) -> Iterator[Item]:
    """Yield that the game was proposed, and that it began."""
    yield Item(game.proposed_at, "player", gettext("The game was proposed."))
    if game.began_at is not None:
        yield Item(game.began_at, "player", gettext("All seats were taken, the game began."))


def sort_of(entry: Entry, decision: MadeDecision | None) -> str:
    """Return what an entry is about; with a decision it is an operator's."""
    if decision is not None:
        return "operator"
    if entry.kind in ADVANCES or entry.kind in RETURNS:
        return "move"
    if entry.kind in NEGOTIATES:
        return "offer"
    return "clock" if entry.kind in _CLOCK else "player"


def restored_end(
    game: AnyGame, entry: Entry, decision: MadeDecision | None, names: Sequence[str]
) -> str | None:
    """Return which end of the game a decision restores by its entry; None if it restores none."""
    if decision is None or not restores_an_end(decision, entry):
        return None
    result = result_sentence(game, result_of_entry(entry, seats=len(names)), names, None)
    return gettext("How the game had ended before counts again: %(result)s") % {"result": result}


def items_for_all_games(game: AnyGame, interruptions: Interruptions) -> Iterator[Item]:
    """Yield what happened to all clocks at once while the game ran."""
    if game.began_at is None:
        return
    until = game.ended_at or timezone.now()
    for began_at, ended_at in interruptions.outages:
        if began_at < until:
            words = {"begin": moment(began_at), "end": moment(ended_at)}
            sentence = gettext(
                "The service stood still from %(begin)s to %(end)s; it was given back."
            )
            yield Item(ended_at, "clock", sentence % words)
    for given_at, seconds in interruptions.added_times:
        if given_at <= until:
            sentence = gettext("Operators gave all games %(time)s more.")
            yield Item(given_at, "operator", sentence % {"time": duration(seconds)})
