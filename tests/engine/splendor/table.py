"""Positions for tests, from a few words: whatever is not said is filled in so that it adds up."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.splendor import GAME
from engine.splendor.facts import COLOURS, RULES_1, tokens_in_all
from engine.splendor.position import OPTION_NAMES, Position

SEED = bytes(range(32))
LETTERS = dict(zip("WUGRKO", COLOURS, strict=True))
CARDS = [card.id for card in RULES_1.cards]
CARD_OF = RULES_1.card_of


def tokens(letters: str) -> dict[str, int]:
    """The tokens that the letters W U G R K O stand for, by colour."""
    counts = Counter(letters.replace(" ", ""))
    return {name: counts[letter] for letter, name in LETTERS.items()}


def bought(letters: str) -> list[str]:
    """Cards without points of those colours, one for each of the letters W U G R K."""
    found: list[str] = []
    for letter in letters:
        colour = "WUGRK".index(letter)
        found.append(
            next(
                card.id
                for card in reversed(RULES_1.cards)
                if card.colour == colour and not card.points and card.id not in found
            )
        )
    return found


def hand(
    letters: str = "",
    *,
    cards: Sequence[str] = (),
    reserved: Sequence[str] = (),
    nobles: Sequence[str] = (),
    posts: Sequence[str] = (),
) -> dict[str, Any]:
    """What a seat has; reserved: `S1-01*` for a card drawn from a deck."""
    return {
        "tokens": tokens(letters),
        "cards": list(cards),
        "reserved": [
            {"id": entry[:5], "from": "deck" if entry.endswith("*") else "market"}
            for entry in reserved
        ],
        "nobles": list(nobles),
        "posts": list(posts),
    }


def describe(
    *players: dict[str, Any],
    market: Sequence[str] = (),
    empty_decks: Sequence[int] = (),
    options: Sequence[str] = (),
    nobles: Sequence[str] | None = None,
    cities: Sequence[str] = ("C1A", "C2A", "C3A"),
    **parts: Any,
) -> dict[str, Any]:
    """The JSON object of a position in which seat 0 is to move, unless `turn` says otherwise.

    The cards of an empty deck lie with the last seat. Nobles who are not named are those with the
    highest numbers, out of reach mostly.
    """
    hands = [{**player, "cards": [*player["cards"]]} for player in players or (hand(), hand())]
    drawn = parts.get("drawn", [])
    used = {card for each in hands for card in each["cards"]} | {*market, *drawn}
    used |= {entry["id"] for each in hands for entry in each["reserved"]}
    rows: dict[str, list[str]] = {}
    decks: dict[str, list[str]] = {}
    for level in (1, 2, 3):
        wanted = [card for card in market if CARD_OF[card].level == level]
        rest = [card for card in CARDS if CARD_OF[card].level == level and card not in used]
        rows[str(level)], rest = (wanted + rest)[:4], rest[4 - len(wanted) :]
        if level in empty_decks:
            hands[-1]["cards"] += rest
        decks[str(level)] = [] if level in empty_decks else rest
    turn = parts.get("turn", 1 + 5 * len(hands))
    return {
        "game": "splendor",
        "rules": 1,
        "options": {name: name in options for name in OPTION_NAMES},
        "seed": SEED.hex(),
        "turn": turn,
        "first": 0,
        "to_move": (turn - 1) % len(hands),
        "phase": "action",
        "bank": {
            name: number - sum(each["tokens"][name] for each in hands)
            for name, number in zip(COLOURS, tokens_in_all(len(hands)), strict=True)
        },
        "decks": decks,
        "market": rows,
        "nobles": [] if "cities" in options else _nobles(hands, nobles or ()),
        "cities": list(cities) if "cities" in options else [],
        "drawn": [],
        "pair": None,
        "last_round": False,
        "passes": 0,
        "players": hands,
        "result": None,
        **parts,
    }


def _nobles(hands: list[dict[str, Any]], named: Sequence[str]) -> list[str]:
    taken = [noble for each in hands for noble in each["nobles"]]
    free = [f"N-{number:02}" for number in range(10, 0, -1)]
    others = [noble for noble in free if noble not in (*taken, *named)]
    return [*named, *others][: len(hands) + 1 - len(taken)]


def table(*players: dict[str, Any], **words: Any) -> Position:
    """The position that `describe` describes, checked like any foreign one."""
    return GAME.load(describe(*players, **words))


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


def held(position: Position, seat: int = 0) -> dict[str, int]:
    """The tokens of a seat, without those of which it has none."""
    counts: dict[str, int] = GAME.dump(position)["players"][seat]["tokens"]
    return {name: number for name, number in counts.items() if number}
