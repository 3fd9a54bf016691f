"""The generous reader: from what a clause says to one legal move, or why it is none.

Everything is decided from the seat's view and its list of legal moves, so that a refusal tells
nothing hidden. A text is never guessed at: every word must be accounted for, what is said must be
true, and what fits two moves is refused, with suggestions.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.duel.board import CELL_NAMES
from engine.duel.options import Option, option_of
from engine.duel.reading.clauses import Heard, clauses_of
from engine.duel.reading.described import card_id, cards_within_reach, fitting_cards
from engine.duel.reading.nearest import nearest
from engine.duel.reading.payment import colours_of_card, fitting_purchases
from engine.duel.reading.piece import ROYAL
from engine.duel.reading.said import Said
from engine.reading import Problem, Reading

LONGEST = 500
"""Characters; no move needs half of them."""

UNSEEN = "unseen"
"""On the board of a view: a token still to be laid out, nobody knows which (`foresight.py`)."""

_CHOICES = ("token", "steal", "royal", "discard")
"""Phases with one kind of choice, named like its verb, which may then be left out."""

View = dict[str, Any]


class _ReadingError(Exception):
    """The clause is no legal move; `near` are the moves it might mean."""

    def __init__(self, problem: Problem, near: Sequence[Option] = ()) -> None:
        self.problem = problem
        self.near = near


def read(view: View, legal: Sequence[str], text: str, language: str | None = None) -> Reading:
    """Return the one legal move that the text means, or what is wrong with it; never raise.

    `view` and `legal` are those of the seat to move; `language` ("fr") is a hint for the few
    words that mean different things in different languages.
    """
    if text in legal:
        return Reading(text, text)
    heard = hear(text, language)
    if heard.problem is None and len(heard.clauses) > 1:
        verbs = tuple(said.verb or said.text for said in heard.clauses)
        heard = Heard(heard.clauses[:1], Problem("many_verbs", {"verbs": verbs}))
    said = heard.clauses[0] if heard.clauses else Said(None, ())
    return read_clause(view, legal, said, heard.problem)


def hear(text: str, language: str | None = None) -> Heard:
    """Return what the text says, clause by clause; nothing here knows the position."""
    heard = clauses_of(text[: LONGEST * 4], language)
    longest = max((len(said.text) for said in heard.clauses), default=0)
    if len(text) > LONGEST * 4 or longest > LONGEST:
        return Heard(heard.clauses, Problem("too_long"))
    return heard


def read_clause(
    view: View, legal: Sequence[str], said: Said, problem: Problem | None = None
) -> Reading:
    """Return the legal move that the clause means, or what is wrong with it; never raise.

    `problem` is one that the whole text has, so that only the nearest moves are looked for.
    """
    if not legal:
        problem = problem or Problem("unseen" if UNSEEN in view["board"] else "over")
        return Reading(None, said.understood, problem)
    options = [option_of(move) for move in legal]
    try:
        if problem:
            raise _ReadingError(problem)
        move = _move(said, view, options)
    except _ReadingError as error:
        cards = {card_id(card, view) or card for card in said.cards}
        suggestions = nearest(
            options,
            said,
            said.text,
            problem=error.problem,
            near=error.near,
            cards=cards,
            board=_board(view),
        )
        return Reading(None, said.understood, error.problem, suggestions)
    return Reading(move, move)


def _move(said: Said, view: View, options: list[Option]) -> str:
    verb = _verb(said, view, options)
    if problem := said.problem(verb):
        raise _ReadingError(problem)
    options = [option for option in options if option.verb == verb]
    match verb:
        case "take" | "use" | "token":
            fitting = _on_cells(said, view, options)
        case "steal" | "discard":
            fitting = _of_colours(said, options)
        case "replenish":
            fitting = options
        case _:
            fitting = _with_card(verb, said, view, options)
    if not fitting:
        raise _ReadingError(Problem("not_legal", {"understood": said.understood or verb}))
    if len(fitting) > 1:
        raise _ReadingError(Problem("several", {"count": len(fitting)}), fitting)
    (option,) = fitting
    if said.claim and not _gives_a_privilege(option, view):
        raise _ReadingError(Problem("untrue", {"text": said.claim}), fitting)
    return option.move


def _verb(said: Said, view: View, options: list[Option]) -> str:
    """Return the one verb that was meant."""
    possible = tuple(dict.fromkeys(option.verb for option in options))
    if problem := said.problem(None):
        raise _ReadingError(problem)
    if not said.pieces and not said.verb:
        raise _ReadingError(Problem("empty"))
    verb = _verb_of_phase(said, view["phase"])
    if verb is None:
        raise _ReadingError(Problem("no_verb", {"verbs": possible}))
    if verb not in possible:
        if verb in ("take", "reserve") and UNSEEN in view["board"]:
            raise _ReadingError(Problem("unseen"))
        raise _ReadingError(Problem("not_now", {"verb": verb, "verbs": possible}))
    return verb


def _verb_of_phase(said: Said, phase: str) -> str | None:
    """Return the verb of the move that was meant; None if none was said and none is plain.

    Where only one kind of choice is open, its verb may be left out. At the beginning of a turn two
    or more tokens can only be taken, and taking can be taken back; all else needs its verb.
    """
    verb = said.verb
    royal = any(p.kind == ROYAL for p in said.pieces) or any(
        card.startswith(("R-", "place")) for card in said.cards
    )
    if verb in (None, "choose"):
        if phase in _CHOICES and not (verb and phase == "discard"):
            return phase
        if royal:
            return "royal"
        if said.with_privilege:
            return "use"
        tokens = len(said.cells) or len(said.colours)
        return "take" if not verb and tokens > 1 and not said.cards and not said.facts else None
    if verb == "draw":
        return "reserve"
    if verb != "take":
        return verb
    if phase in ("token", "steal", "royal"):
        return phase
    if royal:
        return "royal"
    if said.from_opponent:
        return "steal"
    if any(card.startswith("deck") for card in said.cards):
        return "reserve"
    return "use" if said.with_privilege else "take"


def _on_cells(said: Said, view: View, options: list[Option]) -> list[Option]:
    """Return the moves onto the cells that were named, or that hold just the colours named."""
    board = _board(view)
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
        _check_totals(said, len(said.cells))
        return [option for option in options if option.cells == said.cells]
    if UNSEEN in view["board"]:
        raise _ReadingError(Problem("unseen"))
    if not said.colours:
        return _only_choice("needs_cells", options)
    _check_totals(said, len(said.colours))
    wanted = Counter(said.colours)
    return [o for o in options if Counter(board[cell] for cell in o.cells) == wanted]


def _of_colours(said: Said, options: list[Option]) -> list[Option]:
    """Return the moves of exactly the colours that were named."""
    if not said.colours:
        return _only_choice("needs_colours", options)
    _check_totals(said, len(said.colours))
    wanted = Counter(said.colours)
    return [option for option in options if Counter(option.colours) == wanted]


def _check_totals(said: Said, meant: int) -> None:
    """Refuse a number of tokens ("take 3 gems") that is not that of the tokens named."""
    wrong = tuple(str(total) for total in said.totals if total != meant)
    if wrong:
        raise _ReadingError(Problem("unknown", {"words": wrong}))


def _only_choice(needed: str, options: list[Option]) -> list[Option]:
    """Return the options if the rules leave no choice: a verb alone ("steal") is then enough."""
    if len(options) > 1 or options[0].verb not in _CHOICES:
        raise _ReadingError(Problem(needed), options)
    return options


def _with_card(verb: str, said: Said, view: View, options: list[Option]) -> list[Option]:
    """Return the moves that buy, reserve or choose the card that was named or described."""
    card = _card(verb, said, view, options)
    options = [option for option in options if option.card == card]
    if verb == "royal":
        return options
    if verb == "reserve":
        return _reservation(said, view, options)
    fitting = fitting_purchases(said.counted, options, view, added=said.adds_a_colour)
    if len({option.wild for option in fitting}) > 1:
        raise _ReadingError(Problem("needs_card_colour"), fitting)
    return fitting


def _card(verb: str, said: Said, view: View, options: list[Option]) -> str:
    """Return the one card that is meant; all that is said of it must be true."""
    facts = list(said.facts)
    if verb == "reserve":
        facts += [f"colour {colour}" for colour in said.colours if colour != "gold"]
    elif not said.cards:
        facts += [f"colour {piece.value}" for piece in colours_of_card(said.counted)[0]]
    within = cards_within_reach(verb, view)
    named = said.cards or _decks_meant(said, facts)
    if not named and not facts:
        return _only_choice("needs_card", options)[0].card or ""
    if not named:
        fitting = fitting_cards((c for c in within if not c.startswith("deck")), facts, view)
        if len(fitting) == 1:
            return fitting[0]
        problem = Problem("which_card", {"count": len(fitting)})
        raise _ReadingError(problem, [option for option in options if option.card in fitting])
    cards = {card_id(name, view) for name in named}
    if len(cards) > 1:
        raise _ReadingError(Problem("many_cards", {"cards": tuple(named)}))
    (card,) = cards
    if card is None or card not in within:
        if verb == "royal":
            raise _ReadingError(Problem("no_royal", {"card": named[0]}))
        raise _ReadingError(Problem("no_card", {"card": named[0], "verb": verb}))
    if not fitting_cards([card], facts, view):
        raise _ReadingError(
            Problem("other_card", {"card": named[0]}), [o for o in options if o.card == card]
        )
    return card


def _decks_meant(said: Said, facts: list[str]) -> tuple[str, ...]:
    """Return the deck of a card that is drawn: "draw a card of level 2" names no card."""
    levels = [fact.removeprefix("level ") for fact in facts if fact.startswith("level ")]
    return (f"deck{levels[0]}",) if said.draws and len(levels) == 1 else ()


def _reservation(said: Said, view: View, options: list[Option]) -> list[Option]:
    """Return the ways to reserve the card; the gold may go unnamed if there is only one."""
    if said.colours.count("gold") > 1:
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


def _gives_a_privilege(option: Option, view: View) -> bool:
    """Return whether the opponent gets a privilege for the move."""
    if option.verb == "replenish":
        return True
    board = _board(view)
    tokens = Counter(board[cell] for cell in option.cells)
    return option.verb == "take" and (max(tokens.values()) == 3 or tokens["pearl"] == 2)


def _board(view: View) -> dict[str, str | None]:
    return dict(zip(CELL_NAMES, view["board"], strict=True))
