"""A game tried out ahead, for all seats: what is allowed is allowed in truth, and tells nothing."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.contract import Foresight, Game
from engine.errors import EngineError, Illegal, Unreadable
from engine.games import find_game
from tests.engine.duel.reading.reader_positions import SHOP

TABLES: list[tuple[str, int, tuple[str, ...]]] = [
    ("duel", 2, ()),
    ("splendor", 2, ()),
    ("splendor", 3, ("posts",)),
    ("splendor", 4, ("cities", "posts")),
]
FAR = 25
"""So many moves are tried ahead."""


def positions(game: Game[Any], seats: int, options: tuple[str, ...]) -> Iterator[tuple[Any, Any]]:
    """Yield positions on the way of a few games, and the chance with which to go on."""
    chance = random.Random(f"{game.name}{seats}")
    for _ in range(3):
        position = game.new(chance.randbytes(32), seats=seats, options=options)
        while position.to_move is not None and position.turn < 50:
            if chance.random() < 0.2:
                yield position, chance
            legal = game.legal(position)
            drawing = [move for move in legal if "deck" in move]
            game.play(position, chance.choice(drawing if drawing[1:] else legal))


def tried_on(ahead: Foresight, chance: random.Random) -> Iterator[str]:
    """Play ahead at random, and yield each move before it is made."""
    for _ in range(FAR):
        legal = ahead.legal()
        if not legal:
            return
        move = chance.choice(legal)
        yield move
        ahead.play(move)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_whatever_can_be_tried_can_be_played_in_truth(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    game = find_game(name)
    lengths = set()
    for position, chance in positions(game, seats, options):
        for seat in range(seats):
            ahead, truth, length = game.try_out(position, seat), game.copy(position), 0
            for move in tried_on(ahead, chance):
                legal = set(game.legal(truth))
                assert set(ahead.legal()) <= legal
                game.play(truth, move)
                length += 1
            assert ahead.ended == (truth.to_move is None)
            lengths.add(length)
    assert max(lengths) == FAR  # it goes on well beyond one turn


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_can_be_tried_and_what_it_shows_is_the_same_in_every_world(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    game = find_game(name)
    for position, chance in positions(game, seats, options):
        seat = chance.randrange(seats)
        other = game.imagine(game.view(position, seat), chance.randbytes(32))
        here, there = game.try_out(position, seat), game.try_out(other, seat)
        hidden = [move for world in (position, other) for move in game.legal(world)]
        for move in tried_on(here, chance):
            assert here.legal() == there.legal()
            assert here.view() == there.view()
            assert (here.ended, here.unknown) == (there.ended, there.unknown)
            for asked in chance.sample(hidden, min(3, len(hidden))):
                assert answer(game, position, seat, asked) == answer(game, other, seat, asked)
            there.play(move)
        assert here.legal() == there.legal()
        assert here.view() == there.view()


def answer(game: Game[Any], position: Any, seat: int, move: str) -> str:
    """What is said to somebody who tries this move at once."""
    try:
        game.try_out(position, seat).play(move)
    except EngineError as refusal:
        return f"{type(refusal).__name__} {refusal}"
    return "taken"


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_nothing_shows_a_card_that_the_seat_has_not_seen(
    name: str, seats: int, options: tuple[str, ...]
) -> None:
    game = find_game(name)
    for position, chance in positions(game, seats, options):
        seat = chance.randrange(seats)
        known = cards_in(game.view(position, seat))
        ahead = game.try_out(position, seat)
        for move in tried_on(ahead, chance):
            assert "unknown" not in move
            assert cards_in(ahead.view()) <= known


def cards_in(view: dict[str, Any]) -> set[str]:
    """The ids of cards anywhere in a view."""
    return set(re.findall(r"[DS][123]-\d\d", json.dumps(view)))


def test_tokens_that_were_not_seen_stay_unseen_however_often_the_board_is_filled() -> None:
    game = find_game("duel")
    ahead = game.try_out(SHOP, SHOP.seat)
    ahead.play("replenish")
    first = ahead.view()["board"].count("unseen")
    assert first
    for _ in range(2):
        ahead.play(next(move for move in ahead.legal() if move.startswith("take")))
        if ahead.view()["phase"] == "discard":
            ahead.play(ahead.legal()[0])
    assert ahead.view()["board"].count("unseen") == first
    assert ahead.view()["to_move"] == SHOP.seat


def test_what_is_no_move_or_not_possible_is_refused() -> None:
    game = find_game("duel")
    ahead = game.try_out(SHOP, 1 - SHOP.seat)
    before = ahead.view()
    with pytest.raises(Unreadable):
        ahead.play("win the game")
    with pytest.raises((Illegal, Unreadable)):
        ahead.play("buy unknown")
    with pytest.raises(Illegal):
        ahead.play("discard red")
    assert ahead.view() == before
