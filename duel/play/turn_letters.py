"""Sends the letter with the present turn once more: asked for, after a restore or a leaked key.

Pages and commands call it. After a restore no earlier link opens anything: those signed after the
backup are for games that went on otherwise, and those before may have been revoked since.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.services.leaving import forget_what_was_signed, next_epoch
from duel.errors import NotYourTurn, Refused
from duel.models import AnySeat, Notice, Seat, Status
from duel.models.game import TURN_ASKED_FOR
from duel.notices.intents import notice_turn_asked_for
from duel.notices.resending import notice_new_links, notice_resent, resent_mark
from duel.record.finality import game_known_at
from duel.record.log import refuse_if_over, writing
from duel.record.reading import locked_game
from mail.reports.suppression import suppression_of

ON_ITS_WAY = timedelta(minutes=10)
"""Within this time no second letter is sent: the first one is on its way."""

_DAY = timedelta(days=1)
PER_DAY = 5
"""The most such letters to one seat in a day."""


class TooManyLetters(Refused):
    """The letter with a turn was sent again more often in a day than anybody can need."""

    code = "too_many_letters"
    sentence = _(
        "The letter was sent again several times today. Look among spam as well, or sign in."
    )


def send_turn_again(*, seat: AnySeat) -> None:
    """Post the letter with the seat's present turn once more, to its player's own address.

    The clock is left alone. Nothing goes to an address that was put aside, and the answer does not
    say so, as a visitor may have only an old link. While the opponent can take their turn back, it
    is not this seat's turn.
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


@transaction.atomic
def renew_after_restore() -> int:
    """Return how many seats get the letter with their turn anew; all that was signed is dead."""
    forget_what_was_signed()
    latest = Seat.objects.aggregate(latest=Max("link_epoch"))["latest"] or 0
    Seat.objects.update(link_epoch=next_epoch(latest))
    to_move = Seat.objects.select_related("game", "user").filter(
        game__status=Status.RUNNING, number=F("game__to_move"), user__isnull=False
    )
    for seat in to_move.order_by("game"):
        seat.game = locked_game(seat.game.public_id)
        notice_new_links(seat, now=timezone.now())
    return len(to_move)


BATCH = 100
"""How many seats are read at a time; each is written in a transaction of its own."""


def seats_to_resend() -> QuerySet[Seat]:
    """Return the seats to move of people who get letters, in games that are not damaged."""
    return Seat.objects.filter(
        game__status=Status.RUNNING,
        game__is_damaged=False,
        number=F("game__to_move"),
        left_at=None,
        user__is_active=True,
        user__bot="",
    )


def count_to_resend() -> int:
    """Return how many turns would be sent anew now."""
    return sum(not _is_resent(seat) for seat in seats_to_resend().select_related("game"))


def resend_turns() -> Iterator[Seat]:
    """Send each waiting turn once per signing key, even if interrupted; yield whose was sent."""
    last = 0
    while keys := list(
        seats_to_resend().filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        for key in keys:
            seat = _resend(key)
            if seat is not None:
                yield seat
        last = keys[-1]


@transaction.atomic
def _resend(key: int) -> Seat | None:
    public_id = Seat.objects.values_list("game__public_id", flat=True).get(pk=key)
    game = locked_game(public_id)
    seat = seats_to_resend().select_related("user").filter(pk=key).first()
    if seat is None:  # somebody has moved meanwhile
        return None
    seat.game = game
    if _is_resent(seat) or not notice_resent(seat, now=timezone.now()):
        return None
    return seat


def _is_resent(seat: Seat) -> bool:
    """Return whether the present turn was sent anew with the present key."""
    sent = Notice.objects.filter(game=seat.game_id, seat=seat.number, ply=seat.game.ply)
    return sent.filter(key__contains=f":{resent_mark()}:").exists()
