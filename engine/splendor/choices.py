"""The choices after an action, `discard COLOUR …`, `noble ID`, `post ID`, and `pass`."""

from dataclasses import dataclass

from engine.gems.discarding import discard_fault, discard_text, discard_texts
from engine.gems.market import Told
from engine.splendor.buying import legal_buys
from engine.splendor.colours import COLOURS, colour_names
from engine.splendor.facts import UNKNOWN_ID
from engine.splendor.flow import (
    after_action,
    after_gains,
    after_limit,
    nobles_due,
    posts_due,
    receive_post,
    welcome,
    win_post,
)
from engine.splendor.move import Move
from engine.splendor.position import ACTION, DISCARD, NOBLE, POST, Position
from engine.splendor.reserving import legal_reserves
from engine.splendor.taking import legal_takes


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing, because nothing can be done."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "pass"

    def play(self, position: Position, told: Told) -> None:
        """Count it; the end of the turn still takes place."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        if not must_pass(position):
            raise self.refusal("something else is possible")
        position.passes += 1
        if told is not None:
            told.append({"kind": "passed", "seat": position.seat})
        after_action(position, told)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Return tokens to the bank, exactly down to the limit."""

    colours: tuple[int, ...]

    @property
    def text(self) -> str:
        """The canonical text."""
        return discard_text(self.colours, COLOURS)

    def play(self, position: Position, told: Told) -> None:
        """Put the tokens into the bank and go on."""
        if position.phase != DISCARD:
            raise self.refusal_in_phase(position)
        tokens = position.players[position.seat].tokens
        if fault := discard_fault(self.colours, tokens, COLOURS):
            raise self.refusal(fault)

        for colour in self.colours:
            tokens[colour] -= 1
            position.bank[colour] += 1
        if told is not None:
            told.append(
                {
                    "kind": "discarded",
                    "seat": position.seat,
                    "colors": colour_names(self.colours),
                }
            )
        after_limit(position, told)


@dataclass(frozen=True, slots=True)
class ChooseNoble(Move):
    """Choose among several nobles who would come."""

    noble_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"noble {self.noble_id}"

    def play(self, position: Position, told: Told) -> None:
        """Welcome the noble and go on."""
        if position.phase != NOBLE:
            raise self.refusal_in_phase(position)
        noble = position.facts.noble_of.get(self.noble_id)
        if noble not in nobles_due(position, position.players[position.seat]):
            raise self.refusal("that noble does not come now")
        welcome(position, noble, told)
        receive_post(position, told)


@dataclass(frozen=True, slots=True)
class ChoosePost(Move):
    """Choose among several posts that could be won."""

    post_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"post {self.post_id}"

    def play(self, position: Position, told: Told) -> None:
        """Win the post and go on."""
        if position.phase != POST:
            raise self.refusal_in_phase(position)
        post = position.facts.post_of.get(self.post_id)
        if post not in posts_due(position, position.players[position.seat]):
            raise self.refusal("that trading post cannot be won now")
        win_post(position, post, told)
        after_gains(position, told)


def must_pass(position: Position) -> bool:
    """Return whether no action is possible.

    It is never certain while a reserved card is not known.
    """
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
