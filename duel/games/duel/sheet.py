"""The sheet of a turn: the whole position and every legal move, in words, for one seat.

Letters, the page of a turn and the board page are made from it, so that they say the same. What is
asked of the seat and what it is warned of stand here too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from duel.games.base import LetterDrawing, MoveLinks
from duel.games.duel.letter import in_letter
from duel.games.duel.move_lists import move_lists
from duel.games.duel.seat_view import Cell, SeatView, board_rows, offer_of, text_rows
from duel.games.duel.standing import TableStanding, standing
from duel.games.duel.vocabulary import card_words, colour_of_card, crowns_words
from duel.games.gems.standing import GemSheet
from duel.games.gems.vocabulary import (
    ACTIONS,
    action_prompt,
    colour_word,
    points_words,
    ways_phrase,
)
from duel.words.naming import joined
from engine.contract import Threat
from engine.duel.moves import Option, option_of
from engine.turn import Win


def turn_prompt(legal: Sequence[str], side: SeatView) -> str:
    """Return what the seat is to decide, or whose turn it is."""
    view = side.view
    if view["to_move"] is None:
        return gettext("The game is over.")
    if view["to_move"] != side.seat:
        return gettext("It is %(name)s’s turn.") % {"name": side.opponent}
    match view["phase"]:
        case "token":
            colour = {"colour": colour_word(side.mine.cards[-1]["color"])}
            return gettext("Your card gives you a token: choose one on the board, %(colour)s.") % (
                colour
            )
        case "steal":
            return gettext("Choose a gem or pearl to steal from %(name)s.") % {
                "name": side.opponent
            }
        case "royal":
            return gettext("Your crowns bring you a royal: choose one.")
        case "discard":
            surplus = side.mine.surplus_with(0)
            return ngettext(
                "You may keep 10 tokens: choose %(count)d to return to the bag.",
                "You may keep 10 tokens: choose %(count)d to return to the bag.",
                surplus,
            ) % {"count": surplus}
    return _action_prompt({move.partition(" ")[0] for move in legal})


def _action_prompt(kinds: set[str]) -> str:
    possible = kinds & ACTIONS
    if not possible:
        return gettext("No action is possible yet: the board must be replenished first.")
    action = action_prompt(possible)
    if {"use", "replenish"} <= kinds:
        before = gettext("Before it you may use privileges, then replenish the board.")
    elif "use" in kinds:
        before = gettext("Before it you may use privileges.")
    elif "replenish" in kinds:
        before = gettext("Before it you may replenish the board.")
    else:
        return action
    return f"{action} {before}"


def warning_words(threats: Sequence[Threat], side: SeatView) -> str:
    """Return the warning to the seat, about the position as it is; nothing without a threat."""
    if not threats:
        return ""
    ways = [_way(threat, side) for threat in threats]
    return gettext(
        "Careful: as it stands before your move, %(name)s could win on the next turn %(ways)s."
    ) % {"name": side.opponent, "ways": ways_phrase(ways)}


def _way(threat: Threat, side: SeatView) -> str:
    options = [option_of(move) for move in threat.moves]
    cells = [cell for option in options if option.verb == "use" for cell in option.cells]
    words = {
        "cards": _purchase_words([option for option in options if option.verb == "buy"], side),
        "cells": joined(cells),
        "reached": joined([_reached(reason, number) for reason, number in threat.reached]),
    }
    if not cells:
        return gettext("by buying %(cards)s (%(reached)s)") % words
    return (
        ngettext(
            "by taking %(cells)s with a privilege and buying %(cards)s (%(reached)s)",
            "by taking %(cells)s with privileges and buying %(cards)s (%(reached)s)",
            len(cells),
        )
        % words
    )


def _purchase_words(purchases: Sequence[Option], side: SeatView) -> str:
    first, *further = (_card_in_sight(str(option.card), side) for option in purchases)
    if not further:
        return first
    words = {"first": first, "second": further[0]}
    return gettext("%(first)s, which brings another turn, and then %(second)s") % words


def _card_in_sight(card: str, side: SeatView) -> str:
    """Return the slot and the colour of a card on offer, or which reserved card it is."""
    if card in side.slots:
        return f"{side.slots[card]} {colour_of_card(card)}"
    return gettext("the reserved card “%(card)s”") % {"card": card_words(card)}


def _reached(reason: str, number: int) -> str:
    if reason == "crowns":
        return crowns_words(number)
    if reason == "colour":
        return gettext("%(points)s in one colour") % {"points": points_words(number)}
    return points_words(number)


TEMPLATES = "games/duel"
"""The folder of the templates that draw it."""


@dataclass(frozen=True)
class TurnSheet(GemSheet):
    """All that a seat needs to know to play, in the language that was active."""

    standing: TableStanding
    board: tuple[tuple[Cell, ...], ...]
    board_text: tuple[str, ...]
    """The board as lines of words in columns, for a fixed-width font."""

    templates: str = TEMPLATES

    def in_letter(
        self, links: MoveLinks | None = None, since: Sequence[Mapping[str, Any]] = ()
    ) -> LetterDrawing:
        """Return the sheet for the HTML part of a letter."""
        return in_letter(self, links, since)


def turn_sheet(
    legal: Sequence[str],
    side: SeatView,
    *,
    wins: Mapping[str, Win],
    threats: Sequence[Threat],
    reminders: Sequence[str],
    in_full: bool,
) -> TurnSheet:
    """Return the sheet of a seat; what a player has seen is in the view, so nothing is recalled."""
    board = board_rows(side.view)
    return TurnSheet(
        turn=side.view["turn"],
        seat=side.seat,
        asked=turn_prompt(legal, side),
        standing=standing(side.view, side.names, side.seat),
        board=board,
        board_text=text_rows(board),
        cards=offer_of(side),
        moves=move_lists(legal, side, wins, in_full=in_full),
        warning=warning_words(threats, side),
        decks=side.view["decks"],
    )
