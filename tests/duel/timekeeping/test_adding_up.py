"""Time adds up: what somebody was given or spared is theirs, whatever else happens."""

from datetime import time, timedelta

import pytest
import time_machine

from accounts.models import User
from duel.models import Game, Seat
from duel.play.offers import accept_offer
from duel.play.undo import ask_for_undo, take_back_turn
from duel.timekeeping.clocks import give_time
from duel.timekeeping.vacations import plan_vacation
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    notices,
    send_letters,
    start_clock,
    sweep_at,
    waiting_seat,
)
from tests.duel.letters.outbox import mover
from tests.duel.tables import a_quiet_move, assert_sound, make_final, submit
from tests.duel.timekeeping.test_lost_letters import bounced

MINUTE = timedelta(minutes=1)


def sweep_through(until_hours: int, traveller: time_machine.Traveller) -> None:
    """Let the time pass with a sweep every hour."""
    for hours in range(until_hours + 1):
        sweep_at(MONDAY + hours * HOUR, traveller)


def test_of_two_vacations_that_follow_each_other_both_count(
    played: Game, traveller: time_machine.Traveller
) -> None:
    person = mover(played)
    plan_vacation(user=person, begins_at=MONDAY, ends_at=MONDAY + 3 * DAY)
    plan_vacation(user=person, begins_at=MONDAY + 3 * DAY, ends_at=MONDAY + 6 * DAY)
    sweep_through(6 * 24 + 1, traveller)
    played.refresh_from_db()
    assert played.deadline == MONDAY + 7 * DAY
    assert kinds(played).count("vacation begin") == kinds(played).count("vacation end") == 1
    assert_sound(played)


def test_of_two_vacations_with_a_gap_in_which_nobody_looked_only_the_gap_counts(
    played: Game, traveller: time_machine.Traveller
) -> None:
    person = mover(played)
    plan_vacation(user=person, begins_at=MONDAY + HOUR, ends_at=MONDAY + 2 * HOUR)
    plan_vacation(user=person, begins_at=MONDAY + 4 * HOUR, ends_at=MONDAY + 5 * HOUR)
    sweep_at(MONDAY + 6 * HOUR, traveller)
    played.refresh_from_db()
    assert played.deadline == MONDAY + DAY + 2 * HOUR


def test_a_gift_after_seven_days_of_bounces_comes_on_top(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400, bank=172800)
    bounced(game)
    other = waiting_seat(game)
    sweep_at(MONDAY + 7 * DAY, traveller)
    assert kinds(game)[-1] == "flag"
    traveller.move_to(MONDAY + 9 * DAY)
    give_time(public_id=game.public_id, seat=other, hours=1, channel=Channel.LINK)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 9 * DAY + 3 * DAY + HOUR
    mine = 1 - other
    traveller.shift(HOUR)
    submit(game, a_quiet_move(game))
    assert Seat.objects.get(game=game, number=mine).bank_left == 172800
    assert_sound(game)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_gift_for_the_next_turn_outlives_a_turn_that_is_taken_back(
    played: Game, traveller: time_machine.Traveller
) -> None:
    giver = played.to_move
    assert giver is not None
    give_time(public_id=played.public_id, seat=giver, hours=24, channel=Channel.LINK)
    submit(played, a_quiet_move(played))
    take_back_turn(
        public_id=played.public_id, seat=giver, expected_ply=played.ply, channel=Channel.WEB
    )
    submit(played, a_quiet_move(played))
    make_final(played)
    start_clock(played)
    assert played.deadline == MONDAY + 2 * DAY
    assert_sound(played)


def undo_by_agreement(game: Game) -> None:
    """The player who moved last takes the turn back, and the other agrees."""
    game.refresh_from_db()
    asks = waiting_seat(game)
    terms = ask_for_undo(
        public_id=game.public_id, seat=asks, expected_ply=game.ply, channel=Channel.WEB
    )
    accept_offer(public_id=game.public_id, seat=1 - asks, terms=terms, channel=Channel.WEB)
    game.refresh_from_db()


def test_gifts_to_both_outlive_a_turn_that_is_taken_back_by_agreement(
    played: Game, traveller: time_machine.Traveller
) -> None:
    one, two = played.to_move, waiting_seat(played)
    assert one is not None
    give_time(public_id=played.public_id, seat=two, hours=24, channel=Channel.LINK)
    submit(played, a_quiet_move(played))
    give_time(public_id=played.public_id, seat=one, hours=48, channel=Channel.LINK)
    undo_by_agreement(played)
    start_clock(played)
    assert played.deadline == MONDAY + 2 * DAY
    submit(played, a_quiet_move(played))
    start_clock(played)
    assert played.deadline == MONDAY + 3 * DAY
    assert_sound(played)


def test_a_reminder_that_would_wait_for_the_deadline_comes_before_the_quiet_hours(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    User.objects.update(quiet_from=time(22), quiet_to=time(8))
    game = begin_with(ada, bruno, grace=20 * 3600)  # until 5 in the morning, so until 8
    everybody_has_moved(game)
    start_clock(game)
    assert game.deadline == MONDAY + 23 * HOUR
    sweep_at(MONDAY + 12 * HOUR, traveller)
    assert not notices(game, "reminder")
    sweep_at(MONDAY + 12 * HOUR + 30 * MINUTE, traveller)
    assert len(notices(game, "reminder")) == 1
    send_letters(game)
    letters = Letter.objects.filter(kind="reminder")
    assert [letter.status for letter in letters] == [Letter.Status.SENT]


def test_a_reminder_after_which_quiet_hours_end_in_time_is_left_to_them(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    User.objects.update(quiet_from=time(22), quiet_to=time(8))
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    start_clock(game)
    sweep_at(MONDAY + 17 * HOUR, traveller)
    assert not notices(game, "reminder")
    sweep_at(MONDAY + 18 * HOUR, traveller)
    assert len(notices(game, "reminder")) == 1
