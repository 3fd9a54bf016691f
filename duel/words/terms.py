"""The terms of a game, also in words: time controls, leaving, bots; forms, letters, pages ask."""

from dataclasses import dataclass, field
from math import ceil

from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.errors import BadTerms
from duel.models import AnyGame, Leaving
from duel.words.naming import DAY, HOUR, duration
from engine.bots import LEVELS
from engine.errors import EngineError
from engine.games import find_game


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
    """Whether each player is warned when the opponent could visibly win on the next turn."""
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


PRESETS = {
    "1-day": TimeControl(grace=DAY),
    "2-days": TimeControl(grace=2 * DAY),
    "3-days": TimeControl(grace=3 * DAY),
    "7-days": TimeControl(grace=7 * DAY),
    "14-days": TimeControl(grace=14 * DAY),
    "bank": TimeControl(grace=0, bank=3 * DAY, increment=12 * HOUR, cap=5 * DAY),
    "1-day-and-bank": TimeControl(grace=DAY, bank=10 * DAY),
    "12-hours-and-bank": TimeControl(grace=12 * HOUR, bank=5 * DAY),
}
"""The time controls that are offered by name, quick to slow, those with a bank last."""


TIME_USED = 1 / 3
"""Most people answer long before they have to: of the time they have, they use about so much."""


def in_words(time: TimeControl) -> str:
    """Return the time control in a few words, such as “1 day a move, 10 days in the bank”."""
    words = []
    if time.grace:
        words.append(gettext("%(time)s a move") % {"time": duration(time.grace)})
    if time.bank:
        words.append(gettext("%(time)s in the bank") % {"time": duration(time.bank)})
    if time.increment:
        added = {"time": duration(time.increment), "most": duration(time.cap)}
        words.append(gettext("%(time)s more after each turn, at most %(most)s") % added)
    if time.free_weekends:
        words.append(gettext("weekends free"))
    return ", ".join(words)


def in_full(time: TimeControl, *, seats: int = 2, against_bots: bool = False) -> list[str]:
    """Return the time control in full sentences; against bots alone nobody claims anything."""
    free, bank = duration(time.grace), duration(time.bank)
    if not time.bank and not time.increment:
        sentences = [gettext("Each turn may take %(free)s.") % {"free": free}]
    elif not time.grace:
        sentences = [gettext("Each player has %(bank)s in the bank.") % {"bank": bank}]
    else:
        sentences = [
            gettext(
                "Each turn has %(free)s of its own; what it takes beyond that comes off the "
                "player's bank, which begins with %(bank)s."
            )
            % {"free": free, "bank": bank}
        ]
    if time.increment:
        added = {"time": duration(time.increment), "most": duration(time.cap)}
        sentences.append(
            gettext("Each finished turn adds %(time)s to the bank, up to %(most)s.") % added
        )
    if time.free_weekends:
        sentences.append(gettext("Saturdays and Sundays do not count."))
    if time.late_may_be_claimed and against_bots:
        sentences.append(gettext("When the time is up, bots go on waiting: they claim nothing."))
    elif time.late_may_be_claimed:
        sentences.append(
            ngettext(
                "When the time is up, the opponent may claim the game or grant more time.",
                "When the time is up, any other player may claim the game or grant more time.",
                seats - 1,
            )
        )
    else:
        sentences.append(gettext("When the time is up, the game is lost at once."))
    return sentences


def lasting(time: TimeControl, *, turns: int, seats: int) -> str:
    """Return how long a game of so many turns usually lasts, and at the longest."""
    longest = _longest(time, turns, seats)
    lengths = {"usual": _rough(longest * TIME_USED), "longest": _rough(longest)}
    return gettext("usually about %(usual)s, at the longest %(longest)s") % lengths


def _longest(time: TimeControl, turns: int, seats: int) -> float:
    """Return the seconds that a game of so many turns lasts if all time is used up."""
    # What is added after a turn above the cap is lost, but nobody has to come near the cap.
    seconds = turns * (time.grace + time.increment) + seats * time.bank
    return seconds * 7 / 5 if time.free_weekends else seconds


def _rough(seconds: float) -> str:
    days = seconds / DAY
    if days < 14:
        count = ceil(days)
        return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    if days < 63:
        count = round(days / 7)
        return ngettext("%(count)d week", "%(count)d weeks", count) % {"count": count}
    count = round(days / 30.4)
    return ngettext("%(count)d month", "%(count)d months", count) % {"count": count}


def leaving_sentences(terms: Terms) -> list[str]:
    """Return what the players agree on about one who leaves; nothing where there are but two."""
    if terms.seats == 2:
        return []
    return [
        gettext("If a player leaves, or is out of the game because time is up: %(then)s")
        % {"then": _then(terms.leaving)}
    ]


def consequence_sentence(leaving: str, *, playing: int = 3) -> str:
    """Return what follows when one of so many players leaves now."""
    if playing == 2:
        return gettext("The one who is left wins the game.")
    sentences = {
        Leaving.OUT.value: gettext("The others play on."),
        Leaving.SCORE.value: gettext("The game ends, and whoever is first among the others wins."),
        Leaving.BOT.value: gettext("A bot plays on in the seat."),
    }
    offered = gettext(
        "The seat is offered to others for seven days, and all clocks stand still until somebody "
        "takes it."
    )
    return sentences.get(leaving, offered)


def _then(leaving: str) -> str:
    sentences = {
        Leaving.OUT.value: gettext("the others play on."),
        Leaving.SCORE.value: gettext("the game ends, and whoever is first among the others wins."),
        Leaving.BOT.value: gettext("a bot plays on in the seat."),
    }
    offered = gettext(
        "all clocks stand still, and anybody here may take the seat within seven days; then the "
        "others play on."
    )
    return sentences.get(leaving, offered)


def level_choices() -> list[tuple[str, str]]:
    """Return the levels at which a bot plays, the easiest first, each with what it is like."""
    sentences = {
        User.Bot.APPRENTICE.value: gettext("apprentice (easy)"),
        User.Bot.JOURNEYMAN.value: gettext("journeyman (good)"),
        User.Bot.MASTER.value: gettext("master (hard)"),
    }
    return [(level, sentences[level]) for level in LEVELS]


def word_of_bot_sentence() -> str:
    """Return what a bot's word is worth as a proof of the shuffle."""
    return gettext(
        "The word of a bot is derived from the secret that the service drew: only a word of your "
        "own, given after you have seen the commitment, proves to you that the service did not "
        "choose the shuffle."
    )
