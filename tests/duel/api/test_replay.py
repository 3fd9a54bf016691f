"""A replay tells its reader what they may know, and a file is replayed only if all of it holds."""

import gzip
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.api.schemas import Error, Replay
from duel.models import Game
from duel.table.replayed import LARGEST_FILE
from tests.duel.linked import mover, waiting
from tests.duel.tables import a_quiet_move, begin, play_on, play_to_the_end, submit
from tests.engine.golden.make import FOLDER

pytestmark = [pytest.mark.django_db]

GOLDEN = FOLDER / "golden-000.json"


def replay(game: Game, person: User | None = None) -> Any:
    client = Client()
    if person is not None:
        client.force_login(person)
    return _held(client.get(f"/api/v1/games/{game.public_id}/replay"))


def replay_file(content: bytes) -> Any:
    return _held(Client().post("/api/v1/replay", content, content_type="application/json"))


def _held(answer: Any) -> Any:
    """The answer, which is what the OpenAPI document says."""
    (Replay if answer.status_code == 200 else Error).model_validate(answer.json())
    return answer


def plies(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.content
    return [frame["ply"] for frame in answer.json()["frames"]]


def test_a_running_game_is_replayed_for_its_players_alone(
    ada: User, bruno: User, eve: User
) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 3)
    for person in (ada, bruno):
        assert plies(replay(game, person)) == [0, 1, 2, 3]
    for other in (eve, None):
        assert replay(game, other).status_code == 409


def test_a_private_game_is_none_to_outsiders(ada: User, bruno: User, eve: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    assert replay(game, ada).status_code == 200
    for other in (eve, None):
        assert replay(game, other).status_code == 404


def test_the_proof_of_a_finished_public_game_comes_when_its_secret_opens(
    ada: User, bruno: User, eve: User
) -> None:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    later = timezone.now() + timedelta(days=1)
    Game.objects.filter(pk=game.pk).update(secret_opens_at=later)
    for reader in (ada, eve, None):
        closed = replay(game, reader).json()
        assert (closed["is_over"], closed["is_open"], closed["proof"]) == (True, False, None)
    Game.objects.filter(pk=game.pk).update(secret_opens_at=timezone.now())
    for reader in (ada, eve, None):
        opened = replay(game, reader).json()
        assert opened["is_open"]
        assert opened["proof"]["secret"]


def test_a_turn_that_can_be_taken_back_is_left_out_for_others(
    ada: User, bruno: User, can_be_taken_back: None
) -> None:
    game = begin(ada, bruno)
    own, other = mover(game).user, waiting(game).user
    before = replay(game, other).content
    submit(game, a_quiet_move(game))
    assert plies(replay(game, own)) == [0, 1]
    assert replay(game, other).content == before


def test_a_long_game_takes_as_many_queries_as_a_short_one(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert replay(game, ada).status_code == 200
        return len([q for q in queries if "django_session" not in q["sql"]])

    play_on(game, 4)
    short = cost()
    play_on(game, 20)
    assert cost() == short


def test_a_good_file_is_replayed_small() -> None:
    answer = Client().post(
        "/api/v1/replay",
        GOLDEN.read_bytes(),
        content_type="application/json",
        headers={"Accept-Encoding": "gzip"},
    )
    assert answer.status_code == 200
    assert len(answer.content) <= 60_000
    said = json.loads(gzip.decompress(answer.content))
    assert said["is_open"]
    assert said["id"] == json.loads(GOLDEN.read_text())["id"]


@pytest.mark.parametrize("content", [b"", b"garbage", b"[]", b"{}", b"\xff\xfe"])
def test_what_is_no_file_of_a_game_is_refused(content: bytes) -> None:
    answer = replay_file(content)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_game_file"


def test_a_file_with_a_wrong_hash_is_refused() -> None:
    data = json.loads(GOLDEN.read_text())
    data["entries"][3]["hash"] = "0" * 64
    answer = replay_file(json.dumps(data).encode())
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_game_file")


def test_a_file_that_is_too_large_is_refused() -> None:
    assert replay_file(b" " * (LARGEST_FILE + 1)).status_code == 413
