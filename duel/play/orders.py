"""Standing orders and memos: what a player keeps for the next turn, known to nobody else.

A list of orders is for the first turn that comes after it was written, and for no other. Pages and
replies write, show and delete them here; `duel.play.order_turns` plays them. The log shows what an
order has played like any move, as everybody reads it: only the order's own row tells them apart. A
memo is in the letter of the next turn.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from duel.errors import GameIsOver, NotYourSeat, Refused
from duel.models import AnySeat, KnownGame, Memo, Seat, StandingOrder, Status
from duel.models.note import MEMO_LENGTH, ORDER_LENGTH
from duel.record.finality import game_known_at
from duel.record.log import Log
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import locked_game
from duel.record.selectors import view_for
from engine.games import find_game
from engine.kinds import Channel
from engine.reading import PinnedTurn

MOST_ORDERS = 5

_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)]\s+")


class TooManyOrders(Refused):
    """A list of more turns than are tried."""

    code = "too_many_orders"

    def __str__(self) -> str:
        many = ngettext(
            "At most %(count)d order is kept.", "At most %(count)d orders are kept.", MOST_ORDERS
        )
        return many % {"count": MOST_ORDERS}


class UnreadableOrder(Refused):
    """An order is no turn, or does not say which card it means."""

    code = "unreadable_order"
    sentence = _("An order was not understood.")

    def __init__(self, number: int, text: str, pinned: PinnedTurn) -> None:
        super().__init__()
        self.number = number
        self.text = text
        self.problem = pinned.problem
        self._words = {"number": number, "text": _shorten(text), "place": pinned.named}
        self._trouble = pinned.trouble

    def __str__(self) -> str:
        if self._trouble == "empty":
            sentence = gettext("Order %(number)d: no card lies at %(place)s.")
        elif self._trouble == "described":
            sentence = gettext(
                "Order %(number)d: name the card by its place, as 2.1, or by its number, as D2-07; "
                "when your turn comes, another one may fit what you write about it."
            )
        else:
            sentence = gettext("Order %(number)d was not understood: “%(text)s”.")
        return sentence % self._words


def orders_in(text: str) -> list[str]:
    """Return the orders of a text that has one in each line; numbers before them are left out."""
    lines = (_LIST_NUMBER.sub("", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def orders_of(seat: AnySeat) -> list[StandingOrder]:
    """Return the orders for the seat's next turn as they are tried, for its player alone."""
    if not seat.has_orders:
        return []
    return list(waiting_orders(seat).filter(tried_ply=None))


def waiting_orders(seat: AnySeat) -> QuerySet[StandingOrder]:
    """Return the seat's orders but for those that were played."""
    return StandingOrder.objects.filter(seat=seat.pk, first_ply=None)


def plies_by_order(seats: Iterable[AnySeat]) -> set[int]:
    """Return the plies to which orders of these seats have led; for their players alone."""
    asked = [seat.pk for seat in seats if seat.has_played_orders]
    if not asked:
        return set()
    played = StandingOrder.objects.filter(seat__in=asked, first_ply__isnull=False)
    return {
        ply
        for first, last in played.values_list("first_ply", "last_ply")
        for ply in range(first or 0, (last or 0) + 1)
    }


@sensitive_variables()
@transaction.atomic
def write_orders(
    *, seat: AnySeat, texts: Sequence[str], language: str, channel: Channel
) -> list[StandingOrder]:
    """Return the orders that wait now, instead of those before; raise if one is unreadable.

    A place in the market becomes the card that lies there in the seat's view now, without a turn of
    the opponent that can still be taken back.
    """
    if len(texts) > MOST_ORDERS:
        raise TooManyOrders
    game = _lock_game(seat)
    rules, view = find_game(game.game, game.rules), view_for(game, seat.number)
    now = timezone.now()
    orders = []
    for number, text in enumerate(texts, 1):
        clean = text.replace("\0", "")
        pinned = rules.pinned(view, seat.number, clean, language)
        if len(clean) > ORDER_LENGTH or pinned.problem or pinned.trouble:
            raise UnreadableOrder(number, clean, pinned)
        order = StandingOrder(seat_id=seat.pk, place=number, text=clean, meant=pinned.text)
        order.language, order.channel = language, channel
        order.written_at, order.ply = now, game.ply
        orders.append(order)
    waiting_orders(seat).delete()
    StandingOrder.objects.bulk_create(orders)
    _mark(seat, has_orders=bool(orders))
    return orders


