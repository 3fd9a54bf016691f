"""Makes the golden games: `python -m tests.engine.golden.make`.

Players of simple taste with a little whim play games of fixed seeds; a game is kept if it shows
something that fewer than two games kept before it do. Then come games with undos, rollbacks and
every other kind of entry. Run it only for a new version of the rules or the format: the files are
there to notice when the engine no longer plays as it did.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engine.duel.position import Position
from engine.errors import Illegal
from engine.record import canonical_json
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.golden.features import REQUIRED, features

FOLDER = Path(__file__).parent
TRIES = 400
LONGEST = 160

# What a player cares about: points, crowns, points in the best colour.
TASTES = {
    "points": (1.0, 0.3, 0.3),
    "crowns": (0.2, 6.0, 0.1),
    "colour": (0.4, 0.1, 4.0),
    "all": (1.0, 1.2, 1.0),
}


def worth(position: Position, seat: int, taste: str) -> float:
    """How much a player of that taste likes the position."""
    if position.result is not None:
        return 1000 if seat in position.result.winners else -1000
    own, other = position.players[seat], position.players[1 - seat]
    for_points, for_crowns, for_colour = TASTES[taste]
    return (
        for_points * own.points
        + for_crowns * own.crowns
        + for_colour * max(own.colour_points)
        + 1.5 * sum(own.bonuses)
        + 0.5 * sum(own.tokens)
        + 0.3 * (own.privileges - other.privileges)
        - 0.1 * len(own.reserved)
    )


def choose(book: Bookkeeper, chance: random.Random, taste: str, whim: float) -> str:
    """A legal move to that taste, or any by whim."""
    position, game = book.course.position, book.game
    legal = game.legal(position)
    if chance.random() < whim:
        return chance.choice(legal)
    seat = book.to_move
    return max(
        legal, key=lambda m: worth(game.apply(position, m), seat, taste) + 0.3 * chance.random()
    )


def game_of(number: int) -> Bookkeeper:
    """Game `number`, played to its end or to a length that is enough."""
    chance = random.Random(number)
    tastes = chance.sample(sorted(TASTES), 2)
    whim = chance.choice((0.02, 0.1, 0.5))
    book = Bookkeeper(f"golden-{number:03}")
    while book.course.outcome is None and len(book.entries) < LONGEST:
        book.play(choose(book, chance, tastes[book.to_move], whim))
    return book


def games_over_the_board() -> Iterator[Bookkeeper]:
    """Games that ended by victory, until everything they can show was shown twice."""
    seen: Counter[str] = Counter()
    for number in range(TRIES):
        book = game_of(number)
        if book.course.outcome is not None:
            shown = features(book.file()) & REQUIRED
            if any(seen[feature] < 2 for feature in shown):
                seen.update(shown)
                yield book


class Story(Bookkeeper):
    """A game in which more happens than moves."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.chance = random.Random(name)

    def go_on(self, moves: int) -> None:
        """Play so many moves, or to the end."""
        for _ in range(moves):
            if self.course.outcome is None:
                self.play(choose(self, self.chance, "all", 0.05))

    def go_on_until_undo(self) -> tuple[int, int]:
        """Play until the last move can be taken back; return whose it was and the ply before."""
        while True:
            seat, ply = self.to_move, self.course.ply
            self.go_on(1)
            with suppress(Illegal):
                self.course.check_undo(seat, ply)
                return seat, ply


def asked_undo(book: Story) -> None:
    """An undo asked for and granted, one taken without asking, offers refused and withdrawn."""
    book.go_on(9)
    seat, ply = book.go_on_until_undo()
    book.write("offer", seat, f"undo {ply}", channel="link")
    book.write("accept", 1 - seat, f"undo {ply}", channel="reply")
    book.write("undo", seat, str(ply), channel="reply")
    book.go_on(12)
    seat, ply = book.go_on_until_undo()
    book.write("undo", seat, str(ply))
    book.write("offer", 0, "cancel")
    book.write("decline", 1, "cancel")
    book.write("offer", 1, "time 86400")
    book.write("withdraw", 1, "time 86400")
    book.go_on(LONGEST)


