"""The generous reader: from what a clause says to one legal move, or why it is not one.

Everything is decided from the seat's view and its list of legal moves, so that a refusal tells
nothing hidden. A text is never guessed at: every word must be accounted for, what is said must be
true, and what fits two moves is refused, with suggestions.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Generic

from engine.reading import MoveReading, O, Problem
from engine.reading.cards import View, cards_within_reach
from engine.reading.clauses import ParsedClauses, clauses_of
from engine.reading.grammar import Grammar, S
from engine.reading.nearest import Candidate, nearest
from engine.reading.parsed_clause import ParsedClause
from engine.reading.payment import Payment, colours_of_card

LONGEST = 500
"""Characters; no move needs half of them."""


class ReadingError(Exception, Generic[O]):
    """The clause is no legal move; `near` are the moves it might mean."""

    def __init__(self, problem: Problem, near: Sequence[O] = ()) -> None:
        self.problem = problem
        self.near = near


class ClauseReader(ABC, Generic[S, O]):
    """Reads the texts of one game, which says here what is its own."""

    grammar: Grammar[S]
    payment: Payment[O]
    choices: Sequence[str]
    """Phases with one kind of choice, named like its verb, which may then be left out."""

    @abstractmethod
    def option_of(self, move: str) -> O:
        """Return the parts of a canonical move."""

    @abstractmethod
    def verb_meant(self, clause: S, view: View) -> str | None:
        """Return the verb of the move that was meant; None if none was said and none is plain."""

    @abstractmethod
    def fitting(self, verb: str, clause: S, view: View, options: list[O]) -> list[O]:
        """Return those of the moves of that verb that fit what was said, or raise ReadingError."""

    @abstractmethod
    def card_id(self, named: str, view: View) -> str | None:
        """Return the id of a card named by id or by its place, None if the place is empty."""

    @abstractmethod
    def is_true(self, fact: str, card: str, view: View) -> bool:
        """Return whether a fact such as `points 3` is true of the card."""

    def check(self, clause: S, option: O, view: View) -> None:
        """Raise ReadingError if more is said of the move than is true."""

    def not_now(self, verb: str, possible: Sequence[str], view: View) -> Problem:
        """Return why there is no legal move of that verb."""
        return Problem("not_now", {"verb": verb, "verbs": tuple(possible)})

    def nothing_legal(self, view: View) -> Problem:
        """Return why there is no legal move at all."""
        return Problem("over")

    def within_reach(self, verb: str, view: View) -> set[str]:
        """Return what the seat can see and could choose with that verb if the rest were right."""
        return cards_within_reach(verb, view)

    def no_card(self, verb: str, named: str) -> Problem:
        """Return the refusal of a card that is out of reach."""
        return Problem("no_card", {"card": named, "verb": verb})

    def candidate(self, option: O, view: View) -> Candidate[O]:
        """Return the move with what a text may name of it."""
        return Candidate(option, (), option.colours)

    def read(
        self, view: View, legal: Sequence[str], text: str, language: str | None = None
    ) -> MoveReading:
        """Return the one legal move that the text means, or what is wrong with it; never raise."""
        # `language` ("fr") is a hint for words that mean different things in different languages.
        if text in legal:
            return MoveReading(text, text)
        parsed = self.parse_text(text, language)
        if parsed.problem is None and len(parsed.clauses) > 1:
            verbs = tuple(clause.verb or clause.text for clause in parsed.clauses)
            parsed = ParsedClauses(parsed.clauses[:1], Problem("many_verbs", {"verbs": verbs}))
        clause = parsed.clauses[0] if parsed.clauses else self.grammar.clause_type(None, ())
        return self.read_clause(view, legal, clause, parsed.problem)

    def parse_text(self, text: str, language: str | None = None) -> ParsedClauses[S]:
        """Return what the text says, clause by clause; nothing here knows the position."""
        parsed = clauses_of(text[: LONGEST * 4], language, self.grammar)
        longest = max((len(clause.text) for clause in parsed.clauses), default=0)
        if len(text) > LONGEST * 4 or longest > LONGEST:
            return ParsedClauses(parsed.clauses, Problem("too_long"))
        return parsed

    def read_clause(
        self, view: View, legal: Sequence[str], clause: S, problem: Problem | None = None
    ) -> MoveReading:
        """Return the legal move that the clause means, or what is wrong with it; never raise."""
        # `problem` is one that the whole text has, so that only the nearest moves are looked for.
        if not legal:
            return MoveReading(None, clause.understood, problem or self.nothing_legal(view))
        options = [self.option_of(move) for move in legal]
        try:
            if problem:
                raise ReadingError[O](problem)
            move = self._move(clause, view, options)
        except ReadingError as error:
            suggestions = nearest(
                (self.candidate(option, view) for option in options),
                clause,
                self.grammar.lexicon,
                problem=error.problem,
                near=error.near,
                cards={self.card_id(card, view) or card for card in clause.cards},
            )
            return MoveReading(None, clause.understood, error.problem, suggestions)
        return MoveReading(move, move)

    def _move(self, clause: S, view: View, options: list[O]) -> str:
        verb = self._verb(clause, view, options)
        if problem := clause.problem(verb):
            raise ReadingError[O](problem)
        options = [option for option in options if option.verb == verb]
        fitting = self.fitting(verb, clause, view, options)
        if not fitting:
            raise ReadingError[O](Problem("not_legal", {"understood": clause.understood or verb}))
        if len(fitting) > 1:
            raise ReadingError(Problem("several", {"count": len(fitting)}), fitting)
        self.check(clause, fitting[0], view)
        return fitting[0].move

    def _verb(self, clause: S, view: View, options: list[O]) -> str:
        """Return the one verb that was meant."""
        possible = tuple(dict.fromkeys(option.verb for option in options))
        if problem := clause.problem(None):
            raise ReadingError[O](problem)
        if not clause.pieces and not clause.verb:
            raise ReadingError[O](Problem("empty"))
        verb = self.verb_meant(clause, view)
        if verb is None:
            raise ReadingError[O](Problem("no_verb", {"verbs": possible}))
        if verb not in possible:
            raise ReadingError[O](self.not_now(verb, possible, view))
        return verb

    def of_colours(self, clause: S, options: list[O]) -> list[O]:
        """Return the moves of exactly the colours that were named."""
        if not clause.colours:
            return self.only_choice("needs_colours", options)
        self.check_totals(clause, len(clause.colours))
        wanted = Counter(clause.colours)
        return [option for option in options if Counter(option.colours) == wanted]

    def check_totals(self, clause: S, meant: int) -> None:
        """Refuse a number of tokens ("take 3 gems") that is not that of the tokens named."""
        wrong = tuple(str(total) for total in clause.totals if total != meant)
        if wrong:
            raise ReadingError[O](Problem("unknown", {"words": wrong}))

    def only_choice(self, needed: str | Problem, options: list[O]) -> list[O]:
        """Return the options if the rules leave no choice: a verb alone is then enough."""
        if len(options) > 1 or options[0].verb not in self.choices:
            problem = Problem(needed) if isinstance(needed, str) else needed
            raise ReadingError(problem, options)
        return options

    def with_card(self, verb: str, clause: S, view: View, options: list[O]) -> list[O]:
        """Return the moves with the card that was named or described."""
        card = self._card(verb, clause, view, options)
        return [option for option in options if option.card == card]

    def purchases(self, clause: S, view: View, options: list[O]) -> list[O]:
        """Return the purchases of the card that are paid as was said."""
        options = self.with_card("buy", clause, view, options)
        return self.payment.fitting(clause.counted, options, view, added=clause.adds_a_colour)

    def _card(self, verb: str, clause: S, view: View, options: list[O]) -> str:
        """Return the one card that is meant; all that is said of it must be true."""
        facts = self.facts_of_card(verb, clause)
        within = self.within_reach(verb, view)
        named = clause.cards or _decks_meant(clause, facts)
        if not named and not facts:
            return self.only_choice("needs_card", options)[0].card or ""
        if not named:
            fitting = self._fitting_cards(within, facts, view)
            if len(fitting) == 1:
                return fitting[0]
            problem = Problem("which_card", {"count": len(fitting)})
            raise ReadingError(problem, [option for option in options if option.card in fitting])
        cards = {self.card_id(name, view) for name in named}
        if len(cards) > 1:
            raise ReadingError[O](Problem("many_cards", {"cards": tuple(named)}))
        (card,) = cards
        if card is None or card not in within:
            raise ReadingError[O](self.no_card(verb, named[0]))
        if not all(self.is_true(fact, card, view) for fact in facts):
            near = [option for option in options if option.card == card]
            raise ReadingError(Problem("other_card", {"card": named[0]}), near)
        return card

    def facts_of_card(self, verb: str, clause: S) -> list[str]:
        """Return what is said of the card, its colour included."""
        facts = list(clause.facts)
        if verb == "reserve":
            facts += [f"colour {colour}" for colour in clause.colours if colour != "gold"]
        elif not clause.cards:
            facts += [f"colour {piece.value}" for piece in colours_of_card(clause.counted)[0]]
        return facts

    def _fitting_cards(self, within: set[str], facts: list[str], view: View) -> list[str]:
        """Return the cards, without decks, for which all the facts are true, sorted."""
        return sorted(
            card
            for card in within
            if not card.startswith("deck") and all(self.is_true(fact, card, view) for fact in facts)
        )


def _decks_meant(clause: ParsedClause, facts: list[str]) -> tuple[str, ...]:
    """Return the deck of a card that is drawn: "draw a card of level 2" names no card."""
    levels = [fact.removeprefix("level ") for fact in facts if fact.startswith("level ")]
    return (f"deck{levels[0]}",) if clause.draws and len(levels) == 1 else ()
