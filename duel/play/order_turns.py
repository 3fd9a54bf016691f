"""Plays the first standing order that is possible when the turn has come.

The builder of the letter with the turn calls it, and a sweep for players who get none. The game's
row is locked, and the moves are bound to a ply: so an order is played once.
"""

from enum import Enum

from django.db import transaction
from django.db.models import F, Q
from django.views.decorators.debug import sensitive_variables

from duel.games.registry import presentation_of
from duel.integrity.divergences import leaving_broken_games
from duel.models import Memo, Notice, Seat, StandingOrder, Status
from duel.models.game import TURN_KINDS
from duel.play.moves import play
from duel.play.orders import (
    count_turns_since,
    drop_waiting_orders,
    forget_memo,
    mark_played,
    waiting_orders,
)
from duel.record.finality import is_waiting
from duel.record.log import Log, read_log
from duel.record.reading import locked_game
from engine.kinds import Channel
from engine.turn import read_turn
from mail.models import Letter

BATCH = 500


class OrderOutcome(Enum):
    """What became of the orders of a seat."""

    NONE = "there are none for this turn"
    PLAYED = "one was played"
    IMPOSSIBLE = "none was possible"


@sensitive_variables()
@transaction.atomic
def try_orders(*, public_id: str, seat: int) -> OrderOutcome:
    """Return what became of the seat's orders; the first that is possible is played.

    None is before the turn before is final. A list without a possible order is used up.
    """
    log = read_log(locked_game(public_id))
    mine = log.seats[seat]
    orders = list(waiting_orders(mine))
    if not orders or not _has_come(log, seat):
        return OrderOutcome.NONE
    first, ply = orders[0], log.course.ply
    if first.tried_ply == ply:  # a letter that is built once more says so once more
        return OrderOutcome.IMPOSSIBLE
    came = count_turns_since(log, seat, first.ply)
    if came > 1 or first.tried_ply is not None:  # an operator has played for the seat meanwhile
        drop_waiting_orders(mine)
        return OrderOutcome.NONE
    if not came:
        return OrderOutcome.NONE
    for order in orders:
        if moves := _whole_turn(log, seat, order):
            mark_played(order, mine, after=ply, moves=len(moves))
            play(
                public_id=public_id,
                seat=seat,
                expected_ply=ply,
                moves=moves,
                channel=Channel(order.channel),
                known=log,
            )
            return OrderOutcome.PLAYED
    waiting_orders(mine).update(tried_ply=ply)
    return OrderOutcome.IMPOSSIBLE


def sweep_orders() -> int:
    """Play orders of seats that get no letter, return how many; delete those of finished games."""
    _forget_ended()
    waiting = StandingOrder.objects.filter(
        first_ply=None,
        tried_ply=None,
        place=1,
        seat__number=F("seat__game__to_move"),
        seat__left_at=None,
    )
    played = 0
    for pk in list(waiting.order_by("pk").values_list("seat", flat=True)[:BATCH]):
        seat = Seat.objects.select_related("game").get(pk=pk)
        if not _letter_is_to_come(seat):
            with leaving_broken_games():
                tried = try_orders(public_id=seat.game.public_id, seat=seat.number)
                played += tried is OrderOutcome.PLAYED
    return played


def _letter_is_to_come(seat: Seat) -> bool:
    """Return whether a letter with the turn is to come: its builder tries the orders."""
    notices = Notice.objects.filter(
        game=seat.game, seat=seat.number, ply=seat.game.ply, kind__in=TURN_KINDS, cancelled_at=None
    )
    keys = list(notices.values_list("key", flat=True))
    on_the_way = (Letter.Status.WAITING, Letter.Status.SENDING)
    return Letter.objects.filter(key__in=keys, status__in=on_the_way).exists()


def _forget_ended() -> None:
    """Delete orders that were not played, and memos, of games that are over."""
    is_over = ~Q(seat__game__status=Status.RUNNING)
    waiting = StandingOrder.objects.filter(is_over, first_ply=None, place=1)
    for orders in waiting.select_related("seat"):
        drop_waiting_orders(orders.seat)
    for memo in Memo.objects.filter(is_over).select_related("seat"):
        forget_memo(memo.seat)


def _has_come(log: Log, seat: int) -> bool:
    """Return whether the turn is the seat's for good, and nothing of it is made yet."""
    player, course = log.seats[seat].user, log.course
    if course.outcome is not None or course.position.to_move != seat or is_waiting(log.game):
        return False
    if seat in log.left_at:  # the next player brings orders of their own
        return False
    made = course.standing_moves()
    is_begun = bool(made) and made[-1].seat == seat
    return not is_begun and player is not None and player.suspended_at is None


def _whole_turn(log: Log, seat: int, order: StandingOrder) -> list[str]:
    """Return the moves of the whole turn that the order means here; none if it is not possible.

    Choices with one option follow by themselves; an order that leaves a choice open is not played.
    Only what the seat can see decides.
    """
    game, position = log.course.game, log.course.position
    moves = list(read_turn(game, position, seat, order.meant, order.language).moves)
    if not moves:
        return []
    ahead = game.foresee(position)
    for move in moves:
        ahead.play(move)
    while not ahead.ended:
        choices = ahead.legal()
        by_itself = ahead.view()["phase"] in presentation_of(log.game).follows_by_itself
        if len(choices) != 1 or not by_itself:
            return []
        ahead.play(choices[0])
        moves.append(choices[0])
    return moves
