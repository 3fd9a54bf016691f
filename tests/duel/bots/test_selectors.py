"""The games that wait for a bot are found by an index, however many others there are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.bots import bot_of
from accounts.models import User
from duel.bots.sweeps import games_for_bots
from tests.duel.bots.bot_games import quiet_turn, with_bots
from tests.duel.tables import begin
from tests.support.crowd import crowd


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


# Committed, so that afterwards the tables are emptied: dead rows would mislead other plans.
@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_it_looks_through_neither_games_nor_people(ada: User, bruno: User) -> None:
    bot_of("journeyman")
    waiting = with_bots(ada)
    quiet_turn(waiting)
    game = begin(ada, bruno)
    User.objects.create_user("last@crowd.example")  # whom the crowd is like
    crowd(game, over=20_000, running=1000)

    with CaptureQueriesContext(connection) as queries:
        assert list(games_for_bots(timezone.now())) == [waiting.pk]

    plans = [plan_of(query["sql"]) for query in queries]
    assert len(plans) == 2
    assert "accounts_one_bot_of_each_level" in plans[0]
    assert "duel_seat_to_move" in plans[1]
    assert not any("Seq Scan" in plan for plan in plans), plans
