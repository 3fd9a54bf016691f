"""Where the table leads: to the next game, to what lies beside the moves, and to notes."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, Seat
from duel.play.notes import write_note
from duel.record.links import Link, Purpose, link_token
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.letter_links import board_address, more_address, mover, waiting
from tests.duel.tables import a_quiet_move, begin, play_any, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]

LASTING = ("duel:own-more", "duel:own-time")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def browser_of(seat: Seat) -> Client:
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    return client


def table_of(seat: Seat) -> str:
    page = reverse("duel:game", args=[seat.game.public_id])
    return browser_of(seat).get(page).content.decode()


def onward(page: str) -> str:
    """What stands on the way to the next game; nothing where it is not shown."""
    found = re.search(r"<p[^>]*data-onward([^>]*)>\s*<a[^>]*>([^<]*)</a>", page)
    assert found is not None
    return "" if "hidden" in found[1] else found[2]


def test_who_has_moved_is_told_which_game_is_next_and_how_many_wait(
    ada: User, bruno: User, eve: User, game: Game
) -> None:
    seat = mover(game)
    assert seat.user is not None
    assert onward(table_of(seat)) == "", "The player to move has something to do here."
    submit(game, a_quiet_move(game))
    assert onward(table_of(seat)) == "Nothing else waits for you. To your games"
    assert signed_in(seat).get(f"games/{game.public_id}/next").json() == {
        "count": 0,
        "game": None,
        "words": "Nothing else waits for you. To your games",
    }
    others = [begin(seat.user, eve) for _ in range(4)]
    to_move = [each for each in others if mover(each).user == seat.user]
    assert len(to_move) > 1
    sentence = f"Next game: Splendor Duel with Eve ({len(to_move)} wait)"
    assert onward(table_of(seat)) == sentence
    next_game = signed_in(seat).get(f"games/{game.public_id}/next").json()
    assert (next_game["words"], next_game["count"]) == (sentence, len(to_move))
    assert next_game["game"]["id"] in [each.public_id for each in to_move]


def test_a_key_tells_of_no_other_game(game: Game) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    assert "data-onward" not in Client().get(board_address(game, seat)).content.decode()
    refused = with_key(seat).get(f"games/{game.public_id}/next")
    assert (refused.status_code, refused.json()["code"]) == (401, "sign_in")


def test_nobody_is_led_on_from_a_game_that_they_may_not_see(game: Game, eve: User) -> None:
    stranger = Client()
    stranger.force_login(eve)
    assert Caller(stranger).get(f"games/{game.public_id}/next").status_code == 404
    assert Caller().get(f"games/{game.public_id}/next").status_code == 401


@pytest.mark.parametrize("page", LASTING)
def test_what_lies_beside_the_moves_is_found_at_a_lasting_address(page: str, game: Game) -> None:
    seat = mover(game)
    address = reverse(page, args=[game.public_id])
    for _ in range(3):
        assert address in table_of(seat)
        answer = browser_of(seat).get(address, follow=True)
        assert answer.status_code == 200
        assert "has moved on" not in answer.content.decode()
        play_any(game)


@pytest.mark.parametrize("page", LASTING)
def test_it_is_there_for_players_who_are_signed_in_alone(page: str, game: Game, eve: User) -> None:
    address = reverse(page, args=[game.public_id])
    assert Client().get(address)["Location"].startswith(reverse("accounts:sign-in"))
    stranger = Client()
    stranger.force_login(eve)
    assert stranger.get(address).status_code == 404
    assert browser_of(mover(game)).post(address).status_code == 405


def test_a_letters_table_brings_links_that_need_no_sign_in_and_what_comes_after_them(
    game: Game,
) -> None:
    seat = mover(game)
    page = Client().get(board_address(game, seat)).content.decode()
    later = reverse("duel:own-more", args=[game.public_id])
    assert f'href="{more_address(game, seat)}"' in page
    assert f'data-later="{later}"' in page
    assert f'href="{later}"' not in page


def test_a_link_about_time_leads_on_after_ones_own_turn_and_not_after_anothers(
    game: Game,
) -> None:
    seat = mover(game)
    link = Link(game.pk, seat.number, game.ply)
    address = reverse("duel:time", args=[link_token(Purpose.TIME, link, epoch=seat.link_epoch)])
    submit(game, a_quiet_move(game))
    assert "<h1>Time</h1>" in Client().get(address).content.decode()
    assert Client().post(address, {"act": "give", "hours": "12"}).status_code == 409
    submit(game, a_quiet_move(game))
    assert "The game has moved on" in Client().get(address).content.decode()


def test_the_table_has_for_each_other_player_what_can_be_done_about_a_note(game: Game) -> None:
    seat, other = mover(game), waiting(game)
    submit(game, a_quiet_move(game))
    write_note(seat=seat, ply=game.ply - 1, text="Red suits me.")
    page = Client().get(board_address(game, other)).content.decode()
    templates: list[Any] = re.findall(
        r"<template data-note-of=\"(\d)\">(.*?)</template>", page, re.S
    )
    assert [number for number, _ in templates] == [str(seat.number)]
    assert f"Hide notes of {seat.user}" in templates[0][1]
    note = with_key(other).table(game)["notes"][0]
    assert f'name="note" value="{note["key"]}"' in page
