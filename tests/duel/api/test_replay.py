"""A replay tells its reader what they may know, and a file is replayed only if all of it holds."""

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.api.schemas import Error, Replay
from duel.models import Game
from duel.table.replay_sources import LARGEST_FILE
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin, play_on, play_to_the_end, submit
from tests.engine.golden.make import FOLDER

pytestmark = [pytest.mark.words, pytest.mark.django_db]

GOLDEN = FOLDER / "golden-000.json"
LONGEST = [FOLDER / "golden-012.json", FOLDER / "splendor-068.json"]
"""Of the games in the corpus: of Duel, and of four with cities and trading posts."""


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


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("file", LONGEST, ids=lambda file: file.stem)
def test_the_longest_games_are_small_enough_to_be_loaded_at_once(file: Path, language: str) -> None:
    answer = Client().post(
        "/api/v1/replay",
        file.read_bytes(),
        content_type="application/json",
        headers={"Accept-Encoding": "gzip", "Accept-Language": language},
    )
    assert answer.status_code == 200
    assert answer["Content-Language"] == language
    assert len(answer.content) <= 60_000
    replay_json = json.loads(gzip.decompress(answer.content))
    assert len(replay_json["frames"]) > 140
    assert replay_json["is_open"]


def test_nothing_of_a_file_is_stored_remembered_or_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("duel.table.replay_data.cache")
    for content in (GOLDEN.read_bytes(), altered(seats=["Ada", "Zerlina"], result=None)):
        with CaptureQueriesContext(connection) as queries:
            replay_file(content)
        # It is looked up whether there is such a game here, and who signed the file.
        assert all(query["sql"].startswith("SELECT ") for query in queries.captured_queries)
        assert len(queries) <= 2
    assert "Zerlina" not in caplog.text
    assert json.loads(GOLDEN.read_text())["secret"] not in caplog.text


def altered(**changes: Any) -> bytes:
    """The file of a good game with something else in it."""
    return json.dumps({**json.loads(GOLDEN.read_text()), **changes}).encode()


def entries(place: int, **changes: Any) -> list[dict[str, Any]]:
    """The entries of the good game with something else in one of them."""
    good: list[dict[str, Any]] = json.loads(GOLDEN.read_text())["entries"]
    good[place] |= changes
    return good


NO_FILE = "This is no file of a game."
FALSE = "This file does not hold: it is no true record of a game."
UNKNOWN = "This service does not know the rules of the game in this file."


@pytest.mark.parametrize(
    ("content", "sentence", "problem"),
    [
        (b"", NO_FILE, "The input is empty"),
        (b'{"format": ', NO_FILE, "not JSON: line 1"),
        (b"\x89PNG", NO_FILE, "not UTF-8"),
        (b"[" * 100_000, NO_FILE, "nested too deeply"),
        (b"[]", NO_FILE, ""),
        (b"{}", NO_FILE, "no exported game of the format"),
        (altered(format="duelpost-game-9"), NO_FILE, "no exported game of the format"),
        (altered(rules=9), UNKNOWN, "rules version 9"),
        (altered(game="chess"), UNKNOWN, "no game 'chess'"),
        (altered(secret="0" * 64), FALSE, "secret: does not match the commitment"),
        (altered(nonces=["one", "two"]), FALSE, "entry 1, prev_hash"),
        (altered(entries=entries(3, text="pass")), FALSE, "entry 4, hash"),
        (altered(entries=entries(3, hash="0" * 64)), FALSE, "entry 4, hash"),
        (altered(result={"winners": [0, 1], "by": []}), FALSE, "result: the entries lead to"),
        (altered(more="of it"), FALSE, "'more': does not belong"),
        (altered(seats=["x" * 101, "y"]), "The name of a player in this file is too long.", ""),
        (altered(secret=None), "The secret of this game is not in the file yet", ""),
    ],
)
def test_what_is_wrong_with_a_file_is_said(content: bytes, sentence: str, problem: str) -> None:
    answer = replay_file(content)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_game_file")
    assert answer.json()["sentence"].startswith(sentence)
    problems = answer.json()["problems"]
    assert problem in " ".join(problems)
    assert bool(problems) == bool(problem)


def test_a_file_that_is_too_large_is_refused() -> None:
    assert replay_file(b" " * (LARGEST_FILE + 1)).status_code == 413
