"""The terms of a game: what is agreed on before it begins."""

from dataclasses import dataclass, field

from duel.errors import BadTerms
from duel.models import AnyGame, Leaving
from engine.errors import EngineError
from engine.games import find_game

HOUR = 3600
DAY = 24 * HOUR


@dataclass(frozen=True)
class TimeControl:
    """How long a turn may take, in seconds.

    The first `grace` of a turn is free, the rest comes off the bank; each finished turn adds the
    increment to the bank, never above the cap.
    """

    grace: int = 3 * DAY
    bank: int = 0
    increment: int = 0
    cap: int = 0
    free_weekends: bool = False
    late_may_be_claimed: bool = True


@dataclass(frozen=True)
class Terms:
    """Which game is played, how, on what clock, who may watch, and who is warned of what."""

    game: str = "duel"
    rules: int = 1
    seats: int = 2
    options: frozenset[str] = frozenset()
    time: TimeControl = field(default_factory=TimeControl)
    is_public: bool = False
    warns: bool = True
    """Whether each player is told when the opponent could win on the next turn by what is seen."""
    leaving: str = Leaving.OUT.value
    """What becomes of a game of more than two when a player leaves it."""

    def check(self) -> None:
        """Raise unless a game can be begun on these terms."""
        try:
            game = find_game(self.game, self.rules)
        except EngineError:
            raise BadTerms from None
        if self.seats not in game.seat_counts or not self.options.issubset(game.option_names):
            raise BadTerms
        if self.leaving not in Leaving.values:
            raise BadTerms
        time = self.time
        lengths = (time.grace, time.bank, time.increment, time.cap)
        if min(lengths) < 0 or max(lengths) > 365 * DAY or time.grace + time.bank < HOUR:
            raise BadTerms
        if time.bank > time.cap > 0 or (time.increment and not time.cap):
            raise BadTerms

    def option_object(self) -> dict[str, bool]:
        """Return every option of the game with whether it is on, as the record wants it."""
        names = find_game(self.game, self.rules).option_names
        return {name: name in self.options for name in names}


def terms_of(game: AnyGame) -> Terms:
    """Return the terms on which a game was proposed."""
    return Terms(
        game=game.game,
        rules=game.rules,
        seats=game.seat_count,
        options=frozenset(name for name, on in dict(game.options).items() if on),
        is_public=game.is_public,
        warns=game.warns,
        leaving=game.leaving,
        time=TimeControl(
            grace=game.grace,
            bank=game.bank,
            increment=game.increment,
            cap=game.cap,
            free_weekends=game.free_weekends,
            late_may_be_claimed=game.late_may_be_claimed,
        ),
    )
