"""A report that its gainer could have written gives nothing that lasts."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.signals import user_logged_in
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from mail.addresses import return_path
from mail.inbound.receipt import receive
from mail.models import DeliveryEvent, Letter
from mail.reports.events import Report, record
from mail.reports.suppression import suppression_of
from support.worklist.lines import work_list
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    begin_with,
    everybody_has_moved,
    kinds,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.tables import assert_sound
from tests.mail.inbound.test_delivery_reports import bounce

MINUTE = timedelta(minutes=1)


def forge(letter: Letter, *, number: int = 1) -> None:
    """Write to the Return-Path of one's own letter what a server would."""
    receive(
        bounce("5.1.1", number=number),
        recipients=[return_path(letter.token)],
        way="smtp",
        envelope_from="<>",
    )


def refuse(letter: Letter) -> None:
    """Let one's own mail server refuse a letter, while we are sending it."""
    record(
        Report(
            key=f"refusal:{letter.token}",
            provider="refusal",
            kind=DeliveryEvent.Kind.BOUNCED,
            happened_at=timezone.now(),
            address=letter.to,
            token=letter.token,
            is_final=True,
        )
    )


def turn_letters(game: Game) -> list[Letter]:
    """The letters with the turn that have left, the latest last."""
    seat = seat_to_move(game)
    assert seat.user is not None
    sent = Letter.objects.filter(topic=f"game:{game.public_id}", to=seat.user.email, status="sent")
    return list(sent.filter(kind__in=["your-turn", "turn-goes-on"]).order_by("pk"))


@pytest.fixture
def game(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    """A game that is lost at once when time is up; a turn of two days has just begun."""
    game = begin_with(ada, bruno, grace=2 * 86400, late_may_be_claimed=False)
    everybody_has_moved(game)
    send_letters(game)
    assert game.deadline is not None
    return game


def test_one_forged_report_stops_nothing_and_the_turn_is_sent_again(game: Game) -> None:
    deadline = game.deadline
    [letter] = turn_letters(game)
    forge(letter)
    game.refresh_from_db()
    assert game.deadline == deadline
    assert "bounce begin" not in kinds(game)
    assert suppression_of(letter.to) is None
    send_letters(game)
    assert len(turn_letters(game)) == 2, "The address is asked once more."
    forge(letter, number=2)
    assert suppression_of(letter.to) is None, "The same letter cannot come back twice."
    assert_sound(game)


def forge_twice(game: Game) -> None:
    forge(turn_letters(game)[-1])
    send_letters(game)
    forge(turn_letters(game)[-1], number=2)
    game.refresh_from_db()


def test_two_forged_reports_give_one_day_once_and_only_to_whom_nobody_hears_of(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    forge_twice(game)
    assert suppression_of(turn_letters(game)[-1].to) is not None
    assert game.deadline == deadline
    sweep_at(deadline, traveller)
    game.refresh_from_db()
    assert game.deadline == deadline + DAY
    assert kinds(game)[-1] == "extend 86400"
    sweep_at(deadline + DAY, traveller)
    assert kinds(game)[-1] == "timeout"


def test_a_sign_of_life_leaves_nothing_of_forged_reports(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    forge_twice(game)
    traveller.move_to(deadline - HOUR)
    mover = seat_to_move(game).user
    assert mover is not None
    user_logged_in.send(User, user=mover, request=None)
    User.objects.filter(pk=mover.pk).update(last_login=timezone.now())
    sweep_at(deadline, traveller)
    assert kinds(game)[-1] == "timeout"


def test_reports_of_the_last_hours_give_nothing(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - 11 * HOUR)
    forge_twice(game)
    sweep_at(deadline, traveller)
    assert kinds(game)[-1] == "timeout"


def test_what_we_have_seen_ourselves_stops_the_clock_as_ever(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - HOUR)
    refuse(turn_letters(game)[-1])
    assert kinds(game)[-1] == "bounce begin"
    sweep_at(deadline + DAY, traveller)
    assert "timeout" not in kinds(game)


def test_an_address_that_refuses_on_a_fourth_day_stops_no_clock_and_operators_see_it(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    letter = turn_letters(game)[-1]
    for days in (30, 20, 10):
        DeliveryEvent.objects.create(
            key=f"earlier {days}",
            provider="refusal",
            address=letter.to,
            kind="bounced",
            is_final=True,
            happened_at=timezone.now() - days * DAY,
        )
    assert any("3 days of the last 90" in task.why for task in work_list(olga).tasks)
    refuse(letter)
    assert "bounce begin" not in kinds(game)
