"""How much an answer costs does not hang on how long the game is."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from duel.models import Game
from tests.duel.api.calls import Caller, signed_in, with_key
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import begin, play_on

pytestmark = [pytest.mark.django_db]

WRITES = ("INSERT", "UPDATE", "DELETE")


def counted(call: Any) -> int:
    """How many queries it takes; none of them writes."""
    with CaptureQueriesContext(connection) as queries:
        answer = call()
    assert answer.status_code == 200, answer.content
    statements = [query["sql"] for query in queries]
    assert not [each for each in statements if each.startswith(WRITES)], statements
    return len(statements)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno, is_public=True)


def costs(game: Game) -> dict[str, int]:
    path, ply = f"games/{game.public_id}", game.ply
    ways = {
        "mover": with_key(mover(game)),
        "mover, signed in": signed_in(mover(game)),
        "other": with_key(waiting(game)),
        "nobody": Caller(),
    }
    found: dict[str, int] = {}
    for name, caller in ways.items():
        found[f"{name}, first"] = counted(lambda caller=caller: caller.get(path, drawn="true"))
        found[name] = counted(lambda caller=caller: caller.get(path, drawn="true"))
    key = ways["mover"]
    found["turn"] = counted(lambda: key.post(f"{path}/turn", {"ply": ply, "steps": []}))
    found["games"] = counted(lambda: ways["mover, signed in"].get("games"))
    return found


def test_an_answer_takes_as_many_queries_late_in_a_game_as_early(game: Game) -> None:
    play_on(game, 6)
    early = costs(game)
    play_on(game, 40)
    assert costs(game) == early
    assert early["mover"] <= 4, early
    assert early["mover, signed in"] <= 6, early
    assert early["turn"] <= 2, early


def test_the_list_of_games_takes_as_many_queries_for_many_as_for_few(
    ada: User, bruno: User
) -> None:
    first = begin(ada, bruno)
    caller = signed_in(first.seats.get(user=ada))
    few = counted(lambda: caller.get("games"))
    for _ in range(4):
        begin(ada, bruno)
    assert counted(lambda: caller.get("games")) == few
    assert len(caller.get("games").json()) == 5
