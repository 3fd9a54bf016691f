"""The position for spectators and operators: as anybody may see it, or laid open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duel.games.base import View
from duel.games.gems.drawing import (
    CardFace,
    Cards,
    DrawnCard,
    decks_of,
    market_faces,
    market_words,
    reserves_of,
)
from duel.games.splendor.position.standing import TableStanding, standing
from duel.games.splendor.printed_cards import PrintedCards, by_name


@dataclass(frozen=True)
class SpectatorView:
    """What anybody may see of a public game."""

    cards: tuple[tuple[str, str], ...]
    """The market from level 3 down: the slot and the card in words."""
    standing: TableStanding


@dataclass(frozen=True)
class Drawing:
    """The position as a spectator may see it, for operators."""

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
    drawn: Cards
    """The two cards between which a player is choosing."""


def watched(view: View, names: Sequence[str], printed: PrintedCards) -> SpectatorView:
    """Return the position as a spectator may see it."""
    return SpectatorView(market_words(view, printed.card), standing(view, names, None, printed))


def drawing_of(view: View, names: Sequence[str], printed: PrintedCards) -> Drawing:
    """Return how the position is drawn; nothing hidden is in it."""
    told, levels = standing(view, names, None, printed), market_faces(view, _face(printed))
    return Drawing(levels, told, _text(levels, told))


def hidden_in(whole: Mapping[str, Any], names: Sequence[str], printed: PrintedCards) -> HiddenCards:
    """Return what is hidden in a position, given its dump."""
    face = _face(printed)
    return HiddenCards(
        reserves_of(whole, names, face),
        decks_of(whole, face),
        tuple(face(card, str(number)) for number, card in enumerate(whole["drawn"], 1)),
    )


def _face(printed: PrintedCards) -> DrawnCard:
    def face(card_id: str, slot: str) -> CardFace:
        price = tuple(by_name(printed.facts.card_of[card_id].cost))
        return CardFace(slot, printed.card(card_id), printed.colour(card_id), price)

    return face


def _text(levels: Sequence[Cards], told: TableStanding) -> str:
    lines = [told.bank, told.decks, ""]
    lines += [f"{card.slot}  {card.words}" for level in levels for card in level]
    for title, tiles in told.tiles.groups:
        lines += ["", title, *(tile.line for tile in tiles)]
    for player in told.players:
        lines += ["", player.distances, *player.belongings]
    return "\n".join(lines)
