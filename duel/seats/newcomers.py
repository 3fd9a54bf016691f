"""Gives the seat of a player who left a running game to somebody new; pages call it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import AccountIsClosed, AlreadySits, Refused
from duel.models import FormerPlayer, Game, Seat
from duel.notices.intents import end_wait, notice_turn_again
from duel.operators import desk
from duel.record.log import writing
from duel.timekeeping.newcomers import save_former_player, seat_newcomer
from engine.kinds import Channel


class SeatIsTaken(Refused):
    """Nobody is wanted in that seat, or no longer."""

    code = "seat_is_taken"
    sentence = _("Nobody is wanted in this game any more: the seat is taken, or the others go on.")


class HasPlayedBefore(Refused):
    """Somebody who knows what one seat hides is not to play in another."""

    code = "has_played_before"
    sentence = _(
        "You have played in this game before, and know what is hidden in one of its seats."
    )


@transaction.atomic
def take_seat(*, public_id: str, by: User) -> Seat:
    """Return the seat of a player who left, which is this person's from now on."""
    # People are held before games, as everywhere.
    people = User.objects.select_for_update(no_key=True)
    if not people.filter(pk=by.pk, is_active=True).exists():
        raise AccountIsClosed
    now = timezone.now()
    with writing(public_id) as log:
        if log.course.outcome is not None or not log.course.vacant:
            raise SeatIsTaken
        if any(seat.user == by for seat in log.seats):
            raise AlreadySits
        if _has_played_before(log.game, by):
            raise HasPlayedBefore
        seat = log.seats[min(log.course.vacant)]
        if log.game.unsent_seat == seat.number:
            end_wait(log)  # the newcomer cannot take back what the player before made
        save_former_player(seat, now=now)
        seat_newcomer(log, seat, by, channel=Channel.LOBBY, now=now)
        notice_turn_again(log, now=now)
        return seat


def _has_played_before(game: Game, person: User) -> bool:
    """Return whether the person sat at the table before another took or was given their seat."""
    was_replaced = desk().replaced_players(game).filter(replaced=person).exists()
    return was_replaced or FormerPlayer.objects.filter(game=game, user=person).exists()
