"""After the signing key was replaced, every waiting turn is sent anew, once."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from duel.models import Game
from mail.models import Letter
from tests.duel.clocks.ticking import begin_with, everybody_has_moved, send_letters
from tests.duel.letter_links import board_address, mover

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    send_letters(game)
    return game


def resend(*options: str) -> str:
    out = StringIO()
    call_command("resendturns", *options, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def test_each_waiting_turn_is_sent_once_for_each_key(
    client: Client, game: Game, settings: Any
) -> None:
    old, deadline = board_address(game, mover(game)), game.deadline
    settings.SECRET_KEY = "another" * 10
    stale = client.get(old)
    assert stale.status_code == 404
    assert "older than our present key" in stale.content.decode()
    assert resend("--dry-run") == "Turns that would be sent anew: 1."
    before = Letter.objects.count()
    assert resend() == "Turns sent anew: 1."
    assert resend() == "Turns sent anew: 0."
    assert resend("--dry-run") == "Turns that would be sent anew: 0."
    assert Letter.objects.count() == before + 1
    send_letters(game)
    assert game.deadline == deadline
    assert client.get(board_address(game, mover(game))).status_code == 200


def test_a_damaged_game_is_left_alone(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(is_damaged=True)
    assert resend() == "Turns sent anew: 0."
