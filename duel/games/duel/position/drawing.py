"""The position for operators: drawn and told as a spectator may see it, or laid open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from duel.games.base import View
from duel.games.duel.position.cards import card_words
from duel.games.duel.position.grid import Cell, board_rows, text_rows
from duel.games.duel.position.standing import Standing, standing
from engine.duel.cards import CARD_OF
from engine.duel.colours import COLOURS
from engine.gems.market import LEVELS

NEXT_CARDS = 5
"""How many cards of each deck are laid open."""


@dataclass(frozen=True)
class CardFace:
    """A card that lies open in the market, or is laid open."""

    slot: str
    words: str
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    price: tuple[tuple[str, int], ...]
    """Colours and amounts."""


@dataclass(frozen=True)
class Drawing:
    """The position as a spectator may see it."""

    board: tuple[tuple[Cell, ...], ...]
    levels: tuple[tuple[CardFace, ...], ...]
    """The market, from level 3 down."""
    standing: Standing
    text: str
    """The same in words, in lines that can be copied into a letter."""


@dataclass(frozen=True)
class Hidden:
    """What no player sees whole: reserved cards by player, and the next cards of each deck."""

    reserved: tuple[tuple[str, tuple[CardFace, ...]], ...]
    decks: tuple[tuple[int, tuple[CardFace, ...]], ...]
    bag: str


def drawing_of(view: View, names: Sequence[str]) -> Drawing:
    """Return how the position is drawn; nothing hidden is in it."""
    board, told = board_rows(view), standing(view, names, None)
    levels = tuple(
        tuple(
            card_face(card, f"{level}.{number}")
            for number, card in enumerate(view["market"][str(level)], 1)
            if card
        )
        for level in reversed(LEVELS)
    )
    return Drawing(board, levels, told, _text(board, levels, told))


def hidden_in(whole: Mapping[str, Any], view: View, names: Sequence[str]) -> Hidden:
    """Return what is hidden in a position, given its dump and what a spectator sees of it."""
    reserved = tuple(
        (name, tuple(_reserved(card, number) for number, card in enumerate(cards, 1)))
        for name, cards in zip(
            names, (player["reserved"] for player in whole["players"]), strict=True
        )
    )
    decks = tuple(
        (level, tuple(card_face(card) for card in whole["decks"][str(level)][:NEXT_CARDS]))
        for level in LEVELS
    )
    return Hidden(reserved, decks, standing(view, names, None).bag)


def card_face(card_id: str, slot: str = "") -> CardFace:
    """Return how a card is shown."""
    card = CARD_OF[card_id]
    colour = "" if card.colour is None else COLOURS[card.colour]
    price = tuple((COLOURS[number], amount) for number, amount in card.cost)
    return CardFace(slot, card_words(card_id), colour, price)


def _reserved(card: dict[str, Any], number: int) -> CardFace:
    where = gettext("from the deck") if card["from"] == "deck" else gettext("from the market")
    return card_face(card["id"], f"r{number}, {where}")


def _text(
    board: Sequence[Sequence[Cell]], levels: Sequence[Sequence[CardFace]], told: Standing
) -> str:
    lines = [*text_rows(board), "", told.bag, told.decks, ""]
    lines += [f"{card.slot}  {card.words}" for level in levels for card in level]
    for player in told.players:
        lines += ["", player.distances, *player.belongings]
    return "\n".join([*lines, "", told.privileges, told.royals])
