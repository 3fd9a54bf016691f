"""Games go on after an outage as their operator has seen it before: each once, whatever dies."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from unittest.mock import patch

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from duel.models import AddedTime, Decision, Game, Relief, Status
from duel.operators.decisions import relief
from duel.operators.decisions.out_of_time import games_out_of_time
from duel.operators.decisions.relief import begin_relief, carry_out, sweep_reliefs
from duel.tasks import carry_reliefs_on
from duel.timekeeping.clocks import claim
from mail.models import Letter
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    sweep_at,
)
from tests.duel.operators.admin.staff import person_with
from tests.duel.operators.decisions.bench import mover_and_other, start_clock
from tests.duel.operators.decisions.test_out_of_time import DATA, mark, page

KEY = "a" * 32
NOW = MONDAY + DAY + 6 * HOUR


@pytest.fixture
def operator(db: None) -> User:
    return person_with("admin", "Clara")


@pytest.fixture
def signed_in(client: Client, operator: User) -> Client:
    client.force_login(operator)
    return client


@pytest.fixture
def games(ada: User, bruno: User, operator: User, traveller: time_machine.Traveller) -> list[Game]:
    """Three games that were lost in the outage, between a French and an Italian reader."""
    User.objects.filter(pk=ada.pk).update(language="fr")
    User.objects.filter(pk=bruno.pk).update(language="it")
    games = [begin_with(ada, bruno, grace=86400) for _ in range(3)]
    for game in games:
        everybody_has_moved(game)
        start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    traveller.move_to(MONDAY + DAY + 5 * HOUR)
    for game in games:
        game.refresh_from_db()
        claim(public_id=game.public_id, seat=mover_and_other(game)[1], channel="link")
    traveller.move_to(NOW)
    return games


def begun(operator: User, games: list[Game]) -> Relief:
    """What the operator has chosen, written down and not carried out."""
    listed = games_out_of_time(operator, began_at=MONDAY, ended_at=MONDAY + 2 * DAY)
    chosen = {each.game.pk: each.game.seq for each in listed}
    assert set(chosen) == {game.pk for game in games}
    words = {"reason": "Ticket 4711.", "message": "Our mail was down.", "seconds": 3600}
    return begin_relief(listed, chosen, key=KEY, operator=operator, **words)[0]  # type: ignore[arg-type]


def assert_each_once(games: list[Game]) -> None:
    for game in games:
        game.refresh_from_db()
        assert game.status == Status.RUNNING
        assert game.entries.filter(kind="reopen").count() == 1
    decisions = Counter(Decision.objects.values_list("game", flat=True))
    assert decisions == {game.pk: 1 for game in games}
    told = Letter.objects.filter(kind="operator-decision").values_list("topic", flat=True)
    assert Counter(told) == {f"game:{game.public_id}": 2 for game in games}
    assert AddedTime.objects.count() == 1
    assert not Relief.objects.exclude(reason="", message="").exists(), "Its words are erased."


def test_a_process_killed_midway_leaves_the_rest_to_the_next_sweep(
    transactional_db: None, database_url: str, operator: User, games: list[Game]
) -> None:
    chosen = begun(operator, games)
    environment = {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    dead = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.duel.operators.decisions.dying",
            str(chosen.pk),
            NOW.isoformat(),
        ],
        env=os.environ | environment,
        check=False,
        timeout=120,
    )
    assert dead.returncode == -signal.SIGKILL
    assert Decision.objects.count() == 1, "The second one was rolled back."
    carry_reliefs_on()
    assert_each_once(games)
    assert sweep_reliefs() == 0


def test_a_press_that_is_sent_again_adds_no_time_and_goes_on_where_it_ended(
    signed_in: Client, operator: User, games: list[Game]
) -> None:
    shown = signed_in.post(page(), DATA).content.decode()
    key = re.search(r'name="key" value="([0-9a-f]{32})"', shown)
    assert key is not None
    press = {**DATA, "key": key[1], "game": [mark(game) for game in games], "carry_out": 1}
    with (
        patch.object(relief, "_decide", side_effect=[None, KeyboardInterrupt]),
        pytest.raises(KeyboardInterrupt),
    ):
        signed_in.post(page(), press)
    Relief.objects.get().games.update(is_decided=None)  # nothing was decided by what stood in
    done = signed_in.post(page(), press, follow=True).content.decode()
    assert "no time was added again" in done
    assert "3 games in which a player had run out of time go on" in done
    assert_each_once(games)
    signed_in.post(page(), press)
    assert_each_once(games)


def test_a_game_that_cannot_be_decided_about_stops_no_other(
    operator: User, games: list[Game]
) -> None:
    chosen, decide = begun(operator, games), relief.let_go_on
    calls: list[int] = []

    def fail_once(*args: object, **arguments: object) -> object:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError
        return decide(*args, **arguments)  # type: ignore[arg-type]

    with patch.object(relief, "let_go_on", fail_once):
        carry_out(chosen)
    assert list(chosen.games.order_by("pk").values_list("is_decided", flat=True)) == [
        False,
        True,
        True,
    ]
    assert sweep_reliefs() == 0, "It is not tried for ever."


def test_the_letters_of_every_game_are_shown_in_each_readers_language(
    signed_in: Client, games: list[Game]
) -> None:
    letters = Letter.objects.count()
    shown = signed_in.post(page(), DATA).content.decode()
    for game in games:
        offered = shown.partition(f'value="{mark(game)}"')[2].partition("</li>")[0]
        for reader, language, word in [("Ada", "fr", "administration"), ("Bruno", "it", "partita")]:
            letter = offered.partition(f"To {reader} (")[2].partition("</article>")[0]
            assert f'<pre lang="{language}">' in letter
            assert word in letter
            assert DATA["message"] in letter
            assert DATA["reason"] not in letter
            assert "http" not in letter
        game.refresh_from_db()
        assert game.status == Status.OVER
    assert Letter.objects.count() == letters
    assert not Decision.objects.exists()
    assert not AddedTime.objects.exists()
