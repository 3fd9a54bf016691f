"""No game keeps bots from the others: a broken record, a hold, a fault; and operators are told."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from duel.bots import playing, sweeps
from duel.bots.sweeps import sweep_bots
from duel.models import Divergence, Game, Seat
from duel.record.log import Log
from support import lists
from support.decisions import Ruling
from support.worklist.game_tasks import stuck_games
from tests.duel.bots.bot_games import moves_of_bots, quiet_turn, with_bots
from tests.duel.integrity.breaking import cut_off
from tests.duel.tables import assert_sound
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import hold, pause, resume
from tests.support.test_diagnosis import diagnosis

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_aside() -> None:
    """No sweep of an earlier test has left a game alone."""
    sweeps._aside.clear()


@pytest.fixture
def games(ada: User) -> list[Game]:
    """Three games in which a bot is to move."""
    games = [with_bots(ada) for _ in range(3)]
    for game in games:
        quiet_turn(game)
    return games


def waiting(games: list[Game]) -> list[bool]:
    """Whether each of the games waits for its bot."""
    for game in games:
        game.refresh_from_db()
    return [game.to_move == 1 for game in games]


def test_a_broken_record_is_told_and_passed_over(games: list[Game]) -> None:
    cut_off(games[0])
    sweep_bots()
    assert waiting(games) == [True, False, False]
    assert Divergence.objects.filter(game=games[0], gone_at=None).exists()


def test_a_fault_in_one_game_is_logged_and_passed_over(
    games: list[Game], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    choose = playing.choose

    def fail_in_the_first(log: Log, seat: Seat) -> str:
        if log.game.pk == games[0].pk:
            raise ZeroDivisionError
        return choose(log, seat)

    monkeypatch.setattr(playing, "choose", fail_in_the_first)
    sweep_bots()
    assert waiting(games) == [True, False, False]
    assert "bot_cannot_move" in caplog.text


def test_a_game_that_has_failed_is_tried_again(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(log: Log, seat: Seat) -> str:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(playing, "choose", fail)
        assert sweep_bots() == 0
    assert sweep_bots() == 0  # for a while they are left alone
    sweeps._aside.update(dict.fromkeys(sweeps._aside, 0.0))
    sweep_bots()
    assert waiting(games) == [False] * 3


def test_a_database_that_was_away_leaves_no_game_aside(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(log: Log, seat: Seat) -> str:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(playing, "choose", fail)
        with pytest.raises(OperationalError):
            sweep_bots()
    sweep_bots()
    assert waiting(games) == [False] * 3


def test_a_call_for_a_game_that_was_seen_to_changes_nothing(ada: User) -> None:
    game = with_bots(ada)
    assert sweep_bots(first=game.pk) == 0
    quiet_turn(game)
    assert sweep_bots() > 0


@pytest.mark.parametrize("stop", [hold, pause])
def test_it_waits_while_operators_look_into_the_game(
    ada: User, olga: User, stop: Callable[[Ruling], object]
) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    stop(ruling(olga, game))
    made = len(moves_of_bots(game))
    assert sweep_bots() == 0
    resume(ruling(olga, game))
    assert sweeps.process_game(game.pk) > 0
    assert len(moves_of_bots(game)) > made
    assert_sound(game)


def test_operators_find_a_game_in_which_a_bot_does_not_move(
    ada: User, olga: User, traveller: time_machine.Traveller
) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    traveller.shift(lists.SWEEP_PATIENCE)
    assert not lists.stuck().exists()
    traveller.shift(timedelta(seconds=1))
    assert list(lists.stuck()) == [game]
    (task,) = stuck_games(olga, timezone.now())
    assert "A bot is to move" in str(task)
    sweep_bots()
    assert not lists.stuck().exists()


def test_nothing_is_wrong_with_a_bot_that_gets_no_letters(ada: User) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    found = diagnosis(game)
    assert not [finding.sentence for finding in found.findings if finding.is_bad]
    assert any("has no clock" in finding.sentence for finding in found.findings)
