"""The sheet of a turn: the whole position and every legal move, in words, for one seat.

Letters, the page of a turn and the board page are made from it, so that they say the same. What is
asked of the seat, warned of and recalled stands here too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, ngettext

from duel.games.base import Event, LetterDrawing, MoveLinks, View
from duel.games.gems.offer import CardLine, Face, card_lines
from duel.games.gems.standing import GemSheet
from duel.games.gems.vocabulary import (
    ACTIONS,
    action_prompt,
    colour_word,
    points_words,
    ways_phrase,
)
from duel.games.splendor.letter import in_letter
from duel.games.splendor.move_lists import move_lists
from duel.games.splendor.printed_cards import PrintedCards
from duel.games.splendor.seat_view import SeatView, hands_of
from duel.games.splendor.standing import TableStanding, standing
from engine.contract import Threat
from engine.splendor.facts import DRAW_TWO
from engine.splendor.moves import option_of
from engine.turn import Win


def turn_prompt(legal: Sequence[str], side: SeatView) -> str:
    """Return what the seat is to decide, or whose turn it is."""
    view = side.view
    if view["to_move"] is None:
        return gettext("The game is over.")
    if view["to_move"] != side.seat:
        return gettext("It is %(name)s’s turn.") % {"name": side.names[view["to_move"]]}
    match view["phase"]:
        case "extra" if view["pair"]:
            words = {"colour": colour_word(view["pair"])}
            return (
                gettext(
                    "Your trading post gives you one more token, not %(colour)s: choose its colour."
                )
                % words
            )
        case "extra":
            return gettext("Your trading post gives you a token: choose its colour.")
        case "keep":
            return gettext("Choose which of the two cards you keep; the other goes under its deck.")
        case "discard":
            surplus = side.mine.surplus_with(0)
            return ngettext(
                "You may keep 10 tokens: choose %(count)d to return to the bank.",
                "You may keep 10 tokens: choose %(count)d to return to the bank.",
                surplus,
            ) % {"count": surplus}
        case "noble":
            return gettext("Several nobles would come to you: choose one.")
        case "post":
            return gettext("You can win several trading posts: choose one.")
    possible = ACTIONS & {move.partition(" ")[0] for move in legal}
    return (
        action_prompt(possible) if possible else gettext("Nothing is possible: you have to pass.")
    )


def warning_words(threats: Sequence[Threat], side: SeatView) -> str:
    """Return the warning to the seat, a sentence for each player; nothing without a threat."""
    by_seat = groupby(threats, key=lambda threat: threat.seat)
    return " ".join(_warning(seat, [*theirs], side) for seat, theirs in by_seat)


def _warning(seat: int, threats: Sequence[Threat], side: SeatView) -> str:
    words = {
        "name": side.names[seat],
        "ways": ways_phrase([_way(threat, side) for threat in threats]),
    }
    if side.view["last_round"]:
        return (
            gettext(
                "Careful: as it stands before your move, %(name)s could win on the last turn "
                "%(ways)s."
            )
            % words
        )
    return (
        gettext(
            "Careful: as it stands before your move, %(name)s could begin the last round on the "
            "next turn %(ways)s."
        )
        % words
    )


def _way(threat: Threat, side: SeatView) -> str:
    words = {"reached": _reached(threat)}
    if not threat.moves:
        return gettext("with any move (%(reached)s)") % words
    card = str(option_of(threat.moves[0]).card)
    return gettext("by buying %(cards)s (%(reached)s)") % {**words, "cards": _card(card, side)}


def _card(card: str, side: SeatView) -> str:
    """Return the slot and the colour of a card on offer, or which reserved card it is."""
    if card in side.slots:
        return f"{side.slots[card]} {side.printed.colour_word(card)}"
    return gettext("the reserved card “%(card)s”") % {"card": side.printed.card(card)}


def _reached(threat: Threat) -> str:
    reason, points = threat.reached[0]
    if reason == "city":
        return gettext("a city, with %(points)s") % {"points": points_words(points)}
    return points_words(points)


def recalled_verb(view: View, seat: int, printed: PrintedCards) -> str:
    """Return `keep` if a trading post of the seat lets it put cards under decks; else nothing."""
    plays = seat not in view.get("out", ())
    return "keep" if plays and hands_of(view, printed)[seat].has_power(DRAW_TWO) else ""


def reminders(events: Sequence[Event], view: View, printed: PrintedCards) -> list[str]:
    """Return which of the cards that the seat has put under decks surely lie there, and where."""
    return [
        gettext(
            "Under deck %(level)d lies a card that you put there: %(card)s, number %(place)d "
            "from the top."
        )
        % {"level": event["level"], "card": printed.card(event["id"]), "place": place}
        for event, place in reversed([*_places(events, view)])
    ]


def _places(events: Sequence[Event], view: View) -> Iterator[tuple[Event, int]]:
    """Yield each card that the seat put under a deck and where it lies, the last one first."""
    # Everybody saw what was put under the deck since: that lies below it. When all above it and
    # itself are gone, nobody else knows whether it was kept or put there again.
    below: Counter[int] = Counter()
    for event in reversed(events):
        if event["kind"] == "buried":
            place = view["decks"][str(event["level"])] - below[event["level"]]
            if event["id"] and place > 0:
                yield event, place
            below[event["level"]] += 1
        elif event["kind"] == "returned":
            below[event["level"]] += event["count"]


TEMPLATES = "games/splendor"
"""The folder of the templates that draw it."""


@dataclass(frozen=True)
class TurnSheet(GemSheet):
    """All that a seat needs to know to play, in the language that was active."""

    standing: TableStanding
    reminders: tuple[str, ...]
    """What the reader has seen and no view tells any more."""

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
    """Return the sheet of a seat."""
    return TurnSheet(
        turn=side.view["turn"],
        seat=side.seat,
        asked=turn_prompt(legal, side),
        standing=standing(side.view, side.names, side.seat, side.printed),
        cards=_offer(side),
        reminders=tuple(reminders),
        moves=move_lists(legal, side, wins, in_full=in_full),
        warning=warning_words(threats, side),
        decks=side.view["decks"],
    )


def _offer(side: SeatView) -> tuple[CardLine, ...]:
    """Return the market from level 3 down to level 1, then the seat's own reserve."""

    def face(card_id: str) -> Face:
        card, printed = side.printed.facts.card_of[card_id], side.printed
        return Face(
            level=card.level,
            colour=printed.colour(card_id),
            words=printed.card(card_id),
            name=printed.colour_word(card_id),
            points=card.points,
            traits=(),
        )

    return tuple(card_lines(side, face, secret=gettext("nobody else knows this card")))
