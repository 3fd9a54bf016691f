"""Somebody new in a seat of a running game: what was another's is erased before."""

from datetime import datetime

from accounts.bots import bot_of
from accounts.models import User
from duel.models import FormerPlayer, Seat
from duel.models.game import new_person_id
from duel.notices.intents import cancel_waiting_letters, tell_of_bot
from duel.record.log import Log
from duel.timekeeping.belongings import forget_belongings
from engine.kinds import Channel, Kind

PLAYS_ON = User.Bot.JOURNEYMAN
"""The bot that plays on for somebody who has left, where that was agreed."""


def seat_newcomer(log: Log, seat: Seat, by: User, *, channel: Channel, now: datetime) -> None:
    """Give the seat to a person; all links that whoever sat there has got are dead."""
    cancel_waiting_letters(log, now=now, seat=seat.number)
    forget_belongings(seat)
    person = new_person_id()
    log.append(Kind.REPLACE, seat=seat.number, text=person, channel=channel, time=now)
    seat.user = by
    seat.person = person
    seat.former_name = ""
    seat.taken_at = now
    seat.link_epoch += 1
    seat.taken_epoch = seat.link_epoch
    seat.clock_turn = None  # zone and quiet hours are the new player's, from this turn on
    seat.save(
        update_fields=[
            *("user", "person", "former_name", "taken_at", "taken_epoch", "link_epoch"),
            "clock_turn",
        ]
    )


def save_former_player(seat: Seat, *, now: datetime) -> None:
    """Write down who has left the seat, in which another plays on from now."""
    if seat.user is not None:
        FormerPlayer.objects.create(game=seat.game, user=seat.user, replaced_at=now)


def let_bot_play_on(log: Log, seat: Seat, *, is_told: bool, now: datetime) -> None:
    """Let a bot play on in the seat of somebody who has left; tell them if it was not their act."""
    former, left = seat.user, len(log.entries)
    save_former_player(seat, now=now)
    seat_newcomer(log, seat, bot_of(PLAYS_ON), channel=Channel.CLOCK, now=now)
    if is_told and former is not None:
        tell_of_bot(log, former, entry=left)
