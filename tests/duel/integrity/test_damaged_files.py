"""No file of a damaged record is signed, whichever way it leaves."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.integrity.divergences import check_some_games
from duel.models import Game
from duel.play.moves import resign
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import deliver
from support.decisions import Ruling
from tests.duel.integrity.test_falsified import DAMAGED, FALSIFIED, play_another_first_move
from tests.duel.letter_links import board_address
from tests.support.decisions.verbs import void

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[False, True], ids=["running", "over"])
def game(request: pytest.FixtureRequest, whole: Game, settings: Any) -> Game:
    """A game that runs, or that Ada gave up, with its secret open."""
    settings.DISPUTE_HOURS = 0
    if request.param:
        resign(public_id=whole.public_id, seat=0, channel=Channel.WEB)
        whole.refresh_from_db()
    return whole


def exported(game: Game) -> tuple[dict[str, Any], str]:
    """The operator's file, and what the command says of it."""
    out, err = StringIO(), StringIO()
    call_command("exportgame", game.public_id, stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue()


def downloaded(game: Game, client: Client) -> Any:
    return client.get(reverse("duel:game-file", args=[game.public_id]))


def test_the_file_of_a_whole_record_is_signed_and_nothing_is_said(game: Game) -> None:
    file, told = exported(game)
    assert ("signature" in file, told) == (True, "")


@pytest.mark.parametrize("what", FALSIFIED)
def test_no_file_of_a_falsified_record_is_signed(
    client: Client, game: Game, ada: User, what: str
) -> None:
    by_link = board_address(game, game.seats.get(number=0), "duel:board-file")
    FALSIFIED[what](game)
    file, told = exported(game)
    assert "signature" not in file
    assert "it is not signed, and it proves nothing" in told
    client.force_login(ada)
    for answer in (client.get(by_link, follow=True), downloaded(game, client)):
        assert (answer.status_code, DAMAGED in answer.content.decode()) == (409, True)


def test_nor_one_of_a_record_whose_damage_only_the_check_can_find(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(grace=3600)
    check_some_games()
    assert "signature" not in exported(game)[0]


def test_the_letter_about_the_end_is_not_sent_with_it(whole: Game) -> None:
    resign(public_id=whole.public_id, seat=0, channel=Channel.WEB)
    play_another_first_move(whole)
    letters = list(Letter.objects.filter(kind="game-over"))
    assert letters
    for letter in letters:
        deliver(letter.pk)
        letter.refresh_from_db()
        assert (letter.status, letter.reason) == ("dropped", "untrue")


def test_once_it_is_settled_players_get_what_is_stored_unsigned_and_read_so(
    client: Client, whole: Game, ada: User, olga: User
) -> None:
    seat = whole.seats.get(number=0)
    play_another_first_move(whole)
    void(Ruling(olga, whole.public_id, "An entry was altered.", whole.seq))
    whole.refresh_from_db()
    client.force_login(ada)
    file = downloaded(whole, client).json()
    assert (file["result"]["by"], "signature" in file) == (["void"], False)
    assert "signature" not in exported(whole)[0]
    page = client.get(board_address(whole, seat), follow=True).content.decode()
    assert "It is not signed: it proves nothing." in page
