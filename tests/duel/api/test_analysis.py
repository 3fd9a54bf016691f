"""Programs judge a game only when nothing in it is hidden any more, and not too often."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from duel.api.replays import ANALYSES_PER_MINUTE
from duel.api.schemas import Advice, Chances, Error
from duel.models import Game
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.letter_links import mover
from tests.duel.tables import begin, play_on, play_to_the_end

pytestmark = [pytest.mark.django_db]


def ask(game: Game, what: str, person: User | None = None) -> Any:
    client = Client()
    if person is not None:
        client.force_login(person)
    answer = client.get(f"/api/v1/games/{game.public_id}/{what}")
    kind = Error if answer.status_code != 200 else Chances if what == "chances" else Advice
    kind.model_validate(answer.json())
    return answer


def codes(game: Game, *readers: User | None) -> set[tuple[int, str]]:
    """What each of them is answered to each call."""
    answers = [
        ask(game, what, reader) for what in ("chances", "advice?ply=1") for reader in readers
    ]
    return {(answer.status_code, answer.json().get("code", "")) for answer in answers}


def test_a_game_that_runs_is_judged_for_nobody(ada: User, bruno: User, eve: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    assert codes(game, ada, bruno) == {(409, "not_open_yet")}
    assert codes(game, eve, None) == {(409, "not_over")}


def test_nor_is_one_that_may_have_to_go_on(ada: User, bruno: User, eve: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    resign(public_id=game.public_id, seat=mover(game).number, channel=Channel.WEB)
    assert codes(game, ada, bruno, eve, None) == {(409, "not_open_yet")}


def test_one_that_is_open_is_judged_for_all_who_may_see_it(
    ada: User, bruno: User, eve: User
) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    assert codes(game, ada, bruno) == {(200, "")}
    assert codes(game, eve, None) == {(404, "unknown_game")}
    with CaptureQueriesContext(connection) as queries:
        ask(game, "advice?ply=3")
        ask(game, "advice?ply=3", ada)
    of_games = [q["sql"] for q in queries if '"duel_' in q["sql"]]
    assert of_games
    assert all(sql.startswith("SELECT") for sql in of_games)


def test_it_is_not_asked_without_end(ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    for _ in range(ANALYSES_PER_MINUTE):
        assert ask(game, "advice?ply=2").status_code == 200
    assert ask(game, "advice?ply=2").json()["code"] == "too_fast"
