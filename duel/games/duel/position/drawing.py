"""The position for operators: drawn and told as a spectator may see it, or laid open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duel.games.base import View
from duel.games.duel.position.cards import card_words
from duel.games.duel.position.grid import Cell, board_rows, text_rows
from duel.games.duel.position.standing import TableStanding, standing
from duel.games.gems.drawing import CardFace, Cards, decks_of, market_faces, reserves_of
from engine.duel.facts import CARD_OF, COLOURS


@dataclass(frozen=True)
class Drawing:
    """The position as a spectator may see it."""

    board: tuple[tuple[Cell, ...], ...]
    levels: tuple[Cards, ...]
    """The market, from level 3 down."""
    standing: TableStanding
    text: str
    """The same in words, in lines that can be copied into a letter."""


@dataclass(frozen=True)
class HiddenCards:
    """What no player sees whole: reserved cards by player, and the next cards of each deck."""

    reserved: tuple[tuple[str, Cards], ...]
    decks: tuple[tuple[int, Cards], ...]
    bag: str


def drawing_of(view: View, names: Sequence[str]) -> Drawing:
    """Return how the position is drawn; nothing hidden is in it."""
    board, told = board_rows(view), standing(view, names, None)
    levels = market_faces(view, card_face)
    return Drawing(board, levels, told, _text(board, levels, told))


def hidden_in(whole: Mapping[str, Any], view: View, names: Sequence[str]) -> HiddenCards:
    """Return what is hidden in a position, given its dump and what a spectator sees of it."""
    return HiddenCards(
        reserves_of(whole, names, card_face),
        decks_of(whole, card_face),
        standing(view, names, None).bag,
    )


def card_face(card_id: str, slot: str = "") -> CardFace:
    """Return how a card is shown."""
    card = CARD_OF[card_id]
    colour = "" if card.colour is None else COLOURS[card.colour]
    price = tuple((COLOURS[number], amount) for number, amount in card.cost)
    return CardFace(slot, card_words(card_id), colour, price)


def _text(
    board: Sequence[Sequence[Cell]], levels: Sequence[Sequence[CardFace]], told: TableStanding
) -> str:
    lines = [*text_rows(board), "", told.bag, told.decks, ""]
    lines += [f"{card.slot}  {card.words}" for level in levels for card in level]
    for player in told.players:
        lines += ["", player.distances, *player.belongings]
    return "\n".join([*lines, "", told.privileges, told.royals])
