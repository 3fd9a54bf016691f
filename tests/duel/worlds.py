"""Another world: the same game and the same database, but other cards where nobody has looked.

All chance of a game comes from its first position and from the refills of its board. Within
`other_world` the engine begins the game with other cards in the hidden places and lays other
refills to come, so every replay of the log comes to a position that looks the
same to one reader and holds other secrets.
"""

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest
from django.test import override_settings

from duel.models import Game, GameSecret
from duel.record.log import Log, read_log
from duel.record.reading import stored_entries
from engine.contract import Game as Rules
from engine.course import Course
from engine.duel import GAME
from engine.duel.position import START, Position
from engine.fairness import Stream, seed_of
from tests.duel.tables import play_all, play_any

WORLDS = (1, 2, 5)
"""By how many places the hidden cards move on: a colour or a price may be the same in one world."""

NO_CACHE = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


def play_until_much_is_hidden(game: Game) -> None:
    """Play to a turn at which both hold a hidden card, after a refill and before another."""
    course = read_log(game).course
    for seed in range(500):
        chance = random.Random(seed)
        position, mover = course.position, course.position.to_move
        moves: list[str] = []
        while len(moves) < 60 and (legal := GAME.legal(position)):
            if position.to_move != mover and _much_is_hidden(position, legal):
                play_all(game, moves)
                return
            mover = position.to_move
            moves.append(_eager(legal, position, chance))
            position = GAME.apply(position, moves[-1])
    raise AssertionError("No game came there.")


def _eager(legal: list[str], position: Position, chance: random.Random) -> str:
    """A move of somebody who reserves from decks, replenishes, and then buys from the market."""
    hand = position.players[position.seat].reserved
    drawing = [move for move in legal if "deck" in move and not _hidden(hand)]
    open_moves = [move for move in legal if not any(card.id in move for card in _hidden(hand))]
    refills = [move for move in legal if move == "replenish" and not position.refills]
    return chance.choice(drawing or refills or open_moves or legal)


def _hidden(hand: list[tuple[Any, bool]]) -> list[Any]:
    return [card for card, is_hidden in hand if is_hidden]


def _much_is_hidden(position: Position, legal: list[str]) -> bool:
    return (
        position.phase == START
        and position.refills > 0
        and all(_hidden(player.reserved) for player in position.players)
        and position.players[position.seat].privileges > 0
        and any("deck" in move for move in legal)
        and "replenish" in legal
        and any(move.startswith("take ") for move in legal)
    )


def draw_a_card(game: Game) -> None:
    """Make a turn in which a card is reserved from a deck, so that its player alone sees it."""
    before = game.to_move
    play_any(game, lambda legal: next(move for move in legal if "deck" in move))
    while game.to_move == before:
        play_any(game)


@contextmanager
def other_world(game: Game, seat: int | None, by: int = 1) -> Iterator[None]:
    """Within it, everything in the game that the seat (None: a spectator) cannot know is other.

    The hashes of positions are those in the log: they cover the seed, and tell nobody anything. The
    secret stays as it is, and so do its commitment and the words derived from it, which all may
    see: they go together in every world, and nobody finds the secret from them.
    """
    entries = stored_entries(game.entries.order_by("seq"))
    seats = list(game.seats.order_by("number"))
    secret = bytes(GameSecret.objects.get(game=game).secret)
    hashes: dict[int, str] = {}
    log = Log(
        game,
        seats,
        secret,
        entries,
        after_each=lambda entry, course: hashes.update({course.ply: entry.state_hash}),
    )
    rules, truth = log.course.game, log.course.position
    seed = seed_of(secret, log.header.nonces)
    first = _with_other_cards(log.course.position_at(0), _seen_by(seat, log.course), by)
    other_seed = first.seed = bytes(byte ^ by for byte in seed)
    known_refills = {f"refill{number}" for number in range(1, getattr(truth, "refills", 0) + 1)}

    begin, state_hash = type(rules).new, vars(Course)["state_hash"]

    def new(self: Any, asked: bytes, **terms: Any) -> Any:
        return first.copy() if asked == seed else begin(self, asked, **terms)

    def stream(asked: bytes, label: str) -> Stream:
        known = asked == other_seed and label in known_refills
        return Stream(seed if known else asked, label)

    def hash_in_the_log(course: Course) -> str:
        return hashes.get(course.ply) or str(state_hash.__get__(course))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(rules), "new", new)
        patch.setattr("engine.duel.token_moves.Stream", stream)
        patch.setattr(Course, "state_hash", property(hash_in_the_log))
        with override_settings(CACHES=NO_CACHE):  # what is remembered is of this world
            _assert_it_looks_the_same_and_is_not(game, rules, truth, seat)
            yield


def _seen_by(seat: int | None, course: Course) -> set[str]:
    """The cards that the seat has seen at any time: all that ever stood in its view."""
    seen: set[str] = set()
    for ply in range(course.ply + 1):
        seen.update(_ids_in(course.game.view(course.position_at(ply), seat)))
    return seen


def _ids_in(view: Any) -> Iterator[str]:
    """Every text anywhere in a view: the ids of cards are among them."""
    if isinstance(view, dict):
        view = view.values()
    if isinstance(view, str):
        yield view
    elif isinstance(view, Iterable):
        for part in view:
            yield from _ids_in(part)


def _with_other_cards(beginning: Any, seen: set[str], by: int) -> Any:
    """A copy of the first position: the unseen cards of each deck moved on among their places."""
    first = beginning.copy()
    for row, deck in enumerate(first.decks):
        hidden = [card for card in deck if card.id not in seen]
        moved = iter([*islice(hidden, by, None), *islice(hidden, by)])
        first.decks[row] = tuple(card if card.id in seen else next(moved) for card in deck)
    return first


def _assert_it_looks_the_same_and_is_not(
    game: Game, rules: Rules[Any], truth: Any, seat: int | None
) -> None:
    position = read_log(game).course.position
    assert rules.view(position, seat) == rules.view(truth, seat)
    for deck, true_deck in zip(position.decks, truth.decks, strict=True):
        assert deck[0] != true_deck[0]
    for owner, player in enumerate(position.players):
        true_hand = _hidden(truth.players[owner].reserved)
        assert true_hand or owner in getattr(truth, "out", ()), "Somebody holds no hidden card."
        assert (_hidden(player.reserved) == true_hand) == (owner == seat or not true_hand)
    if getattr(truth, "drawn", ()):
        assert (position.drawn == truth.drawn) == (truth.to_move == seat)
