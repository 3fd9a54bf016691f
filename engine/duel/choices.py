"""The choices after an action: `token CELL`, `steal COLOUR`, `royal ID` and `discard COLOUR …`."""

from dataclasses import dataclass
from typing import cast

from engine.duel.board import CELL_NAMES, CELLS_BY_NAME
from engine.duel.cards import ROYAL_OF
from engine.duel.colours import COLOURS, GEMS_AND_PEARL, colour_names
from engine.duel.flow import after_abilities, end_turn, use_ability
from engine.duel.move import Move
from engine.duel.position import DISCARD, ROYAL, STEAL, TOKEN, Position
from engine.duel.seeing.events import taken
from engine.gems.discarding import discard_fault, discard_text, discard_texts
from engine.gems.market import Told


@dataclass(frozen=True, slots=True)
class Token(Move):
    """Take the token that the card just bought gives."""

    cell: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"token {CELL_NAMES[self.cell]}"

    def play(self, position: Position, told: Told) -> None:
        """Take the token, of the card's colour."""
        if position.phase != TOKEN:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        colour = given_colour(position)
        if position.board[self.cell] != colour:
            raise self.refusal(f"there is no {COLOURS[colour]} token on {CELL_NAMES[self.cell]}")

        position.lift(self.cell)
        player.tokens[colour] += 1
        if told is not None:
            told.append(taken(position.seat, [self.cell], [colour], "token"))
        after_abilities(position, told)


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Take a gem or pearl from the opponent."""

    colour: int

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"steal {COLOURS[self.colour]}"

    def play(self, position: Position, told: Told) -> None:
        """Take the token from the opponent."""
        if position.phase != STEAL:
            raise self.refusal_in_phase(position)
        opponent = position.players[1 - position.seat]
        if not opponent.tokens[self.colour]:
            raise self.refusal(f"the opponent has no {COLOURS[self.colour]} token")

        opponent.tokens[self.colour] -= 1
        position.players[position.seat].tokens[self.colour] += 1
        if told is not None:
            told.append(
                {
                    "kind": "stolen",
                    "seat": position.seat,
                    "from": 1 - position.seat,
                    "color": COLOURS[self.colour],
                }
            )
        after_abilities(position, told)


@dataclass(frozen=True, slots=True)
class TakeRoyal(Move):
    """Take a royal for the third or sixth crown."""

    royal_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"royal {self.royal_id}"

    def play(self, position: Position, told: Told) -> None:
        """Take the royal and go on with its ability."""
        if position.phase != ROYAL:
            raise self.refusal_in_phase(position)
        royal = ROYAL_OF.get(self.royal_id)
        if royal is None or royal not in position.royals:
            raise self.refusal("that royal is not on offer")

        position.royals.remove(royal)
        position.players[position.seat].add_royal(royal)
        if told is not None:
            told.append({"kind": "royal", "seat": position.seat, "id": royal.id})
        if royal.ability == "none" or not use_ability(
            position, royal.ability, royal.id, None, told
        ):
            after_abilities(position, told)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Return tokens to the bag, exactly down to the limit."""

    colours: tuple[int, ...]

    @property
    def text(self) -> str:
        """The canonical text."""
        return discard_text(self.colours, COLOURS)

    def play(self, position: Position, told: Told) -> None:
        """Put the tokens into the bag and end the turn."""
        if position.phase != DISCARD:
            raise self.refusal_in_phase(position)
        tokens = position.players[position.seat].tokens
        if fault := discard_fault(self.colours, tokens, COLOURS):
            raise self.refusal(fault)

        for colour in self.colours:
            tokens[colour] -= 1
            position.bag[colour] += 1
        if told is not None:
            told.append(
                {
                    "kind": "discarded",
                    "seat": position.seat,
                    "colors": colour_names(self.colours),
                }
            )
        end_turn(position, told)


def given_colour(position: Position) -> int:
    """Return the colour of the token that the card bought last gives; all such have a colour."""
    return cast(int, position.players[position.seat].cards[-1][1])


def legal_tokens(position: Position) -> list[str]:
    """Return every way to take the card's token as canonical text, sorted."""
    colour = given_colour(position)
    return [Token(cell).text for cell in CELLS_BY_NAME if position.board[cell] == colour]


def legal_steals(position: Position) -> list[str]:
    """Return every way to steal a token as canonical text, sorted."""
    tokens = position.players[1 - position.seat].tokens
    return sorted(Steal(colour).text for colour in GEMS_AND_PEARL if tokens[colour])


def legal_royals(position: Position) -> list[str]:
    """Return every way to take a royal as canonical text, sorted."""
    return sorted(TakeRoyal(royal.id).text for royal in position.royals)


def legal_discards(position: Position) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    return discard_texts(position.players[position.seat].tokens, COLOURS)
