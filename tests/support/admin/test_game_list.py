"""The list of games in the admin."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from support.lists import LISTS
from tests.duel.tables import begin
from tests.support.crowd import crowd

LIST = reverse("admin:duel_game_changelist")


def page_of(client: Client, **query: str) -> str:
    response = client.get(LIST, query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_takes_as_many_queries_for_twenty_games_as_for_two(
    desk: Client, ada: User, bruno: User
) -> None:
    sentences = [
        {},
        {"q": "Ada"},
        {"list": "running", "q": "Ada"},
        *({"list": name} for name in LISTS),
    ]

    def queries() -> list[int]:
        counts = []
        for parameters in sentences:
            with CaptureQueriesContext(connection) as captured:
                page_of(desk, **parameters)
            counts.append(len(captured))
        return counts

    begin(ada, bruno)
    begin(ada, bruno)
    page_of(desk)  # the session and the kinds of content are remembered from here on
    few = queries()
    for _ in range(18):
        begin(ada, bruno)
    assert queries() == few
    assert max(few) <= 15


def test_nothing_is_counted(desk: Client, game: Game) -> None:
    with CaptureQueriesContext(connection) as captured:
        page_of(desk)
        page_of(desk, list="running", q="Ada")
    assert not [query["sql"] for query in captured if "COUNT(" in query["sql"]]


def test_the_list_tells_who_is_to_move_and_how_a_game_ended(desk: Client, game: Game) -> None:
    mover = game.seats.get(is_to_move=True).user
    assert f"{mover} is to move" in page_of(desk)
    Game.objects.update(status="over", to_move=None, result={"winners": [0], "by": ["resign"]})
    assert "resigned." in page_of(desk)


def test_games_are_found_and_sorted_out(desk: Client, game: Game, eve: User, olga: User) -> None:
    other = begin(eve, olga)
    assert game.public_id in page_of(desk, q="ada@duelpost.example")
    assert other.public_id not in page_of(desk, q="ada@duelpost.example")
    assert other.public_id in page_of(desk, q="eve", list="running")
    assert other.public_id not in page_of(desk, q="eve", list="overdue")
    assert game.public_id not in page_of(desk, q="nobody of that name")
    assert game.public_id in page_of(desk, list="no such list")


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_page_far_into_very_many_games_opens(desk: Client, game: Game) -> None:
    crowd(game, over=5000, running=500)
    first = page_of(desk)
    assert "more than 50 games" in first
    assert "m5500" in first
    assert "m500<" in page_of(desk, p="101")
    assert "more than 500 games" in page_of(desk, p="10")


@pytest.mark.parametrize("who", ["ada", "eve", None])
def test_players_and_strangers_see_neither_list_nor_game(
    who: str | None, client: Client, game: Game, request: Any
) -> None:
    if who is not None:
        client.force_login(request.getfixturevalue(who))
    change = reverse("admin:duel_game_change", args=[game.pk])
    reveal = reverse("admin:duel_game_reveal", args=[game.pk])
    for response in (client.get(LIST), client.get(change), client.post(reveal, {"reason": "?"})):
        assert response.status_code in (302, 403)
        assert game.public_id not in response.content.decode()


def test_nobody_adds_changes_or_deletes_a_game_by_hand(desk: Client, game: Game) -> None:
    page = reverse("admin:duel_game_change", args=[game.pk])
    assert desk.get(reverse("admin:duel_game_add")).status_code == 403
    assert desk.post(page, {"status": "over"}).status_code == 403
    assert desk.post(reverse("admin:duel_game_delete", args=[game.pk])).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"}
    desk.post(LIST, chosen)
    game.refresh_from_db()
    assert game.status == "running"


def test_no_table_of_the_log_is_in_the_admin_to_be_edited(desk: Client, olga: User) -> None:
    from django.contrib import admin
    from django.test import RequestFactory

    from duel.models import GameSecret, LogEntry, Seat

    request = RequestFactory().get("/")
    request.user = olga
    assert GameSecret not in admin.site._registry
    for model in (Game, Seat, LogEntry):
        if model in admin.site._registry:
            shown = admin.site._registry[model]
            assert not shown.has_add_permission(request)
            assert not shown.has_change_permission(request)
            assert not shown.has_delete_permission(request)
