"""Accepting an invitation, with an account and without."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, Status
from duel.words.naming import DAY
from duel.words.terms import Terms, TimeControl
from mail.mutes import is_muted
from mail.reports.suppression import suppress, suppression_of
from tests.duel.lobby.invitations.invitee import NEWCOMER, NINA, path_to, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["invitation", "decline", "never"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_opening_a_link_does_nothing(page: str, method: str, game: Game, client: Client) -> None:
    for _ in range(2):
        answer = client.generic(method, path_to(game, page))
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store, private"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert not answer.cookies
    game.refresh_from_db()
    assert game.status == Status.PROPOSED
    assert not User.objects.filter(email=NINA).exists()
    assert not is_muted(address=NINA, kind="invitation")


def test_a_press_makes_an_account_and_begins_the_game(game: Game, stranger: Client) -> None:
    suppress(address=NINA, reason="bounced", at=timezone.now() - timedelta(days=1))
    answer = stranger.post(path_to(game), NEWCOMER)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    nina = User.objects.get(email=NINA)
    assert (nina.name, nina.language, nina.time_zone) == ("Nina", "it", "Europe/Rome")
    assert not nina.has_usable_password()
    assert stranger.session["_auth_user_id"] == str(nina.pk)
    assert suppression_of(NINA) is None
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert seat_of(game).user == nina
    assert seat_of(game).nonce == "melograno"


def test_a_newcomer_must_have_a_name_and_nothing_else(game: Game, stranger: Client) -> None:
    answer = stranger.post(path_to(game), NEWCOMER | {"name": " "})
    assert answer.status_code == 200
    assert not User.objects.filter(email=NINA).exists()
    stranger.post(path_to(game), NEWCOMER | {"word": ""})
    assert seat_of(game).nonce


def test_a_form_on_another_site_signs_nobody_in(game: Game, stranger: Client) -> None:
    stranger.post(path_to(game), NEWCOMER, headers={"sec-fetch-site": "cross-site"})
    assert User.objects.filter(email=NINA).exists()
    assert "_auth_user_id" not in stranger.session


def test_who_is_signed_in_stays_who_they_are(game: Game, eve: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(eve)
    browser.post(path_to(game), NEWCOMER)
    assert browser.session["_auth_user_id"] == str(eve.pk)


def test_a_player_accepts_by_the_link_without_being_signed_in(
    ada: User, bruno: User, stranger: Client
) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    answer = stranger.post(path_to(game), {"word": "basilico"}, follow=True)
    assert "You play this game" in answer.content.decode()
    assert "_auth_user_id" not in stranger.session
    assert seat_of(game).user == bruno
    assert seat_of(game).nonce == "basilico"


def test_a_link_signs_in_only_the_press_that_made_the_account(game: Game, stranger: Client) -> None:
    path = path_to(game)
    stranger.post(path, NEWCOMER)
    finder = Client()
    answer = finder.post(path, NEWCOMER | {"name": "Mallory"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in finder.session
    assert User.objects.get(email=NINA).name == "Nina"


def test_the_clock_is_shown_in_full_before_joining(ada: User, client: Client) -> None:
    time = TimeControl(grace=0, bank=3 * DAY, increment=DAY // 2, cap=5 * DAY, free_weekends=True)
    game = propose(by=ada, terms=Terms(time=time), invite=[NINA])
    page = client.get(path_to(game)).content.decode()
    assert "Each player has 3 days in the bank." in page
    assert "Each finished turn adds 12 hours to the bank, up to 5 days." in page
    assert "Saturdays and Sundays do not count." in page
