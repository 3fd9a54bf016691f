"""What finished games add up to, for club pages: who plays whom, who won how often. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: who sat there, each named once, and who of them won."""

    players: tuple[int, ...]
    winners: frozenset[int]


@dataclass
class Score:
    """How two people stand, from the side of one of them."""

    won: int = 0
    lost: int = 0
    shared: int = 0

    @property
    def decided(self) -> int:
        """How many games said something between the two."""
        return self.won + self.lost + self.shared

    @property
    def words(self) -> str:
        """The score as in “3–1”, or “3–1–1” where a victory was shared."""
        score = f"{self.won}–{self.lost}"
        return f"{score}–{self.shared}" if self.shared else score


@dataclass(frozen=True)
class Pair:
    """Two people and the games that both played in."""

    first: int
    second: int
    games: int
    score: Score
    """From the side of the first."""


class Results:
    """Games counted once: a winner has beaten everybody who did not win.

    Two who win together share the victory. Between two who both did not win, nothing is counted.
    """

    def __init__(self, games: Iterable[FinishedGame]) -> None:
        self.games: Counter[int] = Counter()
        self.won: Counter[int] = Counter()
        self._together: Counter[tuple[int, int]] = Counter()
        self._scores: defaultdict[tuple[int, int], Score] = defaultdict(Score)
        for game in games:
            self._count(game)

    def score(self, one: int, other: int) -> Score | None:
        """Return how the first stands against the second; None if they have not met."""
        if not self._together[_key(one, other)]:
            return None
        return self._scores[one, other]

    def people(self, names: Mapping[int, str] | None = None) -> list[int]:
        """Return who has played, most games first."""
        return sorted(self.games, key=lambda each: (-self.games[each], (names or {}).get(each, "")))

    def pairs(self) -> list[Pair]:
        """Return who has played with whom, most games first; the leader of each pair first."""
        return [self._pair(*key, games) for key, games in self._together.most_common()]

    def _pair(self, one: int, other: int, games: int) -> Pair:
        ahead = self._scores[one, other]
        if ahead.won < ahead.lost:
            one, other = other, one
        return Pair(one, other, games, self._scores[one, other])

    def _count(self, game: FinishedGame) -> None:
        self.games.update(game.players)
        self.won.update(game.winners)
        for one, other in combinations(game.players, 2):
            self._together[_key(one, other)] += 1
            self._settle(game, one, other)
            self._settle(game, other, one)

    def _settle(self, game: FinishedGame, one: int, other: int) -> None:
        score = self._scores[one, other]
        match one in game.winners, other in game.winners:
            case True, True:
                score.shared += 1
            case True, False:
                score.won += 1
            case False, True:
                score.lost += 1


def _key(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def tell_apart(names: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Return the name of each, told apart from namesakes: “Ada (1)” and “Ada (2)”."""
    count = Counter(name for _, name in names)
    so_far: Counter[str] = Counter()
    names_apart = {}
    for key, name in names:
        so_far[name] += 1
        names_apart[key] = f"{name} ({so_far[name]})" if count[name] > 1 else name
    return names_apart
