"""Whether the phase, the seat to move and the result fit what lies on the table."""

from collections.abc import Iterator

from engine.contract import Outcome
from engine.gems.consistency import Checks
from engine.gems.discarding import TOKEN_LIMIT
from engine.splendor.facts import DRAW_TWO, TOKEN_AFTER_BUY, TOKEN_AFTER_PAIR
from engine.splendor.flow import next_turn, nobles_due, posts_due, reason_to_end
from engine.splendor.position import (
    ACTION,
    DISCARD,
    EXTRA,
    KEEP,
    MOST_RESERVED,
    NOBLE,
    OVER,
    POST,
    Position,
)
from engine.splendor.scoring import best_of, reaches_the_end, scored_seats, seats_in
from engine.splendor.taking import extra_colours

PHASE_CHECKS: Checks[Position] = Checks()


@PHASE_CHECKS.needs("players", "turn", "first", "to_move", "phase")
def _whose_turn(position: Position) -> Iterator[str]:
    whose = (position.first + position.turn - 1) % len(position.players)
    if position.phase != OVER and position.seat != whose:
        yield f"in turn {position.turn} seat {whose} must be to move"


@PHASE_CHECKS.needs("phase", "to_move", "bank", "pair", "player's cards", "player's posts")
def _extra_is_due(position: Position) -> Iterator[str]:
    if position.phase != EXTRA:
        if position.pair is not None:
            yield "pair must be null but in phase extra"
        return
    player = position.players[position.seat]
    if position.pair is None and not (TOKEN_AFTER_BUY in player.powers and player.cards):
        yield "phase extra without a pair needs T1 and a purchase"
    if position.pair is not None and TOKEN_AFTER_PAIR not in player.powers:
        yield "phase extra after a pair needs T2"
    if not extra_colours(position.bank, position.pair):
        yield "in phase extra the bank must have a token to take"


@PHASE_CHECKS.needs("phase", "pair", "bank", "to_move", "player's tokens")
def _pair_was_taken(position: Position) -> Iterator[str]:
    if position.phase != EXTRA or position.pair is None:
        return
    # Of four or more in the bank two went to the player.
    for place in (position.bank, position.players[position.seat].tokens):
        if place[position.pair] < 2:
            yield "the colour in pair cannot have been taken twice just now"
            return


@PHASE_CHECKS.needs("phase", "to_move", "drawn", "player's reserved", "player's posts")
def _cards_to_keep(position: Position) -> Iterator[str]:
    if position.phase != KEEP:
        if position.drawn:
            yield "drawn must be empty but in phase keep"
        return
    player = position.players[position.seat]
    if len({card.level for card in position.drawn}) != 1:
        yield "phase keep needs two drawn cards of one level"
    if DRAW_TWO not in player.powers:
        yield "phase keep needs T4"
    if len(player.reserved) >= MOST_RESERVED:
        yield "in phase keep the seat to move must have room for a card"


@PHASE_CHECKS.needs("phase", "to_move", "player's tokens")
def _tokens_to_discard(position: Position) -> Iterator[str]:
    if position.phase == DISCARD and sum(position.players[position.seat].tokens) <= TOKEN_LIMIT:
        yield f"in phase discard the seat to move must have more than {TOKEN_LIMIT} tokens"


@PHASE_CHECKS.needs("phase", "to_move", "nobles", "player's cards")
def _nobles_to_choose(position: Position) -> Iterator[str]:
    due = nobles_due(position, position.players[position.seat])
    if position.phase == NOBLE and len(due) < 2:
        yield "phase noble needs several nobles who would come"


@PHASE_CHECKS.needs("options", "phase", "to_move", "player's cards", "player's posts")
def _posts_to_choose(position: Position) -> Iterator[str]:
    due = posts_due(position, position.players[position.seat])
    if position.phase == POST and len(due) < 2:
        yield "phase post needs several trading posts that could be won"


@PHASE_CHECKS.needs("players", "phase", "passes", "turn")
def _passes_fit(position: Position) -> Iterator[str]:
    most = min(len(position.players), position.turn)
    if position.phase == ACTION:  # this turn's is still to come
        most = min(len(position.players), position.turn) - 1
    elif position.phase in (EXTRA, KEEP, DISCARD):  # which only other actions lead to
        most = 0
    if position.passes > most:
        yield f"there cannot be {position.passes} passes in a row in phase {position.phase}"


@PHASE_CHECKS.needs(
    "cities", "out", "last_round", "player's cards", "player's nobles", "player's posts"
)
def _last_round_was_begun(position: Position) -> Iterator[str]:
    # A seat that has left may have begun it.
    reached = (reaches_the_end(position, player) for player in position.players)
    if position.last_round and not position.out and not any(reached):
        yield "last_round cannot be true: nobody has reached what begins it"


@PHASE_CHECKS.needs(
    *("phase", "result", "cities", "out", "last_round", "passes", "turn", "first"),
    *("player's cards", "player's nobles", "player's posts"),
)
def _result_is_earned(position: Position) -> Iterator[str]:
    result = position.result
    if (result is None) != (position.phase != OVER):
        yield "result must be given when the game is over, and only then"
    elif result and result != _earned(position):
        yield "result does not fit how the game stands"


def _earned(position: Position) -> Outcome | None:
    """Return how the game ends if it ends now; the reasons in the order in which they count."""
    staying = seats_in(position)
    if len(staying) < 2:
        return Outcome(tuple(staying), ("retire",))
    if reason := reason_to_end(position, next_turn(position)):
        return Outcome(best_of(position, scored_seats(position)), (reason,))
    return None
