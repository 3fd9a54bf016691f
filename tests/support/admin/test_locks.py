"""Operators look at a game while somebody writes to it: a look locks nothing."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from support.models import Act
from tests.duel.integrity.breaking import cut_off
from tests.duel.row_lock import somebody_writes
from tests.duel.tables import begin, play_on
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import hold

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]

STATES: dict[str, Callable[[Game], object]] = {"whole": lambda _: None, "broken": cut_off}


@pytest.mark.parametrize("state", STATES)
def test_no_page_waits_for_somebody_who_writes(
    client: Client, ada: User, bruno: User, olga: User, state: str
) -> None:
    game = begin(ada, bruno)
    play_on(game, 4)
    decision = hold(ruling(olga, game))
    STATES[state](game)
    client.force_login(olga)
    pages = [
        reverse("admin:duel_game_change", args=[game.pk]),
        reverse("admin:duel_game_revoke", args=[game.pk, decision.pk]),
        *(reverse("admin:duel_game_decide", args=[game.pk, act]) for act in Act.values),
    ]
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
    try:
        with somebody_writes(game):
            answers = {page: client.get(page).status_code for page in pages}
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert set(answers.values()) <= {200, 409}, answers
    assert answers[reverse("admin:duel_game_decide", args=[game.pk, "award"])] == 200
