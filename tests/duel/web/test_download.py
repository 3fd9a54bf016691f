import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game
from duel.play.moves import resign
from duel.play.undo import take_back_turn
from duel.record.export import game_file
from duel.words.terms import Terms
from engine.kinds import Channel
from engine.verify import verify
from tests.duel.tables import begin, play_any, play_on, play_to_the_end

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return reverse("duel:game-file", args=[game.public_id])


@pytest.mark.parametrize("who", ["ada", "bruno"])
@pytest.mark.usefixtures("traveller")  # the signature has the moment in it
def test_each_player_can_download_the_file(
    client: Client, ada: User, bruno: User, request: pytest.FixtureRequest, who: str
) -> None:
    game = begin(ada, bruno)
    play_on(game, 3)
    client.force_login(request.getfixturevalue(who))
    answer = client.get(address(game))
    assert answer.status_code == 200
    assert answer.content.decode() == game_file(game)
    assert answer.headers["Content-Type"] == "application/json"
    name = f'attachment; filename="duelpost-{game.public_id}.json"'
    assert answer.headers["Content-Disposition"] == name
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_address_is_short_and_plain(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    assert address(game) == f"/games/{game.public_id}/file"


@pytest.mark.parametrize("who", ["eve", "olga", None])
def test_to_others_a_private_game_is_not_there(
    client: Client, ada: User, bruno: User, request: pytest.FixtureRequest, who: str | None
) -> None:
    game = begin(ada, bruno)
    if who is not None:
        client.force_login(request.getfixturevalue(who))
    refused = client.get(address(game))
    unknown = client.get(reverse("duel:game-file", args=["23456789ab"]))
    assert refused.status_code == unknown.status_code == 404
    there, not_there = (
        re.sub(r'"csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
        for answer in (refused, unknown)
    )
    assert there.replace(game.public_id, "23456789ab") == not_there


@pytest.mark.parametrize("signed_in", [True, False])
def test_anyone_can_download_a_public_game(
    client: Client, ada: User, bruno: User, eve: User, signed_in: bool
) -> None:
    game = begin(ada, bruno, is_public=True)
    if signed_in:
        client.force_login(eve)
    answer = client.get(address(game))
    assert answer.status_code == 200
    assert answer.json()["id"] == game.public_id
    assert answer.json()["secret"] is None


def test_the_secret_is_in_it_once_the_game_was_played_out(
    client: Client, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    client.force_login(bruno)
    assert len(client.get(address(game)).json()["secret"]) == 64


def test_a_proposal_has_no_file_yet(client: Client, ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    client.force_login(ada)
    assert client.get(address(game)).status_code == 404


def test_it_is_only_read(client: Client, ada: User, bruno: User) -> None:
    client.force_login(ada)
    assert client.post(address(begin(ada, bruno))).status_code == 405


@pytest.mark.usefixtures("can_be_taken_back")
def test_nobody_else_reads_a_move_that_was_taken_back_while_the_game_goes_on(
    client: Client, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 1)
    who, other = (ada, bruno) if game.to_move == 0 else (bruno, ada)
    seat = game.to_move
    assert seat is not None
    regretted = play_any(game, lambda moves: next(m for m in moves if m.startswith("take")))
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    play_any(game, lambda moves: next(m for m in moves if m.startswith("take") and m != regretted))

    client.force_login(who)
    assert [entry["text"] for entry in client.get(address(game)).json()["entries"]][1] == regretted
    client.force_login(other)
    file = client.get(address(game)).json()
    assert [entry["seq"] for entry in file["entries"]] == [1]
    assert not verify(file).problems

    resign(public_id=game.public_id, seat=seat, channel=Channel.WEB)
    assert len(client.get(address(game)).json()["entries"]) == 5
