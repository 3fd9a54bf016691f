"""When somebody is reminded of a turn."""

import time_machine

from accounts.models import User
from duel.models import Game
from duel.timekeeping.clocks import give_time
from engine.kinds import Channel
from tests.duel.clocks.ticking import (
    HOUR,
    MONDAY,
    notices,
    sweep_at,
    waiting_seat,
)


def test_a_reminder_comes_once_when_so_much_is_used_up(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + 17 * HOUR, traveller)
    assert not notices(played, "reminder")
    sweep_at(MONDAY + 18 * HOUR, traveller)
    sweep_at(MONDAY + 19 * HOUR, traveller)
    assert [notice.seat for notice in notices(played, "reminder")] == [played.to_move]
    played.refresh_from_db()
    assert played.alarm_at == played.deadline


def test_a_new_deadline_has_a_reminder_of_its_own(
    played: Game, traveller: time_machine.Traveller
) -> None:
    other = waiting_seat(played)
    sweep_at(MONDAY + 18 * HOUR, traveller)
    give_time(public_id=played.public_id, seat=other, hours=24, channel=Channel.LINK)
    sweep_at(MONDAY + 20 * HOUR, traveller)
    assert len(notices(played, "reminder")) == 1
    sweep_at(MONDAY + 36 * HOUR, traveller)
    assert len(notices(played, "reminder")) == 2


def test_nobody_is_reminded_who_does_not_want_to_be(
    played: Game, traveller: time_machine.Traveller
) -> None:
    User.objects.update(reminder_percent=None)
    sweep_at(MONDAY + 23 * HOUR, traveller)
    assert not notices(played, "reminder")
