"""Time for all games after an outage: the games that ran out of time in it are offered."""

from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.models import AddedTime, Game, Outage, Status
from duel.timekeeping.clocks import claim
from engine.kinds import Channel
from mail.models import Letter
from support.decisions import out_of_time
from support.decisions.out_of_time import games_out_of_time
from support.models import Decision
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    sweep_at,
)
from tests.support.admin.staff import carry_out
from tests.support.decisions.bench import mover_and_other, start_clock
from tests.support.decisions.test_admin import operator

__all__ = ["operator"]  # a fixture

IN_THE_OUTAGE = {"began_at": "2026-11-03T08:00", "ended_at": "2026-11-03T12:00"}
DATA: dict[str, Any] = {
    "hours": 24,
    "reason": "Ticket 4711.",
    "message": "Our mail was down.",
    **IN_THE_OUTAGE,
}


@pytest.fixture
def late(game: Game, traveller: time_machine.Traveller) -> Game:
    """A game whose player ran out of time on Tuesday at nine; it can be claimed."""
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    assert kinds(game)[-1] == "flag"
    game.refresh_from_db()
    return game


@pytest.fixture
def lost(late: Game, traveller: time_machine.Traveller) -> Game:
    """A game that was claimed on Tuesday at two, after the outage."""
    traveller.move_to(MONDAY + DAY + 5 * HOUR)
    _, other = mover_and_other(late)
    claim(public_id=late.public_id, seat=other, channel=Channel.LINK)
    late.refresh_from_db()
    return late


def page() -> str:
    return reverse("admin:duel_add_time")


def mark(game: Game) -> str:
    game.refresh_from_db()
    return f"{game.pk}-{game.seq}"


def test_a_game_lost_in_the_outage_is_offered_and_reopened(
    lost: Game, operator: User, client: Client
) -> None:
    looked = client.post(page(), DATA)
    shown = looked.content.decode()
    assert f'value="{mark(lost)}"' in shown
    assert looked.context["chosen"] == [mark(lost)], "ticked at first"
    assert reverse("admin:duel_game_change", args=[lost.pk]) in shown
    assert "That is 0 running games" in shown
    assert lost.status == Status.OVER, "a preview does nothing"
    carry_out(client, page(), {**DATA, "game": [mark(lost)]})
    lost.refresh_from_db()
    assert (lost.status, kinds(lost)[-1]) == (Status.RUNNING, "reopen")
    decision = Decision.objects.get()
    assert (decision.reason, decision.message) == ("Ticket 4711.", "Our mail was down.")
    assert Letter.objects.filter(kind="operator-decision").count() == 2
    assert AddedTime.objects.count() == 1


def test_a_late_player_gets_the_hours_from_now_and_not_twice(
    late: Game, operator: User, client: Client
) -> None:
    assert "Give time" in client.post(page(), DATA).content.decode()
    now = MONDAY + DAY + HOUR
    with time_machine.travel(now, tick=True):
        carry_out(client, page(), {**DATA, "game": [mark(late)]})
    late.refresh_from_db()
    assert late.deadline is not None
    assert now + DAY <= late.deadline < now + DAY + HOUR


def test_games_that_are_not_chosen_stay_as_they_are(
    lost: Game, operator: User, client: Client
) -> None:
    carry_out(client, page(), {**DATA, "preview": "none chosen"})
    assert AddedTime.objects.count() == 1
    assert not Decision.objects.exists()


def test_a_game_that_moved_on_since_is_shown_anew(
    late: Game, operator: User, client: Client
) -> None:
    seal = client.post(page(), DATA).context["preview"].seal
    pressed = {**DATA, "game": [mark(late)], "preview": seal, "carry_out": 1}
    _, other = mover_and_other(late)
    claim(public_id=late.public_id, seat=other, channel=Channel.LINK)
    again = client.post(page(), pressed)
    assert again.status_code == 409
    assert f'value="{mark(late)}"' in again.content.decode()
    assert again.context["chosen"] == [], "as it stands now, nobody has chosen it"
    assert not Decision.objects.exists()
    assert not AddedTime.objects.exists()


def test_the_letters_are_seen_and_another_choice_is_seen_anew(
    lost: Game, operator: User, client: Client
) -> None:
    looked = client.post(page(), DATA).context["preview"]
    assert {letter.reader for letter in looked.letters} == {"Ada", "Bruno"}
    assert all("Our mail was down." in letter.text for letter in looked.letters)
    assert not any("4711" in letter.text for letter in looked.letters)
    pressed = {**DATA, "preview": looked.seal, "carry_out": 1}
    again = client.post(page(), pressed)
    assert again.status_code == 409
    assert again.context["preview"].letters == []
    assert not AddedTime.objects.exists()


