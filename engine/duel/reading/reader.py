"""How a clause on Splendor Duel becomes one legal move: cells, privileges, royals, wild cards."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from engine.duel.facts import CELL_NAMES
from engine.duel.moves import Option, option_of
from engine.duel.reading import DuelProblem, cards
from engine.duel.reading.cards import Payment
from engine.duel.reading.clauses import GRAMMAR
from engine.duel.reading.parsed_clause import ParsedClause
from engine.duel.reading.words import ROYAL
from engine.reading import Problem, pinned_turns, reader
from engine.reading.cards import View
from engine.reading.nearest import Candidate
from engine.reading.reader import ReadingError

UNSEEN = "unseen"
"""On the board of a view: a token still to be laid out, nobody knows which (`foresight.py`)."""


class DuelReader(reader.ClauseReader[ParsedClause, Option]):
    """Reads texts on Splendor Duel."""

    grammar = GRAMMAR
    payment = Payment()
    choices = ("token", "steal", "royal", "discard")

    def option_of(self, move: str) -> Option:
        """Return the parts of a canonical move."""
        return option_of(move)

    def card_id(self, named: str, view: View) -> str | None:
        """Return the id of a card or royal named by id or by its place, None if it is empty."""
        return cards.card_id(named, view)

    def is_true(self, fact: str, card: str, view: View) -> bool:
        """Return whether a fact such as `crowns 1` is true of the card or royal."""
        return cards.is_true(fact, card, view)

    def within_reach(self, verb: str, view: View) -> set[str]:
        """Return what the seat can see and could choose with that verb if the rest were right."""
        return cards.cards_within_reach(verb, view)

    def no_card(self, verb: str, named: str) -> Problem:
        """Return the refusal of a card or royal that is out of reach."""
        if verb == "royal":
            return DuelProblem("no_royal", {"card": named})
        return super().no_card(verb, named)

    def candidate(self, option: Option, view: View) -> Candidate[Option]:
        """Return the move with its cells and the colours that lie there."""
        colours = [_board(view)[cell] for cell in option.cells] if option.verb != "buy" else ()
        return Candidate(option, option.cells, colours or option.colours)

    def nothing_legal(self, view: View) -> Problem:
        """Return why there is no legal move at all."""
        return Problem("unseen" if UNSEEN in view["board"] else "over")

    def not_now(self, verb: str, possible: Sequence[str], view: View) -> Problem:
        """Return why there is no legal move of that verb."""
        if verb in ("take", "reserve") and UNSEEN in view["board"]:
            return Problem("unseen")
        return super().not_now(verb, possible, view)

    def verb_meant(self, clause: ParsedClause, view: View) -> str | None:
        """Return the verb of the move that was meant; None if none was said and none is plain."""
        # Where only one kind of choice is open, its verb may be left out. As a turn begins, two or
        # more tokens can only be taken, and taking can be taken back; all else needs its verb.
        verb, phase = clause.verb, view["phase"]
        if verb in (None, "choose"):
            return self._verb_left_out(clause, phase)
        if verb == "draw":
            return "reserve"
        if verb != "take":
            return verb
        if phase in ("token", "steal", "royal"):
            return str(phase)
        if _names_royal(clause):
            return "royal"
        if clause.from_opponent:
            return "steal"
        if any(card.startswith("deck") for card in clause.cards):
            return "reserve"
        return "use" if clause.with_privilege else "take"

    def _verb_left_out(self, clause: ParsedClause, phase: str) -> str | None:
        if phase in self.choices and not (clause.verb and phase == "discard"):
            return phase
        if _names_royal(clause):
            return "royal"
        if clause.with_privilege:
            return "use"
        tokens = len(clause.cells) or len(clause.colours)
        several = tokens > 1 and not clause.cards and not clause.facts
        return "take" if not clause.verb and several else None

    def fitting(
        self, verb: str, clause: ParsedClause, view: View, options: list[Option]
    ) -> list[Option]:
        """Return those of the moves of that verb that fit what was said, or raise ReadingError."""
        match verb:
            case "take" | "use" | "token":
                return self._on_cells(clause, view, options)
            case "steal" | "discard":
                return self.of_colours(clause, options)
            case "replenish":
                return options
            case "royal":
                return self.with_card(verb, clause, view, options)
            case "reserve":
                return self._reservation(clause, view, self.with_card(verb, clause, view, options))
        fitting = self.purchases(clause, view, options)
        if len({option.wild for option in fitting}) > 1:
            raise ReadingError(DuelProblem("needs_card_colour"), fitting)
        return fitting

    def check(self, clause: ParsedClause, option: Option, view: View) -> None:
        """Refuse a claim that the opponent gets a privilege for it, if that is not so."""
        if clause.claim and not _gives_a_privilege(option, view):
            raise ReadingError(Problem("untrue", {"text": clause.claim}), [option])

    def _on_cells(self, clause: ParsedClause, view: View, options: list[Option]) -> list[Option]:
        """Return the moves onto the cells that were named, or that hold just the colours named."""
        board = _board(view)
        if clause.cells:
            found = Counter(board[cell] for cell in clause.cells)
            if UNSEEN in found:
                raise ReadingError[Option](Problem("unseen"))
            # Colours beside cells describe the tokens there: "the red on c3".
            if any(found[colour] < clause.colours.count(colour) for colour in clause.colours):
                lies = tuple(board[cell] or "nothing" for cell in clause.cells)
                told = {"cells": clause.cells, "found": lies, "said": clause.colours}
                raise ReadingError[Option](DuelProblem("other_tokens", told))
            self.check_totals(clause, len(clause.cells))
            return [option for option in options if option.cells == clause.cells]
        if UNSEEN in view["board"]:
            raise ReadingError[Option](Problem("unseen"))
        if not clause.colours:
            return self.only_choice(DuelProblem("needs_cells"), options)
        self.check_totals(clause, len(clause.colours))
        wanted = Counter(clause.colours)
        return [o for o in options if Counter(board[cell] for cell in o.cells) == wanted]

    def _reservation(self, clause: ParsedClause, view: View, options: list[Option]) -> list[Option]:
        """Return the ways to reserve the card; the gold may go unnamed if there is only one."""
        if clause.colours.count("gold") > 1:
            return []
        if clause.cells:
            board = _board(view)
            if UNSEEN in (board[cell] for cell in clause.cells):
                raise ReadingError[Option](Problem("unseen"))
            return [option for option in options if option.cells == clause.cells]
        if UNSEEN in view["board"]:
            raise ReadingError[Option](Problem("unseen"))
        if len(options) > 1:
            raise ReadingError(DuelProblem("needs_gold_cell"), options)
        return options


def _names_royal(clause: ParsedClause) -> bool:
    return any(piece.kind == ROYAL for piece in clause.pieces) or any(
        card.startswith(("R-", "place")) for card in clause.cards
    )


def _gives_a_privilege(option: Option, view: View) -> bool:
    """Return whether the opponent gets a privilege for the move."""
    if option.verb == "replenish":
        return True
    board = _board(view)
    tokens = Counter(board[cell] for cell in option.cells)
    return option.verb == "take" and (max(tokens.values()) == 3 or tokens["pearl"] == 2)


def _board(view: View) -> dict[str, str | None]:
    return dict(zip(CELL_NAMES, view["board"], strict=True))


READER = DuelReader()
read = READER.read
parse_text = READER.parse_text
read_clause = READER.read_clause
pinned = partial(pinned_turns.pinned, READER)
