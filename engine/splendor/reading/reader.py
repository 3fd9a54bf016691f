"""How a clause on Splendor becomes one legal move: tokens, cards, tiles, and the card kept."""

from collections import Counter
from collections.abc import Sequence

from engine.reading import Problem, reader
from engine.reading.cards import View, card_at, place_of
from engine.reading.payment import GOLD
from engine.reading.piece import COLOUR
from engine.reading.reader import ReadingError
from engine.splendor.facts import COLOURS, RULES_1, Amounts, Facts
from engine.splendor.moves import Option, option_of
from engine.splendor.reading import SplendorProblem
from engine.splendor.reading.clauses import GRAMMAR, ParsedClauses
from engine.splendor.reading.parsed_clause import ParsedClause
from engine.splendor.reading.payment import Payment

__all__ = ["ParsedClause", "ParsedClauses", "SplendorReader", "read"]


class SplendorReader(reader.ClauseReader[ParsedClause, Option]):
    """Reads texts on Splendor; what is printed on cards and tiles is handed in."""

    grammar = GRAMMAR
    choices = ("extra", "keep", "discard", "noble", "post")

    def __init__(self, facts: Facts = RULES_1) -> None:
        self._facts = facts
        self.payment = Payment(facts)

    def option_of(self, move: str) -> Option:
        """Return the parts of a canonical move."""
        return option_of(move)

    def card_id(self, named: str, view: View) -> str | None:
        """Return the id of a card named by id or by its place, None if the place is empty."""
        if named[0] == "r" or "." in named:
            return card_at(named, view, view["to_move"])
        return named

    def is_true(self, fact: str, card: str, view: View) -> bool:
        """Return whether a fact such as `points 3` is true of the card."""
        name, value = fact.split(" ", 1)
        known = self._facts.card_of.get(card)
        if known is None:
            return fact == f"level {card[-1]}"
        truth = {
            "level": str(known.level),
            "points": str(known.points),
            "colour": COLOURS[known.colour],
            "place": place_of(card, view),
        }
        return truth.get(name) == value

    def verb_meant(self, clause: ParsedClause, view: View) -> str | None:
        """Return the verb of the move that was meant; None if none was said and none is plain."""
        # Where only one kind of choice is open, its verb may be left out. As a turn begins, two or
        # more tokens can only be taken, and taking can be taken back; all else needs its verb.
        verb, phase = clause.verb, view["phase"]
        if verb == "draw":
            return "reserve"
        if verb not in (None, "choose", "take"):
            return verb
        if clause.tile or clause.speaks_of_extra:
            return clause.tile or "extra"
        if phase in self.choices and not (verb and phase == "discard"):
            return str(phase)
        if verb == "take":
            takes_deck = any(card.startswith("deck") for card in clause.cards)
            return "reserve" if takes_deck else "take"
        several = len(clause.colours) > 1 and not clause.cards and not clause.facts
        return "take" if not verb and several else None

    def fitting(
        self, verb: str, clause: ParsedClause, view: View, options: list[Option]
    ) -> list[Option]:
        """Return those of the moves of that verb that fit what was said, or raise ReadingError."""
        match verb:
            case "pass":
                return options
            case "buy":
                return self.purchases(clause, view, options)
            case "reserve":
                return self._reservation(clause, view, self.with_card(verb, clause, view, options))
            case "keep":
                return self._kept(clause, view, options)
            case "noble" | "post":
                return self._tiles(verb, clause, view, options)
        return self.of_colours(clause, options)

    def _reservation(self, clause: ParsedClause, view: View, options: list[Option]) -> list[Option]:
        """Return the reservation; a gold that is named must really come with it."""
        named = [p for p in clause.pieces if p.kind == COLOUR and p.value == GOLD]
        if named and not view["bank"][GOLD]:
            raise ReadingError(Problem("untrue", {"text": named[0].text}), options)
        return options if len(named) <= 1 else []

    def _kept(self, clause: ParsedClause, view: View, options: list[Option]) -> list[Option]:
        """Return the choices of a card that fit its number, its name and what is said of it."""
        facts = [*clause.facts, *(f"colour {colour}" for colour in clause.colours)]
        if not (clause.numbers or clause.cards or facts):
            return self.only_choice(SplendorProblem("needs_kept"), options)
        drawn = view["drawn"]
        return [
            option
            for option in options
            if option.number is not None
            and all(number == option.number for number in clause.numbers)
            and all(card == drawn[option.number - 1] for card in clause.cards)
            and all(self.is_true(fact, drawn[option.number - 1] or "", view) for fact in facts)
        ]

    def _tiles(
        self, verb: str, clause: ParsedClause, view: View, options: list[Option]
    ) -> list[Option]:
        """Return the choices of the tile that was named or truly described."""
        named, offered = clause.cards, [str(option.card) for option in options]
        if not (named or clause.facts or clause.colours):
            return self.only_choice(SplendorProblem(f"needs_{verb}"), options)
        cards = {self._tile(verb, name, view, offered) for name in named}
        if len(cards) > 1:
            raise ReadingError[Option](Problem("many_cards", {"cards": named}))
        if named and not cards & set(offered):
            raise ReadingError(
                SplendorProblem(f"no_{verb}", {"card": named[0].removeprefix("place")}), options
            )
        fitting = [
            option
            for option in options
            if (not named or option.card in cards) and self._shows(str(option.card), clause)
        ]
        if named and not fitting:
            raise ReadingError(Problem("other_card", {"card": named[0]}), options)
        if len(fitting) != 1:
            problem = SplendorProblem(f"which_{verb}", {"count": len(fitting)})
            raise ReadingError(problem, fitting)
        return fitting

    def _tile(self, verb: str, named: str, view: View, offered: Sequence[str]) -> str | None:
        """Return the id of a tile; one that is counted must be so on the table and on offer."""
        if not named.startswith("place"):
            return named
        number = int(named.removeprefix("place"))
        table = view["nobles"] if verb == "noble" else [post.id for post in self._facts.posts]
        rows = (table, [tile for tile in table if tile in offered], offered)
        found = {row[number - 1] if 0 < number <= len(row) else None for row in rows}
        return found.pop() if len(found) == 1 else None

    def _shows(self, tile: str, clause: ParsedClause) -> bool:
        """Return whether all that is said is true of the tile: colours, numbers, its power."""
        facts = self._facts
        post = facts.post_of.get(tile)
        needs = _by_name(post.needs if post else facts.noble_of[tile].needs)
        colours = [piece for piece in clause.counted if piece.kind == COLOUR]
        return all(
            needs[piece.value] == piece.times if piece.times else piece.value in needs
            for piece in colours
        ) and all(post is not None and fact == f"power {post.power}" for fact in clause.facts)


def _by_name(needs: Amounts) -> Counter[str]:
    return Counter({COLOURS[colour]: number for colour, number in needs})


read = SplendorReader().read
"""Reads under rules version 1."""
