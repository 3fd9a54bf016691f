"""The letter with the present turn, once more, for a player who asks for it."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duel.errors import NotYourTurn, Refused
from duel.models import AnySeat, Notice
from duel.models.notice import TURN_ASKED_FOR
from duel.notices.intents import notice_turn_asked_for
from duel.record.finality import game_known_at
from duel.record.log import refuse_if_over, writing
from mail.reports.suppression import suppression_of

ON_ITS_WAY = timedelta(minutes=10)
"""Whoever asks again so shortly after gets no second letter: the first one is on its way."""

_DAY = timedelta(days=1)
PER_DAY = 5
"""So many such letters go to one seat in a day, whoever asks for them."""


class TooManyLetters(Refused):
    """The letter with a turn was sent again more often in a day than anybody can need."""

    code = "too_many_letters"
    sentence = _(
        "The letter was sent again several times today. Look among spam as well, or sign in."
    )


def send_turn_again(*, seat: AnySeat) -> None:
    """Post the letter with the seat's present turn once more, to its player's own address.

    The clock is left alone. Nothing goes to an address that was put aside, and whoever asks is not
    told so: they may have no more than an old link. A turn of the opponent that can still be taken
    back is none of this seat's yet.
    """
    now = timezone.now()
    with writing(seat.game.public_id) as log:
        refuse_if_over(log)
        if game_known_at(log.game, seat.number).to_move != seat.number:
            raise NotYourTurn
        player = log.seats[seat.number]
        asked = Notice.objects.filter(
            game=log.game, seat=seat.number, kind=TURN_ASKED_FOR, created_at__gt=now - _DAY
        )
        recent = asked.filter(ply=log.course.ply, created_at__gt=now - ON_ITS_WAY)
        if recent.filter(cancelled_at=None).exists():
            return
        if asked.count() >= PER_DAY:
            raise TooManyLetters
        if player.user is not None and suppression_of(player.user.email) is None:
            notice_turn_asked_for(log, now=now)
