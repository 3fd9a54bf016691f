"""How many queries the table takes does not hang on how long its game is."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")


def queries_of(client: Client, path: str) -> list[str]:
    """What is asked of the database, once the cache knows the position."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [query["sql"] for query in queries]


def statements_by_reader(readers: dict[str, Client], game: Game) -> dict[str, list[str]]:
    """The queries of the page and of the API's answer, for each reader."""
    paths = {
        "page": reverse("duel:game", args=[game.public_id]),
        "answer": f"/api/v1/games/{game.public_id}?drawn=true",
    }
    return {
        f"{kind} for {reader}": queries_of(client, path)
        for reader, client in readers.items()
        for kind, path in paths.items()
    }


def readers_of(game: Game) -> dict[str, Client]:
    """Who is to move, who waits, and somebody who watches."""
    readers = {"the mover": Client(), "who waits": Client(), "a spectator": Client()}
    for reader, seat in (("the mover", mover(game)), ("who waits", waiting(game))):
        assert seat.user is not None
        readers[reader].force_login(seat.user)
    return readers


def test_the_table_takes_as_many_queries_late_in_a_game_as_early(ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 10)
    early = statements_by_reader(readers_of(game), game)
    play_on(game, 40)
    late = statements_by_reader(readers_of(game), game)
    for way, queries in early.items():
        assert len(late[way]) == len(queries), (way, queries, late[way])
    all_late = [query for queries in late.values() for query in queries]
    assert not [query for query in all_late if query.startswith(WRITES)]
