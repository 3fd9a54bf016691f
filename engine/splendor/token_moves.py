"""Moves about tokens and tiles: `take`, `extra`, `discard`, `noble ID`, `post ID`, and `pass`."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engine.gems.pieces import (
    GEM_NAMES,
    GEMS,
    EventSink,
    discard_text,
    discard_texts,
    discard_tokens,
)
from engine.splendor.card_moves import legal_buys, legal_reserves
from engine.splendor.facts import COLOURS, GOLD, TOKEN_AFTER_PAIR, UNKNOWN_ID
from engine.splendor.flow import (
    Move,
    after_action,
    after_gains,
    after_limit,
    nobles_due,
    posts_due,
    receive_post,
    refill_open_slot,
    taken,
    welcome,
    win_post,
)
from engine.splendor.position import ACTION, DISCARD, EXTRA, NOBLE, POST, Position, colour_names

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

    def play(self, position: Position, events: EventSink) -> None:
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
        if events is not None:
            events.append(taken(position.seat, colours, "take"))
        if self.is_pair and self._brings_another(position):
            position.pair = colours[0]
            position.phase = EXTRA
        else:
            after_action(position, events)

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

    def play(self, position: Position, events: EventSink) -> None:
        """Take the token; after a purchase the market is refilled then."""
        if position.phase != EXTRA:
            raise self.refusal_in_phase(position)
        if not position.bank[self.colour]:
            raise self.refusal(f"there is no {GEM_NAMES[self.colour]} token in the bank")
        if self.colour == position.pair:
            raise self.refusal("it must be of another colour than the two just taken")

        position.bank[self.colour] -= 1
        position.players[position.seat].tokens[self.colour] += 1
        if events is not None:
            events.append(taken(position.seat, [self.colour], "extra"))
        if position.pair is None:
            refill_open_slot(position, events)
        else:
            position.pair = None
        after_action(position, events)


def extra_colours(bank: list[int], pair: int | None) -> list[int]:
    """Return the colours in which a further token can be taken."""
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


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing, because nothing can be done."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "pass"

    def play(self, position: Position, events: EventSink) -> None:
        """Count it; the end of the turn still takes place."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        if not must_pass(position):
            raise self.refusal("something else is possible")
        position.passes += 1
        if events is not None:
            events.append({"kind": "passed", "seat": position.seat})
        after_action(position, events)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Return tokens to the bank, exactly down to the limit."""

    colours: tuple[int, ...]

    @property
    def text(self) -> str:
        """The canonical text."""
        return discard_text(self.colours, COLOURS)

    def play(self, position: Position, events: EventSink) -> None:
        """Put the tokens into the bank and go on."""
        if position.phase != DISCARD:
            raise self.refusal_in_phase(position)
        tokens = position.players[position.seat].tokens
        discard_tokens(self, self.colours, tokens, position.bank, COLOURS)
        if events is not None:
            gone = colour_names(self.colours)
            events.append({"kind": "discarded", "seat": position.seat, "colors": gone})
        after_limit(position, events)


@dataclass(frozen=True, slots=True)
class ChooseNoble(Move):
    """Choose among several nobles who would come."""

    noble_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"noble {self.noble_id}"

    def play(self, position: Position, events: EventSink) -> None:
        """Welcome the noble and go on."""
        if position.phase != NOBLE:
            raise self.refusal_in_phase(position)
        noble = position.facts.noble_of.get(self.noble_id)
        if noble not in nobles_due(position, position.players[position.seat]):
            raise self.refusal("that noble does not come now")
        welcome(position, noble, events)
        receive_post(position, events)


@dataclass(frozen=True, slots=True)
class ChoosePost(Move):
    """Choose among several posts that could be won."""

    post_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"post {self.post_id}"

    def play(self, position: Position, events: EventSink) -> None:
        """Win the post and go on."""
        if position.phase != POST:
            raise self.refusal_in_phase(position)
        post = position.facts.post_of.get(self.post_id)
        if post not in posts_due(position, position.players[position.seat]):
            raise self.refusal("that trading post cannot be won now")
        win_post(position, post, events)
        after_gains(position, events)


def must_pass(position: Position) -> bool:
    """Return whether no action is possible; never certain while a reserved card is unknown."""
    if any(card.id == UNKNOWN_ID for card, _ in position.players[position.seat].reserved):
        return False
    return not (legal_takes(position) or legal_reserves(position) or legal_buys(position))


def legal_discards(position: Position) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    return discard_texts(position.players[position.seat].tokens, COLOURS)


def legal_nobles(position: Position) -> list[str]:
    """Return every choice among nobles as canonical text, sorted."""
    due = nobles_due(position, position.players[position.seat])
    return sorted(ChooseNoble(noble.id).text for noble in due)


def legal_posts(position: Position) -> list[str]:
    """Return every choice among posts as canonical text, sorted."""
    due = posts_due(position, position.players[position.seat])
    return sorted(ChoosePost(post.id).text for post in due)
