"""What carrying out a decision costs: one replay of the log and few statements."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from duel.record import read_only_log
from support.models import Decision
from tests.duel.tables import begin, play_on
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import award

pytestmark = pytest.mark.django_db

MOST_FOR_AN_AWARD, MOST_FOR_A_PRESS = 18, 28
"""Statements of the service alone, and of the press that carries it out in the admin."""

_OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 30)
    ContentType.objects.get_for_model(Game)  # which Django looks up once for each process
    return game


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games of all logs that are replayed."""
    replayed: list[Any] = []
    replay = read_only_log.ReadOnlyLog.__init__

    def counted(self: Any, game: Any, *arguments: Any, **more: Any) -> None:
        replayed.append(game)
        replay(self, game, *arguments, **more)

    monkeypatch.setattr(read_only_log.ReadOnlyLog, "__init__", counted)
    return replayed


def statements_of(act: Callable[[], object]) -> list[str]:
    """The statements of an act, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as statements:
        act()
    sentences = [each["sql"] for each in statements.captured_queries]
    return [sql for sql in sentences if not sql.startswith(_OF_TRANSACTIONS)]


def test_an_award_takes_one_replay(game: Game, olga: User, replays: list[Game]) -> None:
    made = ruling(olga, game)
    statements = statements_of(lambda: award(made, winners=[0]))
    assert len(replays) == 1
    assert len(statements) <= MOST_FOR_AN_AWARD, "\n".join(statements)


def test_the_press_that_carries_an_award_out_takes_one_replay(
    client: Client, game: Game, olga: User, replays: list[Game]
) -> None:
    client.force_login(olga)
    address = reverse("admin:duel_game_decide", args=[game.pk, "award"])
    form = {"reason": "x", "message": "y", "winners": [0], "expected_seq": game.seq}
    seal = client.post(address, form).context["preview"].seal
    replays.clear()
    pressed = {**form, "carry_out": 1, "preview": seal}
    statements = statements_of(lambda: client.post(address, pressed))
    assert Decision.objects.get().act == "award"
    assert len(replays) == 1
    assert len(statements) <= MOST_FOR_A_PRESS, "\n".join(statements)
