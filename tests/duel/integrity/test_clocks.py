"""The columns of clocks are checked as far as the log decides them; nothing else is reported."""

from datetime import time, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.integrity.replay import check_games
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.timekeeping.sweeps import sweep_clocks, write_heartbeat
from duel.timekeeping.vacations import plan_vacation
from engine.kinds import Channel
from support.decisions import Ruling, add_time_to_all
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    letter_arrives,
    seat_to_move,
    sweep_at,
)
from tests.duel.tables import a_quiet_move, submit
from tests.support.decisions.verbs import hold


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game with a bank, whose clock runs from Monday morning; Ada and Bruno have quiet nights."""
    User.objects.update(time_zone="Europe/Rome", quiet_from=time(22), quiet_to=time(7))
    game = begin_with(ada, bruno, grace=86400, bank=7200, increment=60, cap=9000)
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()
    return game


def found_in(game: Game) -> list[str]:
    """The fields that are reported as wrong."""
    findings = check_games([game.pk]).findings
    return [problem.field for finding in findings for problem in finding.problems]


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"deadline": MONDAY + 9 * DAY}, "deadline"),
        ({"deadline": None}, "deadline"),
        ({"clock_as_of": MONDAY - DAY}, "clock_as_of"),
        ({"alarm_at": None}, "alarm_at"),
        ({"alarm_at": MONDAY + 9 * DAY}, "alarm_at"),
    ],
)
def test_a_column_of_the_game_that_was_altered_is_named(
    game: Game, columns: dict[str, object], field: str
) -> None:
    assert found_in(game) == []
    Game.objects.filter(pk=game.pk).update(**columns)
    assert found_in(game) == [field]


def test_terms_that_were_altered_are_named_along_with_what_follows_from_them(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(grace=3600)
    assert found_in(game) == ["terms", "deadline"]


def test_a_bank_that_is_not_what_the_last_turn_has_left_of_it_is_named(
    game: Game, traveller: time_machine.Traveller
) -> None:
    waits = 1 - (game.to_move or 0)
    traveller.shift(DAY + HOUR)
    submit(game, a_quiet_move(game))  # an hour beyond the day that was free
    assert found_in(game) == []
    for number in (waits, 1 - waits):
        left = Seat.objects.get(game=game, number=number).bank_left
        Seat.objects.filter(game=game, number=number).update(bank_left=left - 600)
        assert found_in(game) == [f"bank_left of seat {number}"]
        Seat.objects.filter(game=game, number=number).update(bank_left=left)


def test_an_alarm_of_a_clock_at_rest_is_named(game: Game, olga: User) -> None:
    hold(Ruling(olga, game.public_id, "We look into it.", game.seq))
    assert found_in(game) == []
    Game.objects.filter(pk=game.pk).update(alarm_at=MONDAY)
    assert found_in(game) == ["alarm_at"]


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"clock_turn": 99}, "clock_turn"),
        ({"bank_left": 8000}, "bank_left"),
        ({"bank_left": 50_000, "clock_bank": 50_000}, "bank_left"),
        ({"clock_quiet_from": None, "clock_quiet_to": None, "clock_bank": 0}, "deadline"),
        ({"clock_zone": "Europe/Atlantis"}, "clock_zone"),
    ],
)
def test_a_column_of_the_seat_that_was_altered_is_named(
    game: Game, columns: dict[str, object], field: str
) -> None:
    Seat.objects.filter(game=game, is_to_move=True).update(**columns)
    assert field in {each.split(" of seat ")[0] for each in found_in(game)}


def test_a_bank_that_holds_more_than_was_agreed_on_is_named_for_either_seat(game: Game) -> None:
    other = 1 - (game.to_move or 0)
    Seat.objects.filter(game=game, number=other).update(bank_left=9001)
    assert found_in(game) == [f"bank_left of seat {other}"]


def test_a_clock_that_has_not_started_and_one_of_a_finished_game_show_no_deadline(
    game: Game,
) -> None:
    submit(game, a_quiet_move(game))
    assert (found_in(game), game.deadline) == ([], None)
    Game.objects.filter(pk=game.pk).update(deadline=MONDAY)
    assert found_in(game) == ["deadline"]
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert found_in(game) == []
    Game.objects.filter(pk=game.pk).update(deadline=MONDAY)
    assert found_in(game) == ["deadline"]


def test_what_people_have_changed_since_is_no_difference(
    game: Game, traveller: time_machine.Traveller
) -> None:
    mover = seat_to_move(game).user
    assert mover is not None
    traveller.shift(HOUR)
    User.objects.update(
        time_zone="Asia/Tokyo", quiet_from=None, quiet_to=None, reminder_percent=None
    )
    begins_at = timezone.now() + timedelta(hours=2)
    plan_vacation(user=mover, begins_at=begins_at, ends_at=begins_at + 2 * DAY)
    assert found_in(game) == []
    traveller.move_to(begins_at + HOUR)  # it has begun, and no sweep has noted it yet
    assert found_in(game) == []
    sweep_at(begins_at + 2 * HOUR, traveller)
    assert found_in(game) == []


def test_an_outage_or_a_gift_to_all_is_no_difference_at_any_step(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(3 * HOUR)
    write_heartbeat(now=timezone.now())
    assert found_in(game) == []
    sweep_clocks()
    assert found_in(game) == []
    add_time_to_all(operator=olga, reason="The mail was slow.", seconds=3600)
    assert found_in(game) == []
    sweep_at(MONDAY + 5 * HOUR, traveller)
    assert found_in(game) == []
    submit(game, a_quiet_move(game))
    assert found_in(game) == []
