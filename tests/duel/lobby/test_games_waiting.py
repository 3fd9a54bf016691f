"""After a turn, on to the next game that waits."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from duel.lobby.selectors import games_waiting_after
from duel.models import Game
from tests.duel.tables import a_quiet_move, begin, make_final, submit

pytestmark = pytest.mark.django_db


def waiting_for(person: User, other: User, *, days: int = 3) -> Game:
    """A game in which the person is to move, with so many days left."""
    game = begin(person, other)
    if game.seats.get(is_to_move=True).user != person:
        submit(game, a_quiet_move(game))
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(days=days))
    game.refresh_from_db()
    return game


def following(person: User, after: str = "") -> str:
    browser = Client()
    browser.force_login(person)
    return str(browser.get(reverse("duel:next-game"), {"after": after})["Location"])


def page_of(game: Game) -> str:
    return reverse("duel:game", args=[game.public_id])


def test_the_most_urgent_game_comes_next(ada: User, bruno: User) -> None:
    later, soon = waiting_for(ada, bruno, days=3), waiting_for(ada, bruno, days=1)
    assert following(ada) == page_of(soon)
    assert following(ada, soon.public_id) == page_of(later)
    waiting = games_waiting_after(ada, soon.public_id)
    assert waiting.next is not None
    assert (waiting.next.game.pk, waiting.count) == (later.pk, 1)


def test_whoever_has_nothing_to_do_is_told_so(ada: User, bruno: User) -> None:
    game = waiting_for(ada, bruno)
    browser = Client()
    browser.force_login(ada)
    assert following(ada, game.public_id).startswith("/?after=")
    idle = "Nothing else waits for your move."
    assert idle not in browser.get(following(ada, game.public_id)).content.decode()
    submit(game, a_quiet_move(game))
    assert idle in browser.get(following(ada, game.public_id)).content.decode()
    assert idle not in browser.get("/").content.decode()


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_can_be_taken_back_lets_nobody_know_that_they_are_next(
    ada: User, bruno: User
) -> None:
    game = waiting_for(ada, bruno)
    if game.unsent_seat is not None:  # Bruno has moved first
        make_final(game)
    submit(game, a_quiet_move(game))
    assert game.seats.get(user=bruno).is_to_move
    assert following(bruno) == "/?after="
    assert games_waiting_after(bruno).count == 0
    make_final(game)
    assert following(bruno) == page_of(game)


def test_games_of_others_do_not_wait(ada: User, bruno: User, eve: User) -> None:
    waiting_for(ada, bruno)
    assert following(eve) == "/?after="


def test_only_who_is_signed_in_is_led_on(client: Client) -> None:
    answer = client.get(reverse("duel:next-game"), {"after": "x"})
    assert answer["Location"].startswith(reverse("accounts:sign-in"))


def test_the_way_on_names_the_game_and_how_many_wait(ada: User, bruno: User) -> None:
    games = [waiting_for(ada, bruno, days=days) for days in (1, 2, 3)]

    def rendered(after: Game) -> str:
        waiting = games_waiting_after(ada, after.public_id)
        return render_to_string("duel/next_game.html", {"waiting": waiting, "game": after})

    page = rendered(games[0])
    assert "Next game: Splendor Duel with Bruno (2 wait)" in page
    assert f"{reverse('duel:next-game')}?after={games[0].public_id}" in page
    Game.objects.filter(pk=games[2].pk).update(status="over")
    assert "Next game: Splendor Duel with Bruno</a>" in rendered(games[0])
    Game.objects.filter(pk=games[1].pk).update(status="over")
    assert "Nothing else waits for you" in rendered(games[0])


def test_the_next_game_is_found_in_as_many_queries_however_many_wait(
    ada: User, bruno: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (2, 6):
        for _ in range(count):
            waiting_for(ada, bruno)
        with django_assert_num_queries(4):
            games_waiting_after(ada)
