"""The list of legal moves against a second, plain reading of the rules from the JSON position."""

import csv
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine.duel
from engine.duel import GAME
from tests.engine.duel.table import table

GEMS = ["white", "blue", "green", "red", "black"]
COLOURS = [*GEMS, "pearl", "gold"]
with (Path(engine.duel.__file__).parent / "cards.csv").open(encoding="utf-8", newline="") as file:
    FACTS = {row["id"]: row for row in csv.DictReader(file)}

Data = dict[str, Any]


def legal_by_the_book(data: Data) -> list[str]:
    """Every legal move, found slowly."""
    mover = data["to_move"]
    if mover is None:
        return []
    me, opponent = data["players"][mover], data["players"][1 - mover]
    board = dict(zip(CELLS, data["board"], strict=True))
    phase = data["phase"]
    if phase == "token":
        return [f"token {cell}" for cell in board if board[cell] == me["cards"][-1]["color"]]
    if phase == "steal":
        return [f"steal {colour}" for colour in COLOURS[:6] if opponent["tokens"][colour]]
    if phase == "royal":
        return [f"royal {royal}" for royal in data["royals"]]
    if phase == "discard":
        held = [colour for colour in COLOURS for _ in range(me["tokens"][colour])]
        chosen = set(itertools.combinations(held, len(held) - 10))
        return ["discard " + " ".join(colours) for colours in chosen]
    moves = list(actions(data, me, board))
    if phase == "start":
        if any(data["bag"].values()):
            moves.append("replenish")
        moves += [f"use {cell}" for cell in board if may_use(data, mover, cell, board)]
    return moves


def actions(data: Data, me: Data, board: dict[str, str | None]) -> Iterator[str]:
    for cells in LINES:
        if all(board[cell] not in (None, "gold") for cell in cells):
            yield "take " + " ".join(cells)
    on_market = [card for row in data["market"].values() for card in row if card]
    decks = [f"deck{level}" for level, deck in data["decks"].items() if deck]
    if len(me["reserved"]) < 3:
        gold = [cell for cell, token in board.items() if token == "gold"]
        yield from (f"reserve {cell} {source}" for cell in gold for source in on_market + decks)
    bonuses: Counter[str] = Counter()
    for card in me["cards"]:
        bonuses[card["color"]] += int(FACTS[card["id"]]["bonus"])
    for card in on_market + [entry["id"] for entry in me["reserved"]]:
        colours = [""]
        if "wild" in FACTS[card]["ability"]:
            colours = [f" as {colour}" for colour in GEMS if bonuses[colour]]
        for payment in payments(card, bonuses, me["tokens"]):
            yield from (f"buy {card}{colour}{payment}" for colour in colours)


def in_line(cells: tuple[str, ...]) -> bool:
    """Whether the cells, in the order of the board, lie side by side in one straight line."""
    columns = [ord(cell[0]) for cell in cells]
    rows = [int(cell[1]) for cell in cells]
    steps = {(columns[i + 1] - columns[i], rows[i + 1] - rows[i]) for i in range(len(cells) - 1)}
    return len(steps) <= 1 and all(abs(x) <= 1 and abs(y) <= 1 for x, y in steps)


CELLS = [f"{column}{row}" for row in "12345" for column in "abcde"]
LINES = [
    cells
    for length in (1, 2, 3)
    for cells in itertools.combinations(CELLS, length)
    if in_line(cells)
]


def payments(card: str, bonuses: Counter[str], tokens: dict[str, int]) -> Iterator[str]:
    price = {
        colour: max(0, int(FACTS[card][colour]) - bonuses[colour] * (colour != "pearl"))
        for colour in COLOURS[:6]
    }
    for number in range(tokens["gold"] + 1):
        for gold in itertools.combinations_with_replacement(COLOURS[:6], number):
            rest = {colour: price[colour] - gold.count(colour) for colour in price}
            if all(0 <= rest[colour] <= tokens[colour] for colour in rest):
                yield " gold " + " ".join(gold) if gold else ""


def may_use(data: Data, mover: int, cell: str, board: dict[str, str | None]) -> bool:
    token = board[cell]
    me = data["players"][mover]
    if not me["privileges"] or token in (None, "gold"):
        return False
    left = {**board, cell: None}
    richer = {**me, "tokens": {**me["tokens"], token: me["tokens"][token] + 1}}
    if any(actions(data, richer, left)):
        return True
    # After replenishing: wherever the tokens fall, one gem can be taken, or one gold reserved.
    laid = dict.fromkeys(left)
    bag = [colour for colour in COLOURS for _ in range(data["bag"][colour])]
    laid.update(zip(laid, bag, strict=False))
    return any(actions(data, richer, laid))


@pytest.mark.parametrize("number", range(8))
def test_random_positions_have_exactly_the_moves_of_the_book(number: int) -> None:
    chance = random.Random(3000 + number)
    position = GAME.new(chance.randbytes(32))
    while moves := GAME.legal(position):
        assert moves == sorted(legal_by_the_book(GAME.dump(position)))
        # Gold and privileges make the long lists: let them be held a while.
        rare = [move for move in moves if move.split()[0] in ("reserve", "token", "steal", "royal")]
        GAME.play(position, chance.choice(rare if rare and chance.random() < 0.3 else moves))


def test_the_book_agrees_on_a_privilege_that_leaves_nothing() -> None:
    position = table(
        board="P",
        mine="GG RRRR KKKK P",
        theirs="WWWW UUUU GG",
        privileges=(1, 0),
        reserved=("D3-01", "D3-02", "D3-03"),
        market=("D1-03", "D1-04", "D1-07", "D1-12", "D1-15", "D2-01", "D2-03", "D2-05", "D2-07"),
    )
    expected = sorted(legal_by_the_book(GAME.dump(position)))
    assert GAME.legal(position) == expected
    assert "use a1" not in expected
