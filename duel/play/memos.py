"""A memo to oneself: it stands in the letter of one's next turn, and in nobody else's."""

from django.db import transaction
from django.utils import timezone

from duel.errors import GameIsOver
from duel.models import AnySeat, Memo, Seat, Status
from duel.models.order import MEMO_LENGTH
from duel.record.finality import game_known_at
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import locked_game
from duel.record.turns_since import times_turn_came


@transaction.atomic
def write_memo(*, seat: AnySeat, text: str) -> str:
    """Return the words that are kept for the seat's next turn, in the place of those before.

    In one line and not too long; without a word, there is none any more.
    """
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
    return memo.text if memo and times_turn_came(log, seat, memo.ply) == 1 else ""


def _mark(seat: AnySeat, *, has_memo: bool) -> None:
    Seat.objects.filter(pk=seat.pk).update(has_memo=has_memo)
    if isinstance(seat, Seat):
        seat.has_memo = has_memo
