"""A seat that leaves a game of three or four, while the others play on."""

from engine.contract import Outcome
from engine.errors import Illegal
from engine.gems.market import Told
from engine.splendor.colours import COLOURS
from engine.splendor.flow import hand_over, refill_open_slot
from engine.splendor.position import OVER, Position
from engine.splendor.reserving import put_under_deck
from engine.splendor.scoring import seats_in

_FEWEST_SEATS = 3


def leave(position: Position, seat: int, told: Told) -> None:
    """Let the seat leave, in place; raise Illegal if it cannot.

    What it has bought stays with it and counts for nothing; its reserved cards leave the game.
    """
    _check(position, seat)
    player, bank = position.players[seat], position.bank
    if told is not None:
        tokens = {COLOURS[c]: number for c, number in enumerate(player.tokens) if number}
        levels = [card.level for card, _ in player.reserved]
        told.append({"kind": "retired", "seat": seat, "tokens": tokens, "cards": levels})
    for colour, number in enumerate(player.tokens):
        bank[colour] += number
    player.tokens = [0] * len(bank)
    player.reserved = []
    position.passes = 0
    position.out = tuple(sorted((*position.out, seat)))
    staying = seats_in(position)
    if len(staying) == 1:
        _close_turn(position, told)
        position.phase = OVER
        position.result = Outcome((staying[0],), ("retire",))
        if told is not None:
            told.append({"kind": "victory", "seats": staying, "by": ["retire"]})
    elif seat == position.seat:
        _close_turn(position, told)
        hand_over(position, told)


def _check(position: Position, seat: int) -> None:
    if len(position.players) < _FEWEST_SEATS:
        raise Illegal("Nobody can leave a game of two and have it go on.")
    if position.phase == OVER:
        raise Illegal("The game is over.")
    if type(seat) is not int or not 0 <= seat < len(position.players):
        raise Illegal(f"The seat is a number from 0 to {len(position.players) - 1}.")
    if seat in position.out:
        raise Illegal(f"Seat {seat} has already left.")


def _close_turn(position: Position, told: Told) -> None:
    """End a turn at once: no discard, noble or post, and nothing reached in it counts."""
    refill_open_slot(position, told)
    if position.drawn and told is not None:
        facts = {"level": position.drawn[0].level, "count": len(position.drawn)}
        told.append({"kind": "returned", "seat": position.seat, **facts})
    put_under_deck(position)
    position.pair = None