def rolled_back(book: Story) -> None:
    """Rollbacks, one revoked by another, then play to the end."""
    book.go_on(25)
    book.decide("hold")
    book.decide("rollback", "14")
    book.decide("resume")
    book.go_on(6)
    book.decide("rollback", "25")
    book.go_on(10)
    book.decide("rollback", "0")
    book.decide("rollback", "42")
    book.go_on(LONGEST)


def resigned(book: Story) -> None:
    """A player gives up on the other's turn."""
    book.go_on(20)
    book.write("resign", 1 - book.to_move, channel="link")


def timed_out(book: Story) -> None:
    """Time runs out, a reopening, and time runs out again."""
    book.go_on(15)
    book.write("timeout", book.to_move, person=None, channel="clock")
    book.decide("reopen")
    book.decide("extend", "172800", seat=book.to_move)
    book.go_on(4)
    book.write("timeout", book.to_move, person=None, channel="clock")


def claimed(book: Story) -> None:
    """A flag, more time given, another flag and a claim, with every kind of clock note."""
    book.write("clock", book.to_move, "letter", person=None, channel="clock")
    book.go_on(12)
    late = book.to_move
    book.write("vacation", late, "begin")
    book.write("vacation", late, "end")
    book.write("bounce", late, "begin", person=None, channel="clock")
    book.write("bounce", late, "end", person=None, channel="clock")
    book.decide("pause")
    book.decide("resume")
    book.write("flag", late, person=None, channel="clock")
    book.write("offer", late, "time 3600")
    book.write("accept", 1 - late, "time 3600")
    book.write("extend", late, "3600", person=None)
    book.write("flag", late, person=None, channel="clock")
    book.write("claim", 1 - late, channel="link")


def awarded(book: Story) -> None:
    """An operator awards the game, voids it, and awards it to the other side at last."""
    book.go_on(18)
    book.decide("award", "0")
    book.decide("void")
    book.decide("award", "1")


def voided(book: Story) -> None:
    """A game that an operator declared void after a resignation."""
    book.go_on(10)
    book.write("resign", 0)
    book.decide("void")


def replaced(book: Story) -> None:
    """An operator moves for a player, then gives the seat to another, who resigns."""
    book.go_on(16)
    seat = book.to_move
    book.decide("proxy", choose(book, book.chance, "all", 0), seat=seat)
    book.decide("replace", "pN3wCm4rXe", seat=seat)
    book.write("offer", seat, "cancel", person="pN3wCm4rXe")
    book.decide("resign", seat=seat)


def agreed_off(book: Story) -> None:
    """Both agree to call the game off."""
    book.go_on(7)
    book.write("offer", 1, "cancel", channel="link")
    book.write("accept", 0, "cancel", channel="link")
    book.write("cancel", text="agreed")


def never_begun(book: Story) -> None:
    """Nobody came."""
    book.write("cancel", text="unplayed", channel="clock")


STORIES: tuple[Callable[[Story], None], ...] = (
    asked_undo,
    rolled_back,
    resigned,
    timed_out,
    claimed,
    awarded,
    voided,
    replaced,
    agreed_off,
    never_begun,
)


def story(tell: Callable[[Story], None]) -> Story:
    """The game in which that happens, named after it."""
    book = Story(tell.__name__.replace("_", "-"))
    tell(book)
    return book


def main() -> None:
    """Write all golden games beside this file."""
    for book in (*games_over_the_board(), *map(story, STORIES)):
        path = FOLDER / f"{book.header.id}.json"
        path.write_bytes(canonical_json(book.file()) + b"\n")
        print(f"{path.name}: {len(book.entries)} entries, {book.course.result}")


if __name__ == "__main__":
    main()
