"""Positions for tests, from a few words: whatever is not said is filled in so that it adds up."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.duel import GAME
from engine.duel.facts import CARD_OF, CARDS, COLOURS, MARKET_SLOTS, ROYALS, TOKENS_IN_ALL
from engine.duel.position import Position

SEED = bytes(range(32))
LETTERS = dict(zip("WUGRKPO", COLOURS, strict=True))


def tokens(letters: str) -> dict[str, int]:
    """The tokens that the letters W U G R K P O stand for, by colour."""
    counts = Counter(letters.replace(" ", ""))
    return {name: counts[letter] for letter, name in LETTERS.items()}


def describe(
    *,
    board: str = "",
    mine: str = "",
    theirs: str = "",
    cards: Sequence[str] = (),
    their_cards: Sequence[str] = (),
    reserved: Sequence[str] = (),
    their_reserved: Sequence[str] = (),
    market: Sequence[str] = (),
    privileges: tuple[int, int] = (0, 0),
    royals: Sequence[str] = (),
    their_royals: Sequence[str] | None = None,
    empty_decks: Sequence[int] = (),
    **parts: Any,
) -> dict[str, Any]:
    """The JSON object of a position in which seat 0 is to move.

    Board: up to five rows of letters and dots, from the top. Cards: `D1-26=red` for a wild one
    that counts as red; reserved: `D1-01*` for one drawn from a deck. The cards of an empty deck
    lie with the opponent, who gets the royals that their crowns call for.
    """
    used = {entry[:5] for entry in (*cards, *their_cards, *reserved, *their_reserved, *market)}
    rows: dict[str, list[str]] = {}
    decks: dict[str, list[str]] = {}
    theirs_too: list[str] = []
    for level, slots in MARKET_SLOTS.items():
        wanted = [card for card in market if CARD_OF[card].level == level]
        rest = [card.id for card in CARDS if card.level == level and card.id not in used]
        rows[str(level)], rest = (wanted + rest)[:slots], rest[slots - len(wanted) :]
        decks[str(level)] = [] if level in empty_decks else rest
        theirs_too += rest if level in empty_decks else []
    their_cards = [*their_cards, *(card for card in theirs_too if not CARD_OF[card].wild)]
    their_cards += [f"{card}=black" for card in theirs_too if CARD_OF[card].wild]
    if their_royals is None:
        crowns = sum(CARD_OF[entry[:5]].crowns for entry in their_cards)
        free = [royal.id for royal in ROYALS if royal.id not in royals]
        their_royals = free[: (crowns >= 3) + (crowns >= 6)]

    cells = [LETTERS.get(letter) for letter in "".join(board.split()).ljust(25, ".")]
    hands = [tokens(mine), tokens(theirs)]
    bag = {
        name: number - cells.count(name) - sum(hand[name] for hand in hands)
        for name, number in zip(COLOURS, TOKENS_IN_ALL, strict=True)
    }
    return {
        "game": "duel",
        "rules": 1,
        "options": {},
        "seed": SEED.hex(),
        "turn": 20,
        "first": 0,
        "to_move": 0,
        "phase": "start",
        "again": False,
        "board": cells,
        "bag": bag,
        "supply": 3 - sum(privileges),
        "refills": 1,
        "decks": decks,
        "market": rows,
        "royals": [r.id for r in ROYALS if r.id not in (*royals, *their_royals)],
        "players": [
            _player(hands[0], privileges[0], reserved, cards, royals),
            _player(hands[1], privileges[1], their_reserved, their_cards, their_royals),
        ],
        "result": None,
        **parts,
    }


def _player(
    hand: Mapping[str, int],
    privileges: int,
    reserved: Sequence[str],
    cards: Sequence[str],
    royals: Sequence[str],
) -> dict[str, Any]:
    bought = []
    for entry in cards:
        card = CARD_OF[entry[:5]]
        own = None if card.colour is None else COLOURS[card.colour]
        bought.append({"id": card.id, "color": entry[6:] or own})
    return {
        "tokens": dict(hand),
        "privileges": privileges,
        "reserved": [
            {"id": entry[:5], "from": "deck" if entry.endswith("*") else "market"}
            for entry in reserved
        ],
        "cards": bought,
        "royals": list(royals),
    }


def table(**words: Any) -> Position:
    """The position that `describe` describes, checked like any foreign one."""
    return GAME.load(describe(**words))


def after(position: Position, *moves: str) -> Position:
    """The position after the moves."""
    for move in moves:
        position = GAME.apply(position, move)
    return position


def of_kind(position: Position, verb: str) -> list[str]:
    """The legal moves of one kind."""
    return [move for move in GAME.legal(position) if move.split()[0] == verb]


def happened(position: Position, move: str) -> list[str]:
    """The kinds of events of a move."""
    return [event["kind"] for event in GAME.step(position, move).events]
