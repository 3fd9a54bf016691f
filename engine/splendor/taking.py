"""Tokens from the bank: `take COLOUR COLOUR COLOUR`, `take COLOUR COLOUR` and `extra COLOUR`."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engine.gems.colours import GEM_NAMES, GEMS
from engine.gems.market import Told
from engine.splendor.colours import GOLD, colour_names
from engine.splendor.facts import TOKEN_AFTER_PAIR
from engine.splendor.flow import after_action, refill_open_slot
from engine.splendor.move import Move
from engine.splendor.position import ACTION, EXTRA, Position
from engine.splendor.seeing.events import taken

MOST_TAKEN = 3
ENOUGH_FOR_A_PAIR = 4


def _take_text(colours: Iterable[int]) -> str:
    return "take " + " ".join(colour_names(colours))


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take three gems of different colours, or two of one colour."""

    colours: tuple[int, ...]
    is_pair: bool
    is_three: bool
    """Whether they are three different colours."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return _take_text(self.colours)

    def play(self, position: Position, told: Told) -> None:
        """Take the tokens; with T2 another one follows a pair."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        bank, colours = position.bank, self.colours
        for colour in colours:
            if not bank[colour]:
                raise self.refusal(f"there is no {GEM_NAMES[colour]} token in the bank")
        if not self.is_three:
            self._check_pair_or_rest(bank)

        tokens = position.players[position.seat].tokens
        for colour in colours:
            bank[colour] -= 1
            tokens[colour] += 1
        position.passes = 0
        if told is not None:
            told.append(taken(position.seat, colours, "take"))
        if self.is_pair and self._brings_another(position):
            position.pair = colours[0]
            position.phase = EXTRA
        else:
            after_action(position, told)

    def _brings_another(self, position: Position) -> bool:
        powers = position.players[position.seat].powers
        return TOKEN_AFTER_PAIR in powers and bool(extra_colours(position.bank, self.colours[0]))

    def _check_pair_or_rest(self, bank: list[int]) -> None:
        """Refuse what is neither a pair nor all that the bank has of fewer than three colours."""
        colours = self.colours
        if self.is_pair:
            if bank[colours[0]] < ENOUGH_FOR_A_PAIR:
                raise self.refusal("two of one colour need four or more in the bank")
        elif len(set(colours)) < len(colours):
            raise self.refusal("the colours must be different, or just two of the same")
        elif len(colours) < sum(map(bool, bank[:GOLD])):
            raise self.refusal("three different colours are taken, or all that there are")


@dataclass(frozen=True, slots=True)
class Extra(Move):
    """Take the further token that a post gives: T1 after a purchase, T2 after a pair."""

    colour: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"extra {GEM_NAMES[self.colour]}"

    def play(self, position: Position, told: Told) -> None:
        """Take the token; after a purchase the market is refilled then."""
        if position.phase != EXTRA:
            raise self.refusal_in_phase(position)
        if not position.bank[self.colour]:
            raise self.refusal(f"there is no {GEM_NAMES[self.colour]} token in the bank")
        if self.colour == position.pair:
            raise self.refusal("it must be of another colour than the two just taken")

        position.bank[self.colour] -= 1
        position.players[position.seat].tokens[self.colour] += 1
        if told is not None:
            told.append(taken(position.seat, [self.colour], "extra"))
        if position.pair is None:
            refill_open_slot(position, told)
        else:
            position.pair = None
        after_action(position, told)


def extra_colours(bank: list[int], pair: int | None) -> list[int]:
    """Return the colours of which a further token can be taken."""
    return [colour for colour in GEMS if bank[colour] and colour != pair]


def legal_takes(position: Position) -> list[str]:
    """Return every way to take tokens as canonical text, sorted."""
    return list(_takes(tuple(map(min, position.bank, _SIGNIFICANT))))


_SIGNIFICANT = (ENOUGH_FOR_A_PAIR,) * 5
"""More tokens of a colour than these make no difference, and gold none at all."""


@cache  # 5 to the power of 5 at most
def _takes(bank: tuple[int, ...]) -> tuple[str, ...]:
    there = [colour for colour in GEMS if bank[colour]]
    takes: Iterable[tuple[int, ...]] = combinations(there, min(len(there), MOST_TAKEN))
    pairs = [(colour, colour) for colour in there if bank[colour] >= ENOUGH_FOR_A_PAIR]
    return tuple(sorted(_take_text(colours) for colours in [*takes, *pairs] if colours))


def legal_extras(position: Position) -> list[str]:
    """Return every way to take a further token as canonical text, sorted."""
    return sorted(Extra(colour).text for colour in extra_colours(position.bank, position.pair))
