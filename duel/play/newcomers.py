"""Somebody new in a seat of a running game: what was another's is erased before."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import AccountIsClosed, AlreadySits, Refused
from duel.models import FormerPlayer, Game, Seat
from duel.models.seat import new_person_id
from duel.notices.intents import call_off_waiting, notice_turn_again
from duel.play.memos import forget_memo
from duel.play.note_drafts import forget_note_draft
from duel.play.notes import forget_notes
from duel.play.orders import forget_orders
from duel.play.sending import end_wait
from duel.record.log import Log, writing
from duel.record.mail import about_seat
from duel.timekeeping.in_words import TAKEN
from engine.kinds import Kind
from mail.services import forget_mail_about


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
            end_wait(log)  # what whoever left has played is not the newcomer's to take back
        if seat.user is not None:
            FormerPlayer.objects.create(game=log.game, user=seat.user, replaced_at=now)
        seat_newcomer(log, seat, by, channel=TAKEN, now=now)
        notice_turn_again(log, now=now)
        return seat


def _has_played_before(game: Game, person: User) -> bool:
    """Return whether the person sat at the table before another took or was given their seat."""
    was_replaced = game.decisions.filter(replaced=person)
    return was_replaced.exists() or FormerPlayer.objects.filter(game=game, user=person).exists()


def seat_newcomer(log: Log, seat: Seat, by: User, *, channel: str, now: datetime) -> None:
    """Give the seat to a person; all links that whoever sat there has got are dead."""
    call_off_waiting(log, now=now, seat=seat.number)
    forget_notes(seat)
    forget_note_draft(seat=seat)
    forget_orders(seat)
    forget_memo(seat)
    forget_mail_about([about_seat(log.game.public_id, seat.number)], waits=False)
    person = new_person_id()
    log.append(Kind.REPLACE, seat=seat.number, person=None, text=person, channel=channel, time=now)
    seat.user = by
    seat.person = person
    seat.link_epoch += 1
    seat.clock_turn = None  # zone and quiet hours are the new player's, from this turn on
    seat.save(update_fields=["user", "person", "link_epoch", "clock_turn"])
