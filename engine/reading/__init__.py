"""What a reader answers: the canonical move a text means, or why it means none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Protocol, TypeVar

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "empty": "There is no move in this text.",
        "too_long": "This text is too long to be read as a move.",
        "unknown": "Not understood: {words}.",
        "negated": "“{word}” says what not to do; please write only what you do.",
        "question": "“{word}” makes this a question; please write only what you do.",
        "condition": "“{word}” makes this a condition; please write only what you do.",
        "choice": "“{word}” offers a choice; please write only the one move you mean.",
        "reported": "“{word}” tells of something that was done; please write only what you do now.",
        "hedged": "“{word}” leaves open whether you mean it; please write only what you do now.",
        "others": "“{word}” speaks of somebody else’s move; please write only what you do.",
        "incomplete": "A word is missing beside “{word}”; please write the whole move.",
        "counts": "It is not clear which number belongs to which colour; "
        "please write “2 red, 1 blue”.",
        "untrue": "“{text}” does not happen with this move; please check it.",
        "ambiguous": "“{word}” can mean {meanings}; please write the word you mean.",
        "gold_or_choice": "“{word}” can mean gold or offer a choice; "
        "please write “gold”, or only the one move you mean.",
        "no_verb": "The text does not say what to do; possible now: {verbs}.",
        "many_verbs": "This reads like several moves ({verbs}); put a semicolon between them.",
        "not_now": "“{verb}” is not possible now; possible: {verbs}.",
        "no_card": "There is no card {card} that you can {verb}.",
        "other_card": "What you write about {card} is not true of that card.",
        "which_card": "{count} cards fit this description; please write which one you mean.",
        "many_cards": "Only one card can be named here, not {cards}.",
        "needs_card": "Please name the card.",
        "needs_colours": "Please name the colours.",
        "several": "{count} legal moves fit this text; please write which one you mean.",
        "not_legal": "“{understood}” is not a legal move here.",
        "over": "There is nothing to choose here.",
        "unseen": "This rests on cards or tokens that are not laid out yet; "
        "send the rest of your turn when you have seen them.",
        "not_your_turn": "It is not your turn.",
        "turn_over": "Understood: {understood}. Your turn is over before “{text}”, "
        "so none of these moves was played.",
        "another_turn": "Understood: {understood}. “{text}” belongs to your extra turn; "
        "send it when you have seen what came of the first one.",
    }
)
"""The reasons for a refusal that every game has, by their codes, in English.

Other languages translate by the code. A game that has further ones brings a `Problem` of its own.
"""

Fact = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a text was refused: a code of `sentences`, and the facts its sentence names.

    Verbs, colours, cells and cards in the facts are canonical, so that they can be translated;
    `word`, `words` and `text` quote what was written.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    sentences: ClassVar[Mapping[str, str]] = SENTENCES
    """Every reason that there is, by its code."""

    @property
    def sentence(self) -> str:
        """The refusal as one English sentence."""
        shown = {
            name: ", ".join(fact) if isinstance(fact, tuple) else fact
            for name, fact in self.facts.items()
        }
        return self.sentences[self.code].format_map(shown)


@dataclass(frozen=True, slots=True)
class MoveReading:
    """What a text was read as: exactly one of `move` and `problem` is set.

    `understood` repeats what was made out, in canonical words; `suggestions` are the legal moves
    nearest to it, at most three, none when the move was read.
    """

    move: str | None
    understood: str
    problem: Problem | None = None
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PinnedTurn:
    """A turn written ahead of time: it names things themselves, no places where they lie now.

    If it cannot be kept, `problem` or `trouble` says why: `empty` if nothing lies at the place in
    `named`, `described` if a card is described, and the description may fit another by then.
    """

    text: str
    problem: Problem | None = None
    trouble: str = ""
    named: str = ""


class Clause(Protocol):
    """What a text says of one move; what is in it is the game's affair."""

    @property
    def text(self) -> str:
        """The words of the clause."""


class ParsedText(Protocol):
    """What a text says: its clauses, and why none of it can be played, if that is so."""

    @property
    def clauses(self) -> Sequence[Clause]:
        """What is said, move by move."""

    @property
    def problem(self) -> Problem | None:
        """What forbids to play any of it."""


class Option(Protocol):
    """The parts of a canonical move."""

    @property
    def move(self) -> str:
        """Its canonical text."""

    @property
    def verb(self) -> str:
        """Its first word."""

    @property
    def card(self) -> str | None:
        """A card or a tile by its id, or a deck as `deck2`."""

    @property
    def colours(self) -> tuple[str, ...]:
        """What is taken or discarded; in a purchase, what gold is paid for."""


O = TypeVar("O", bound=Option)  # noqa: E741