@transaction.atomic
def delete_orders(*, seat: AnySeat) -> None:
    """Delete the seat's orders: none of them is played any more."""
    locked_game(seat.game.public_id)
    drop_waiting_orders(seat)


def drop_waiting_orders(seat: AnySeat) -> None:
    """Delete what was not played; the game's row is locked, or the game is over."""
    waiting_orders(seat).delete()
    _mark(seat, has_orders=False)


def mark_played(order: StandingOrder, seat: AnySeat, *, after: int, moves: int) -> None:
    """Write down to which plies the order leads that is about to be played after that ply."""
    order.first_ply, order.last_ply = after + 1, after + moves
    order.save(update_fields=["first_ply", "last_ply"])
    _mark(seat, has_played_orders=True)


def use_up_orders(log: Log, seat: int) -> None:
    """Delete the orders for the turn the seat has just made, not those written during it."""
    mine = log.seats[seat]
    order = waiting_orders(mine).first()
    if order is None or count_turns_since(log, seat, order.ply):
        drop_waiting_orders(mine)


def _lock_game(seat: AnySeat) -> KnownGame:
    """Return the game as the seat may know it, locked; raise unless its player may write."""
    game = locked_game(seat.game.public_id)
    if not Seat.objects.filter(pk=seat.pk, user=seat.user_id).exists():
        raise NotYourSeat
    if game.status != Status.RUNNING:
        raise GameIsOver
    return game_known_at(game, seat.number)


def _mark(seat: AnySeat, **has: bool) -> None:
    Seat.objects.filter(pk=seat.pk).update(**has)
    if isinstance(seat, Seat):
        for name, value in has.items():
            setattr(seat, name, value)


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def count_turns_since(log: ReadOnlyLog, seat: int, since: int) -> int:
    """Return how often the turn has passed from others to the seat since that ply.

    Extra turns, and turns that were taken or set back, do not count: plies only grow, so a turn
    that came again came later.
    """
    made = [move.seat == seat for move in log.course.standing_moves() if move.ply > since]
    is_own = [*made, log.course.position.to_move == seat]
    return sum(now and not before for before, now in pairwise(is_own))


@transaction.atomic
def write_memo(*, seat: AnySeat, text: str) -> str:
    """Return the memo kept instead of the one before, in one short line; empty text deletes it."""
    kept = " ".join(text.replace("\0", "").split())[:MEMO_LENGTH]
    game = locked_game(seat.game.public_id)
    if game.status != Status.RUNNING:
        raise GameIsOver
    if not kept:
        forget_memo(seat)
        return ""
    known = game_known_at(game, seat.number)
    written = {"text": kept, "written_at": timezone.now(), "ply": known.ply}
    Memo.objects.update_or_create(seat_id=seat.pk, defaults=written)
    _mark(seat, has_memo=True)
    return kept


@transaction.atomic
def forget_memo(seat: AnySeat) -> None:
    """Delete what the seat's player wrote to themselves."""
    Memo.objects.filter(seat=seat.pk).delete()
    _mark(seat, has_memo=False)


def memo_of(seat: AnySeat) -> str:
    """Return what the seat's player wrote to themselves, for their pages alone."""
    if not seat.has_memo:
        return ""
    return Memo.objects.filter(seat=seat.pk).values_list("text", flat=True).first() or ""


def memo_for_turn(log: ReadOnlyLog, seat: int) -> str:
    """Return the memo for the turn that the seat makes now; one written earlier is not repeated."""
    if not log.seats[seat].has_memo:
        return ""
    memo = Memo.objects.filter(seat=log.seats[seat].pk).first()
    return memo.text if memo and count_turns_since(log, seat, memo.ply) == 1 else ""