def test_a_double_press_adds_time_once(
    game: Game, operator: User, client: Client, traveller: time_machine.Traveller
) -> None:
    data = {**DATA, "began_at": "", "ended_at": ""}
    seal = client.post(page(), data).context["preview"].seal
    pressed = {**data, "preview": seal, "carry_out": 1}
    assert client.post(page(), pressed).status_code == 302
    traveller.shift(1)
    assert client.post(page(), pressed).status_code == 409
    assert AddedTime.objects.count() == 1


def test_only_what_ran_out_in_the_outage_is_listed(
    lost: Game, operator: User, client: Client
) -> None:
    for window in (
        {"began_at": "2026-11-03T10:00", "ended_at": "2026-11-03T12:00"},
        {"began_at": "2026-11-02T10:00", "ended_at": "2026-11-03T08:59"},
        {"began_at": "", "ended_at": ""},
    ):
        assert mark(lost) not in client.post(page(), {**DATA, **window}).content.decode()


def test_a_game_whose_secret_was_shown_is_named_and_not_reopened(
    lost: Game, operator: User, client: Client, traveller: time_machine.Traveller
) -> None:
    assert lost.secret_opens_at is not None
    traveller.move_to(lost.secret_opens_at)
    shown = client.post(page(), DATA).content.decode()
    assert "Can no longer be reopened" in shown
    assert reverse("admin:duel_game_change", args=[lost.pk]) in shown
    assert mark(lost) not in shown
    carry_out(client, page(), {**DATA, "game": [mark(lost)]})
    assert not Decision.objects.exists()


def test_operators_do_not_reopen_their_own_games(
    lost: Game, ada: User, operator: User, client: Client
) -> None:
    ada.is_staff = True
    ada.save()
    ada.user_permissions.set(operator.user_permissions.all())
    client.force_login(ada)
    assert mark(lost) not in client.post(page(), DATA).content.decode()
    carry_out(client, page(), {**DATA, "game": [mark(lost)]})
    assert not Decision.objects.exists()


def test_the_form_begins_with_the_last_outage(game: Game, operator: User, client: Client) -> None:
    assert 'name="began_at"' in client.get(page()).content.decode()
    Outage.objects.create(began_at=MONDAY - 3 * HOUR, ended_at=MONDAY - 2 * HOUR)
    shown = client.get(page()).content.decode()
    assert 'value="2026-11-02T06:00"' in shown
    assert 'value="2026-11-02T07:01"' in shown


@pytest.mark.parametrize(
    "window",
    [
        {"began_at": "9999-12-31T23:59", "ended_at": "9999-12-31T23:59"},
        {"began_at": "0001-01-01T00:00", "ended_at": "9999-12-31T23:59"},
        {"began_at": "0001-01-01T00:00", "ended_at": "0001-01-01T00:00"},
        {"began_at": "2026-11-01T00:00", "ended_at": "9999-12-31T23:59"},
        {"began_at": "2026-11-01T00:00", "ended_at": "2026-10-31T00:00"},
        {"began_at": "2026-11-01T00:00", "ended_at": ""},
        {"began_at": "", "ended_at": "2026-11-01T00:00"},
        {"began_at": "yesterday", "ended_at": "\x00"},
    ],
)
def test_absurd_moments_are_refused_with_a_sentence(
    window: dict[str, str], game: Game, operator: User, client: Client
) -> None:
    for more in ({}, {"carry_out": 1}):
        answer = client.post(page(), {**DATA, **window, **more})
        assert answer.status_code == 200
        assert "Please look at what is marked below" in answer.content.decode()
    assert not AddedTime.objects.exists()


def test_absurd_choices_are_nothing(lost: Game, operator: User, client: Client) -> None:
    absurd = ["", "-", "x-y", "1", "1-2-3", f"{lost.pk}-{'9' * 18}", f"{'9' * 99}-1", "²-1"]
    answer = carry_out(client, page(), {**DATA, "game": absurd, "preview": "x"})
    assert answer.status_code == 302
    assert not Decision.objects.exists()


def test_the_list_is_bounded_and_costs_the_same_however_long(
    late: Game, operator: User, client: Client, traveller: time_machine.Traveller
) -> None:
    def look() -> tuple[int, str]:
        with CaptureQueriesContext(connection) as caught:
            # Nothing is chosen: what the letters of the chosen games cost grows with them.
            shown = client.post(page(), {**DATA, "preview": "x"}).content.decode()
        return len(caught), shown

    players = [seat.user for seat in late.seats.all() if seat.user is not None]
    look()
    once, _ = look()
    for _ in range(3):
        traveller.move_to(MONDAY)
        another = begin_with(*players, grace=86400)
        everybody_has_moved(another)
        start_clock(another)
    sweep_at(MONDAY + DAY, traveller)
    queries, shown = look()
    assert (shown.count('name="game"'), queries) == (4, once)
    with patch.object(out_of_time, "MOST_LISTED", 2):
        found = games_out_of_time(operator, began_at=MONDAY, ended_at=MONDAY + 2 * DAY)
    assert len(found) == 3, "one more tells that there are more"
