"""Days off: how many there are, what they do to clocks, and who sees them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.errors import BadVacation, TooMuchVacation, VacationsOverlap
from duel.models import Game, Vacation
from duel.timekeeping.vacations import (
    AT_FIRST,
    MOST,
    PER_YEAR,
    allowance,
    end_vacation,
    plan_vacation,
)
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    everybody_has_moved,
    kinds,
    letter_arrives,
    seat_to_move,
    sweep_at,
)
from tests.duel.letters.outbox import read
from tests.duel.tables import assert_sound, play_any

JOINED = datetime(2026, 1, 1, tzinfo=UTC)


def test_days_accrue_up_to_a_limit() -> None:
    assert allowance(JOINED, [], at=JOINED) == AT_FIRST
    assert allowance(JOINED, [], at=JOINED + timedelta(days=73)) == AT_FIRST + PER_YEAR / 5
    assert allowance(JOINED, [], at=JOINED + timedelta(days=3650)) == MOST


def test_days_are_spent_once_also_those_that_are_planned() -> None:
    planned = (JOINED + timedelta(days=50), JOINED + timedelta(days=58))
    left = allowance(JOINED, [planned], at=JOINED)
    assert left < AT_FIRST
    assert allowance(JOINED, [planned], at=JOINED + timedelta(days=60)) > left
    too_much = (JOINED + timedelta(days=60), JOINED + timedelta(days=90))
    assert allowance(JOINED, [planned, too_much], at=JOINED) < timedelta(0)


@pytest.fixture
def running(game: Game) -> Game:
    """Both have moved; the clock of the next turn runs from Monday, a day long."""
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()
    return game


def mover_of(game: Game) -> User:
    user = seat_to_move(game).user
    assert user is not None
    return user


def test_a_vacation_from_now_on_stops_the_clock_and_its_end_lets_it_go_on(
    running: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(HOUR)
    plan_vacation(user=mover_of(running), begins_at=MONDAY, ends_at=MONDAY + 5 * DAY)
    running.refresh_from_db()
    assert kinds(running)[-1] == "vacation begin"
    assert running.deadline is None
    sweep_at(MONDAY + 5 * DAY, traveller)
    running.refresh_from_db()
    assert kinds(running)[-1] == "vacation end"
    assert running.deadline == MONDAY + 5 * DAY + 23 * HOUR
    assert_sound(running)


def test_a_vacation_that_was_planned_begins_by_itself(
    running: Game, traveller: time_machine.Traveller
) -> None:
    plan_vacation(user=mover_of(running), begins_at=MONDAY + 6 * HOUR, ends_at=MONDAY + 3 * DAY)
    running.refresh_from_db()
    assert running.deadline == MONDAY + DAY
    sweep_at(MONDAY + 6 * HOUR, traveller)
    running.refresh_from_db()
    assert running.deadline is None
    sweep_at(MONDAY + 3 * DAY + HOUR, traveller)
    running.refresh_from_db()
    assert running.deadline == MONDAY + 3 * DAY + 18 * HOUR


def test_nothing_is_given_back_for_days_that_have_passed(
    running: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(20 * HOUR)
    vacation = plan_vacation(user=mover_of(running), begins_at=MONDAY, ends_at=MONDAY + 2 * DAY)
    assert vacation.begins_at == MONDAY + 20 * HOUR
    sweep_at(MONDAY + 2 * DAY, traveller)
    running.refresh_from_db()
    assert running.deadline == MONDAY + 2 * DAY + 4 * HOUR


def test_who_comes_back_early_has_the_clock_running_again(
    running: Game, traveller: time_machine.Traveller
) -> None:
    person = mover_of(running)
    vacation = plan_vacation(user=person, begins_at=MONDAY, ends_at=MONDAY + 5 * DAY)
    traveller.shift(DAY)
    end_vacation(user=person, pk=vacation.pk)
    running.refresh_from_db()
    assert running.deadline == MONDAY + 2 * DAY


def test_a_turn_that_comes_during_a_vacation_waits_for_its_end(
    running: Game, traveller: time_machine.Traveller
) -> None:
    away = running.seats.select_related("user").get(is_to_move=False).user
    assert away is not None
    plan_vacation(user=away, begins_at=MONDAY, ends_at=MONDAY + 5 * DAY)
    while mover_of(running) != away:
        play_any(running)
    assert kinds(running)[-1] == "vacation begin"
    sweep_at(MONDAY + 13 * HOUR, traveller)
    sweep_at(MONDAY + 5 * DAY, traveller)
    running.refresh_from_db()
    assert running.deadline == MONDAY + 6 * DAY


def test_vacations_are_refused_that_overlap_are_past_or_too_long(
    traveller: time_machine.Traveller, ada: User
) -> None:
    plan_vacation(user=ada, begins_at=MONDAY + DAY, ends_at=MONDAY + 3 * DAY)
    with pytest.raises(VacationsOverlap):
        plan_vacation(user=ada, begins_at=MONDAY + 2 * DAY, ends_at=MONDAY + 4 * DAY)
    with pytest.raises(BadVacation):
        plan_vacation(user=ada, begins_at=MONDAY - 2 * DAY, ends_at=MONDAY - DAY)
    with pytest.raises(TooMuchVacation):
        plan_vacation(user=ada, begins_at=MONDAY + 5 * DAY, ends_at=MONDAY + 60 * DAY)


def test_the_opponent_is_told(running: Game) -> None:
    away = running.seats.select_related("user").get(is_to_move=False).user
    assert away is not None
    plan_vacation(user=away, begins_at=MONDAY + DAY, ends_at=MONDAY + 3 * DAY)
    text = " ".join(read(running, mover_of(running)).text.split())
    assert f"{away.name} will be on vacation from Tuesday 3 November, 09:00 (UTC)" in text


def test_the_page_plans_by_the_persons_own_calendar_and_lets_go(
    traveller: time_machine.Traveller, ada: User, client: Client
) -> None:
    ada.time_zone = "Pacific/Auckland"
    ada.save()
    client.force_login(ada)
    page = reverse("duel:vacation")
    assert "You have 10 days to plan." in client.get(page).content.decode()
    form = {"act": "plan", "first": "2026-11-05", "last": "2026-11-06"}
    assert client.post(page, form).status_code == 302
    vacation = Vacation.objects.get()
    assert vacation.begins_at == datetime(2026, 11, 4, 11, tzinfo=UTC)
    assert vacation.ends_at == datetime(2026, 11, 6, 11, tzinfo=UTC)
    assert "You have 8 days to plan." in client.get(page).content.decode()
    client.post(page, {"act": str(vacation.pk)})
    assert not Vacation.objects.exists()


def test_the_page_refuses_what_does_not_work(
    traveller: time_machine.Traveller, ada: User, client: Client
) -> None:
    client.force_login(ada)
    for first, last, words in (
        ("2026-11-01", "2026-11-06", "begins today or later"),
        ("2026-11-05", "2026-11-04", "begins today or later"),
        ("2026-11-05", "2027-11-04", "no vacation days left"),
    ):
        page = client.post(reverse("duel:vacation"), {"act": "plan", "first": first, "last": last})
        assert words in page.content.decode()
    assert not Vacation.objects.exists()
