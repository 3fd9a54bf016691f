"""The club page: what it counts, who reads it, and how one stays out of it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.club import selectors
from duel.club.selectors import club_for, club_games
from duel.models import Game, Seat, Status
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.tables import begin
from tests.plans import plan_by_index

pytestmark = pytest.mark.django_db

CLUB = "/club/"


def won_by_the_first(first: User, second: User, **terms: Any) -> Game:
    game = begin(first, second, **terms)
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    game.refresh_from_db()
    return game


def page_for(person: User) -> str:
    browser = Client()
    browser.force_login(person)
    answer = browser.get(CLUB)
    assert answer.status_code == 200
    return answer.content.decode()


def stay_out(person: User) -> None:
    User.objects.filter(pk=person.pk).update(in_club=False)


def test_the_page_is_made_of_finished_games_by_itself(ada: User, bruno: User, eve: User) -> None:
    assert "No game has ended yet" in page_for(eve)
    won_by_the_first(ada, bruno)
    won_by_the_first(ada, bruno)
    begin(ada, eve)
    page = " ".join(page_for(eve).split())
    assert "2 games that ended since" in page
    assert "Ada – Bruno</th> <td>2</td> <td>2–0</td>" in page
    assert "Ada won" in page
    assert "Eve" not in page.replace("Sign out Eve", "")


def test_only_who_is_signed_in_reads_it(client: Client) -> None:
    assert client.get(CLUB)["Location"].startswith(reverse("accounts:sign-in"))


def test_an_operator_can_switch_it_off(client: Client, ada: User, settings: Settings) -> None:
    client.force_login(ada)
    assert f'href="{CLUB}"' in client.get("/").content.decode()
    assert 'name="in_club"' in client.get(reverse("accounts:preferences")).content.decode()
    settings.CLUB_PAGE = False
    assert client.get(CLUB).status_code == 404
    assert f'href="{CLUB}"' not in client.get("/").content.decode()
    assert 'name="in_club"' not in client.get(reverse("accounts:preferences")).content.decode()


def test_who_stays_out_takes_their_games_along(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno)
    won_by_the_first(ada, eve)
    stay_out(bruno)
    for reader in (ada, bruno, eve):
        page = page_for(reader)
        assert "Bruno" not in page.replace("Sign out Bruno", "")
        assert "1 game that ended since" in " ".join(page.split())
    assert "You stay out of it" in page_for(bruno)


def test_one_stays_out_by_a_tick_in_the_preferences(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = reverse("accounts:preferences")
    kept = {"name": "Ada", "language": "en", "time_zone": "UTC", "letters": "single"}
    client.post(page, {**kept, "act": "save"})
    ada.refresh_from_db()
    assert not ada.in_club
    client.post(page, {**kept, "act": "save", "in_club": "on"})
    ada.refresh_from_db()
    assert ada.in_club


def test_switching_the_page_off_changes_nobodys_wish(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.CLUB_PAGE = False
    client.force_login(ada)
    kept = {"name": "Ada L.", "language": "en", "time_zone": "UTC", "letters": "single"}
    client.post(reverse("accounts:preferences"), {**kept, "act": "save"})
    ada.refresh_from_db()
    assert (ada.name, ada.in_club) == ("Ada L.", True)


def test_a_game_that_others_may_not_see_is_replayed_by_its_players_alone(
    ada: User, bruno: User, eve: User
) -> None:
    private, public = won_by_the_first(ada, bruno), won_by_the_first(ada, bruno, is_public=True)
    for reader, is_player in ((ada, True), (eve, False)):
        page = page_for(reader)
        assert (private.public_id in page) == is_player
        assert public.public_id in page


def test_it_tells_names_and_results_and_nothing_else(ada: User, bruno: User, eve: User) -> None:
    won_by_the_first(ada, bruno)
    page = page_for(eve)
    for secret in (ada.email, bruno.email, "resigned", "ran out of time"):
        assert secret not in page


@pytest.mark.parametrize("left_out", ["void", "deleted", "oneself", "old"])
def test_what_says_nothing_about_two_people_does_not_count(
    left_out: str, ada: User, bruno: User
) -> None:
    game = won_by_the_first(ada, ada if left_out == "oneself" else bruno)
    match left_out:
        case "void":
            Game.objects.filter(pk=game.pk).update(result={"winners": [], "by": ["void"]})
        case "deleted":
            bruno.delete()
        case "old":
            long_ago = timezone.now() - timedelta(days=366)
            Game.objects.filter(pk=game.pk).update(ended_at=long_ago)
    assert club_for(ada, now=timezone.now()).games == 0


def test_the_reader_stands_in_the_cross_table_however_many_play_more(
    ada: User, bruno: User, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MOST_IN_TABLE", 2)
    for _ in range(3):
        won_by_the_first(ada, bruno)
    won_by_the_first(ada, eve)
    club = club_for(eve, now=timezone.now())
    assert [row.name for row in club.rows] == ["Ada", "Eve"]
    assert club.is_cut
    assert [row.name for row in club_for(bruno, now=timezone.now()).rows] == ["Ada", "Bruno"]


def test_a_cross_table_reads_from_both_sides(ada: User, bruno: User) -> None:
    won_by_the_first(ada, bruno)
    rows = club_for(ada, now=timezone.now()).rows
    cells = [[score.words if score else "" for score in row.cells] for row in rows]
    assert cells == [["", "1–0"], ["0–1", ""]]


def test_the_page_costs_the_same_however_many_games_ended(
    client: Client,
    ada: User,
    bruno: User,
    eve: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(ada)
    for count in (1, 6):
        for _ in range(count):
            won_by_the_first(ada, bruno)
            won_by_the_first(bruno, eve)
        client.get(CLUB)
        with django_assert_num_queries(8):
            client.get(CLUB)


def test_names_are_text_whatever_is_in_them(ada: User, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(name="<b>Bruno</b>")
    won_by_the_first(ada, bruno)
    assert not re.search("<b>Bruno", page_for(ada))


@pytest.mark.only_on("postgresql")
def test_the_games_of_a_year_are_found_by_an_index(ada: User, bruno: User) -> None:
    game = won_by_the_first(ada, bruno)
    long_ago = timezone.now() - timedelta(days=800)
    old = [
        Game(
            game="duel",
            rules=1,
            seat_count=2,
            late_may_be_claimed=True,
            status=Status.OVER,
            proposed_at=long_ago,
            ended_at=long_ago,
            result=game.result,
        )
        for _ in range(1000)
    ]
    Game.objects.bulk_create(old)
    Seat.objects.bulk_create(Seat(game=each, number=0, user=ada) for each in old)
    assert " duel_game_ended " in plan_by_index(club_games(timezone.now() - timedelta(days=365)))
