"""The generous reader: from a person's text to one legal move, or why it is none.

Everything is decided from the seat's view and its list of legal moves, so that a refusal tells
nothing hidden. A text is never guessed at: what fits two moves is refused, with suggestions.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.duel.board import CELL_NAMES
from engine.duel.options import Option, nearest, option_of
from engine.duel.payment import card_colour, fitting_purchases
from engine.duel.phrases import Said, understand
from engine.reading import Problem, Reading

LONGEST = 500
"""Characters; no move needs half of them."""

UNSEEN = "unseen"
"""On the board of a view: a token still to be laid out, nobody knows which (`foresight.py`)."""

_CHOICES = ("token", "steal", "royal", "discard")
"""Phases with one kind of choice, named like its verb, which may then be left out."""

View = dict[str, Any]


class _ReadingError(Exception):
    """The text is no legal move; `near` are the moves it might mean."""

    def __init__(self, problem: Problem, near: Sequence[Option] = ()) -> None:
        self.problem = problem
        self.near = near


def read(view: View, legal: Sequence[str], text: str, language: str | None = None) -> Reading:
    """Return the legal move that the text means, or what is wrong with it; never raise.

    `view` and `legal` are those of the seat to move; `language` ("fr") is a hint for the few
    words that mean different things in different languages.
    """
    if text in legal:
        return Reading(text, text)
    said = understand(text[:LONGEST], language)
    if not legal:
        return Reading(
            None, said.understood, Problem("unseen" if UNSEEN in view["board"] else "over")
        )
    options = [option_of(move) for move in legal]
    try:
        if len(text) > LONGEST:
            raise _ReadingError(Problem("too_long"))
        move = _move(said, view, options)
    except _ReadingError as error:
        cards = {_card_id(card, view) or card for card in said.cards}
        suggestions = nearest(options, said, text, near=error.near, cards=cards, board=_board(view))
        return Reading(None, said.understood, error.problem, suggestions)
    return Reading(move, move)


def _move(said: Said, view: View, options: list[Option]) -> str:
    if said.problem:
        raise _ReadingError(said.problem)
    verb = _verb(said, view, options)
    options = [option for option in options if option.verb == verb]
    match verb:
        case "take" | "use" | "token":
            fitting = _on_cells(said, view, options)
        case "steal" | "discard":
            fitting = _of_colours(said, options)
        case "replenish":
            fitting = [] if said.cells or said.cards or said.colours else options
        case _:
            fitting = _with_card(verb, said, view, options)
    if not fitting:
        raise _ReadingError(Problem("not_legal", {"understood": said.understood}))
    if len(fitting) > 1:
        raise _ReadingError(Problem("several", {"count": len(fitting)}), fitting)
    return fitting[0].move


def _verb(said: Said, view: View, options: list[Option]) -> str:
    """Return the one verb that was meant.

    Weak words yield to strong ones: "take the gold on c3 and reserve 2.1" is one move, and
    "reserve" beside "buy" is the place where the card lies.
    """
    if not said.understood:
        raise _ReadingError(Problem("empty"))
    verbs = set(said.verbs)
    if verbs & {"use", "reserve", "steal", "royal"}:
        verbs.discard("take")
    if "buy" in verbs:
        verbs.discard("reserve")
    phase: str = view["phase"]
    if phase in _CHOICES and verbs <= ({"token"} if phase == "discard" else {"token", "take"}):
        return phase
    if verbs <= {"take"} and any(card.startswith("deck") for card in said.cards):
        verbs = {"reserve"}
    possible = tuple(dict.fromkeys(option.verb for option in options))
    if not verbs or verbs == {"token"}:
        raise _ReadingError(Problem("no_verb", {"verbs": possible}))
    if len(verbs) > 1:
        raise _ReadingError(Problem("many_verbs", {"verbs": tuple(sorted(verbs))}))
    (verb,) = verbs
    if verb not in possible:
        if verb in ("take", "reserve") and UNSEEN in view["board"]:
            raise _ReadingError(Problem("unseen"))
        raise _ReadingError(Problem("not_now", {"verb": verb, "verbs": possible}))
    return verb


def _on_cells(said: Said, view: View, options: list[Option]) -> list[Option]:
    """Return the moves onto the cells that were named, or that hold just the colours named."""
    board = _board(view)
    if said.cards:
        return []
    if said.cells:
        found = Counter(board[cell] for cell in said.cells)
        if UNSEEN in found:
            raise _ReadingError(Problem("unseen"))
        # Colours beside cells describe the tokens there: "the red on c3".
        if any(found[colour] < said.colours.count(colour) for colour in said.colours):
            lies = tuple(board[cell] or "nothing" for cell in said.cells)
            raise _ReadingError(
                Problem("other_tokens", {"cells": said.cells, "found": lies, "said": said.colours})
            )
        return [option for option in options if option.cells == said.cells]
    if UNSEEN in view["board"]:
        raise _ReadingError(Problem("unseen"))
    if not said.colours:
        return _only_choice("needs_cells", options)
    wanted = Counter(said.colours)
    return [o for o in options if Counter(board[cell] for cell in o.cells) == wanted]


def _of_colours(said: Said, options: list[Option]) -> list[Option]:
    """Return the moves of exactly the colours that were named."""
    if said.cells or said.cards:
        return []
    if not said.colours:
        return _only_choice("needs_colours", options)
    wanted = Counter(said.colours)
    return [option for option in options if Counter(option.colours) == wanted]


def _only_choice(needed: str, options: list[Option]) -> list[Option]:
    """Return the options if the rules leave no choice: a verb alone ("steal") is then enough."""
    if len(options) > 1 or options[0].verb not in _CHOICES:
        raise _ReadingError(Problem(needed), options)
    return options


def _with_card(verb: str, said: Said, view: View, options: list[Option]) -> list[Option]:
    """Return the moves that buy, reserve or choose the card that was named."""
    if not said.cards:
        return _only_choice("needs_card", options)
    cards = {_card_id(named, view) for named in said.cards}
    if len(cards) > 1:
        raise _ReadingError(Problem("many_cards", {"cards": said.cards}))
    (card,) = cards
    if card not in _cards_within_reach(verb, view):
        if verb == "royal":
            raise _ReadingError(Problem("no_royal", {"card": said.cards[0]}))
        raise _ReadingError(Problem("no_card", {"card": said.cards[0], "verb": verb}))
    options = [option for option in options if option.card == card]
    if verb == "royal":
        return [] if said.cells or said.colours else options
    if verb == "reserve":
        return _reservation(said, view, card, options)
    if said.cells:
        return []
    fitting = fitting_purchases(said.pieces, options, view)
    if len({option.wild for option in fitting}) > 1:
        raise _ReadingError(Problem("needs_card_colour"), fitting)
    return fitting


def _reservation(said: Said, view: View, card: str | None, options: list[Option]) -> list[Option]:
    """Return the ways to reserve the card; the gold may go unnamed if there is only one."""
    if set(said.colours) - {"gold", card_colour(card)}:
        return []
    if said.cells:
        board = _board(view)
        if UNSEEN in (board[cell] for cell in said.cells):
            raise _ReadingError(Problem("unseen"))
        return [option for option in options if option.cells == said.cells]
    if UNSEEN in view["board"]:
        raise _ReadingError(Problem("unseen"))
    if len(options) > 1:
        raise _ReadingError(Problem("needs_gold_cell"), options)
    return options


def _board(view: View) -> dict[str, str | None]:
    return dict(zip(CELL_NAMES, view["board"], strict=True))


def _card_id(named: str, view: View) -> str | None:
    """Return the id of a card named by id or by its place, None if the place is empty."""
    if named[0] == "r" and view["phase"] == "royal":
        return f"R-0{named[1:]}"
    if named[0] == "r":
        held = _held(view)
        return held[int(named[1:]) - 1] if 0 < int(named[1:]) <= len(held) else None
    if "." in named:
        level, slot = named.split(".")
        row = view["market"].get(level, [])
        return row[int(slot) - 1] if 0 < int(slot) <= len(row) else None
    return named


def _held(view: View) -> list[str | None]:
    return [card.get("id") for card in view["players"][view["to_move"]]["reserved"]]


def _cards_within_reach(verb: str, view: View) -> set[str | None]:
    """Return what the seat can see and could buy, reserve or choose if the rest were right.

    A card that lies in a deck, is hidden in the opponent's hand or does not exist is equally
    out of reach.
    """
    if verb == "royal":
        return set(view["royals"])
    within = {card for row in view["market"].values() for card in row}
    if verb == "buy":
        within |= set(_held(view))
    else:
        within |= {f"deck{level}" for level, left in view["decks"].items() if left}
    return within - {None}
