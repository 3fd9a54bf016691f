"""Games of random moves, positions laid out by hand, and how both are told."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django.conf import settings

from duel.games.splendor.presentation import SplendorPresentation
from duel.games.splendor.sheet import TurnSheet
from engine.contract import Step
from engine.splendor import GAME
from engine.splendor.position import Position

NAMES = ("Ada", "Bruno", "Olga", "Eve")
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)
MODULES = ("cities", "posts")
SPLENDOR = SplendorPresentation()
SEED = bytes(32)
ID = re.compile(r"\b(?:S[1-3]-\d\d|N-\d\d|C[1-7][AB]|T[1-5]|noble11|deck[1-3])\b")
"""What no reader is shown."""


def steps(
    number: int, *, seats: int = 4, options: Sequence[str] = ("posts",)
) -> Iterator[tuple[Position, str, Step[Position]]]:
    """Every position of a random game in which people like to buy, the move, what it does."""
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32), seats=seats, options=options)
    while moves := GAME.legal(position):
        buys = [move for move in moves if move.startswith("buy")]
        decks = [move for move in moves if move.startswith("reserve deck")]
        liked = buys if buys and chance.random() < 0.8 else moves
        move = chance.choice(decks if decks and chance.random() < 0.1 else liked)
        step = GAME.step(position, move)
        yield position, move, step
        position = step.position


def table(*, seats: int = 4, options: Sequence[str] = (), **changes: Any) -> Position:
    """A position at the beginning of a game, with some parts laid out otherwise.

    `players` are by seat what differs of each; all else that differs is told by its key.
    """
    data = GAME.dump(GAME.new(SEED, seats=seats, options=options))
    players = changes.pop("players", {})
    for seat, player in players.items():
        tokens = player.pop("tokens", {})
        data["players"][seat]["tokens"].update(tokens)
        for colour, taken in tokens.items():
            data["bank"][colour] -= taken
        data["players"][seat].update(player)
    data.update(changes)
    _keep_each_card_once(data)
    data["to_move"] = (data["first"] + data["turn"] - 1) % seats
    return GAME.load(data)


def _keep_each_card_once(data: dict[str, Any]) -> None:
    """Take the cards that players have, or that lie in the market, out of where they lay."""
    owned = [
        card
        for player in data["players"]
        for card in (*player["cards"], *(reserved["id"] for reserved in player["reserved"]))
    ]
    owned += data["drawn"]
    for level in "123":
        wanted = [card if card not in owned else None for card in data["market"][level]]
        rest = [c for c in data["decks"][level] if c not in owned and c not in wanted]
        every = [f for f in _ids(level) if f not in owned]
        lost = [c for c in every if c not in wanted and c not in rest]
        rest += lost
        data["market"][level] = [card or rest.pop(0) for card in wanted]
        data["decks"][level] = rest


def _ids(level: str) -> list[str]:
    dumped = GAME.dump(GAME.new(SEED))
    return sorted([*dumped["market"][level], *dumped["decks"][level]])


def other_secrets(position: Position, seat: int, chance: random.Random) -> Position:
    """The same position with other cards wherever the seat cannot look."""
    data = GAME.dump(position)
    for level in "123":
        hidden = [
            reserved
            for number, player in enumerate(data["players"])
            if number != seat
            for reserved in player["reserved"]
            if reserved["from"] == "deck" and reserved["id"][1] == level
        ]
        looks_away = position.to_move != seat and data["drawn"] and data["drawn"][0][1] == level
        drawn = data["drawn"] if looks_away else []
        cards = [*data["decks"][level], *(reserved["id"] for reserved in hidden), *drawn]
        chance.shuffle(cards)
        for reserved in hidden:
            reserved["id"] = cards.pop()
        if looks_away:
            data["drawn"] = [cards.pop(), cards.pop()]
        data["decks"][level] = cards
    return GAME.load(data)


def texts(data: Any) -> Iterator[str]:
    """Every text anywhere in a dataclass, but the canonical ids and moves, and keys of colours."""
    if hasattr(data, "__dataclass_fields__"):
        data = asdict(data)
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in ("card", "move", "kind"):
                yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data


def sheet_of(position: Position, seat: int | None = None, **more: Any) -> TurnSheet:
    """The sheet of a seat, by default of the one to move."""
    seat = position.to_move if seat is None else seat
    assert seat is not None
    legal = GAME.legal(position) if seat == position.to_move else []
    names = NAMES[: len(position.players)]
    return SPLENDOR.sheet(GAME.view(position, seat), legal, seat, names, **more)
