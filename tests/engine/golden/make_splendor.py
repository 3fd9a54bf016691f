"""Makes the golden games of Splendor: `python -m tests.engine.golden.make_splendor`.

Players who like points, with a little whim, play games of fixed seeds; a game is kept if it shows
something that no game kept before it does. One more is played by hoarders until nobody can move,
and three have seats that leave.
Run it only for a new version of the rules or the format: the files are there to notice when the
engine no longer plays as it did.
"""

import random
from collections import Counter
from collections.abc import Iterator

from engine.gems.pieces import affordable
from engine.record import canonical_json
from engine.splendor.card_moves import gold_worth
from engine.splendor.facts import Card
from engine.splendor.position import Player, Position
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.golden.make import FOLDER
from tests.engine.golden.splendor_features import REQUIRED, features

TRIES = 600
LONGEST = 400
OPTIONS = ((), ("posts",), ("cities",), ("cities", "posts"), ("noble11", "posts"))


def worth(position: Position, seat: int) -> float:
    """How much a player likes the position."""
    own = position.players[seat]
    return (
        3 * own.points
        + 2 * sum(own.bonuses)
        + 2 * len(own.posts)
        + 0.6 * sum(own.tokens)
        + 0.5 * own.tokens[5]
        - 0.4 * len(own.reserved)
    )


def choose(book: Bookkeeper, chance: random.Random, whim: float) -> str:
    """A legal move that the player likes, or any by whim."""
    position, game, seat = book.course.position, book.game, book.to_move
    legal = game.legal(position)
    if chance.random() < whim:
        return chance.choice(legal)
    return max(legal, key=lambda m: worth(game.apply(position, m), seat) + chance.random())


def game_of(number: int) -> Bookkeeper:
    """Game `number`, played to its end or to a length that is enough."""
    chance = random.Random(number)
    whim = chance.choice((0.02, 0.1, 0.3))
    seats, options = 2 + number % 3, OPTIONS[number % 5]
    book = Bookkeeper(f"splendor-{number:03}", "splendor", seats=seats, options=options)
    while book.course.outcome is None and len(book.entries) < LONGEST:
        book.play(choose(book, chance, whim))
    return book


def games_to_the_end() -> Iterator[Bookkeeper]:
    """Games that were played to their end, until everything they can show was shown."""
    seen: set[str] = set()
    for number in range(TRIES):
        book = game_of(number)
        if book.course.outcome is not None:
            shown = features(book.file()) & REQUIRED
            if shown - seen:
                seen |= shown
                yield book


HOARDS = ((4, 4, 0, 0, 2, 0), (0, 0, 4, 4, 2, 0))
"""The tokens that two hoarders want: all gems there are, and no gold."""


class Hoarders(Bookkeeper):
    """A game in which both collect tokens and cards that nobody can pay, until they must pass."""

    def __init__(self, number: int) -> None:
        super().__init__(f"splendor-stuck-{number}", "splendor", options=("posts",))
        while self.course.outcome is None and len(self.entries) < 80:
            self.play(self.choose())

    def choose(self) -> str:
        """The move that brings both nearest to being stuck."""
        position, seat = self.course.position, self.to_move
        legal = self.game.legal(position)
        moves = [move for move in legal if not move.startswith("buy")] or legal
        return min(moves, key=lambda m: (self.distance(self.game.apply(position, m), seat), m))

    def distance(self, position: Position, seat: int) -> float:
        """How far they are from being stuck."""
        tokens = position.players[seat].tokens
        missing = sum((Counter(dict(enumerate(HOARDS[seat]))) - _counted(tokens)).values())
        useful = sum(_payable(card) for row in position.market for card in row if card)
        held = [card for player in position.players for card, _ in player.reserved]
        wrong = sum(_payable_by(card, seat) for card, _ in position.players[seat].reserved)
        return missing + 3 * useful + 20 * wrong - 0.5 * len(held)


def _counted(tokens: list[int]) -> Counter[int]:
    return Counter(dict(enumerate(tokens)))


def _payable_by(card: Card, seat: int) -> bool:
    player = Player()
    player.tokens = list(HOARDS[seat])
    return bool(affordable(player, [card], gold_worth(player)))


def _payable(card: Card) -> bool:
    return any(_payable_by(card, seat) for seat in range(len(HOARDS)))


def stuck() -> Bookkeeper:
    """The first game of hoarders in which nobody can move any more."""
    games = (Hoarders(number) for number in range(2000))
    return next(book for book in games if book.course.outcome is not None)


def deserted() -> Bookkeeper:
    """A game of four, from which one after another leaves until one is left."""
    book = Bookkeeper("splendor-deserted", "splendor", seats=4, options=("posts",))
    chance = random.Random(4)
    for leaving in (2, 1, 3):
        for _ in range(12):
            book.play(choose(book, chance, 0.1))
        book.write("retire", leaving, "out")
    return book


def played_on() -> Bookkeeper:
    """A game of three that one leaves during a turn; the others play to the end."""
    book = Bookkeeper("splendor-played-on", "splendor", seats=3, options=("cities", "posts"))
    chance = random.Random(3)
    while len(book.entries) < 40 or book.course.position.phase == "action":
        book.play(choose(book, chance, 0.1))
    book.write("retire", book.to_move, "out")
    while book.course.outcome is None:
        book.play(choose(book, chance, 0.1))
    return book


BOT = "bM3dN6pVzc"


def bot_plays_on() -> Bookkeeper:
    """A game of three that one leaves to a bot, which plays it to the end with the others."""
    book = Bookkeeper("splendor-bot-plays-on", "splendor", seats=3)
    chance = random.Random(5)
    for _ in range(20):
        book.play(choose(book, chance, 0.1))
    taken = book.to_move
    book.write("retire", taken, "bot")
    book.write("replace", taken, BOT, person=None, channel="clock")
    while book.course.outcome is None:
        move = choose(book, chance, 0.1)
        if book.to_move == taken:
            book.write("move", taken, move, person=BOT)
        else:
            book.play(move)
    return book


def main() -> None:
    """Write all golden games of Splendor beside this file."""
    for book in (*games_to_the_end(), stuck(), deserted(), played_on(), bot_plays_on()):
        path = FOLDER / f"{book.header.id}.json"
        path.write_bytes(canonical_json(book.file()) + b"\n")
        print(f"{path.name}: {len(book.entries)} entries, {book.course.result}")


if __name__ == "__main__":
    main()
