"""Sending a turn's letter once more to a player who says it never came; an act on a game's page."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from accounts.services.authority import ActRefused, checked_reason
from duel.models import Game, Notice, Seat, Status
from duel.models.game import YOUR_TURN
from duel.notices.resending import Reason, notice_again
from duel.record.finality import final_at
from duel.record.reading import locked_game
from mail.registry import MUTED, objections_to
from support.conflicts import refuse_own_game
from support.deliverability import unreached_sentences

PERMISSION = "mail.resend_letter"
TIMES_A_DAY = 3
"""How often a seat is sent its turn by hand in a day."""


@transaction.atomic
def send_turn_again(*, operator: User, game: Game, reason: str) -> User:
    """Return who gets the letter with the turn once more; raise if it would not leave."""
    refuse_own_game(operator, game)
    reason = checked_reason(reason)
    now = timezone.now()
    locked = locked_game(game.public_id)
    if locked.status != Status.RUNNING or locked.to_move is None:
        raise ActRefused(_("No turn runs in this game."))
    seat = Seat.objects.select_related("user", "game").get(game=locked, number=locked.to_move)
    seat.game = locked
    if why := _objection(locked, seat, now):
        raise ActRefused(why)
    if not notice_again(seat, Reason.BY_HAND, now=now) or seat.user is None:
        raise ActRefused(_("No letter has brought this turn yet: it comes by itself."))
    note_act(operator, locked, f"sent the turn of seat {seat.number} again", reason=reason)
    return seat.user


def _objection(game: Game, seat: Seat, now: datetime) -> str | Promise:
    """Return why the letter would not leave, or should not; nothing if it may."""
    reader = seat.user
    if reader is None:
        return _("Nobody sits there any more.")
    if reader.suspended_at is not None:
        return _("This person is suspended, and gets no letters with turns.")
    if sentences := unreached_sentences([reader]):
        return sentences[0]
    topic = f"game:{game.public_id}"
    if MUTED in objections_to(address=reader.email, kind=YOUR_TURN, topic=topic):
        return _("This person has muted such letters, or those about this game.")
    if reader.letters == User.Letters.DIGEST:
        return _("This person wants one letter a day, which brings the turn: none goes beside it.")
    if final_at(game) is not None and game.unsent_seat != seat.number:
        return _("The turn before can still be taken back; the letter leaves once it cannot.")
    sent = Notice.objects.filter(
        game=game,
        seat=seat.number,
        key__contains=f"{Reason.BY_HAND}:",
        created_at__gt=now - timedelta(days=1),
    )
    if sent.count() >= TIMES_A_DAY:
        return _("This turn was sent by hand three times within a day: look for what is wrong.")
    return ""
