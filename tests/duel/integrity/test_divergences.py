"""What the replay found is kept until it is right again."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command

from accounts.models import User
from duel.integrity import divergences
from duel.integrity.divergences import check_some_games, problem_summary
from duel.integrity.replay import CheckResult, Finding, check_games
from duel.models import Divergence, Game, GameSecret
from duel.play.moves import resign
from engine.kinds import Channel
from engine.record import Problem
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


def alter(game: Game, **columns: object) -> None:
    Game.objects.filter(pk=game.pk).update(**columns)


def replay(at: datetime, *options: str) -> None:
    with time_machine.travel(at, tick=False):
        call_command("replaygames", "--jobs=1", *options)


def test_a_game_that_is_wrong_is_kept_with_its_problems(ada: User, bruno: User) -> None:
    bad, _good = begin(ada, bruno), begin(ada, bruno)
    alter(bad, ply=3)
    with pytest.raises(CommandError):
        replay(MONDAY)
    [row] = Divergence.objects.all()
    assert (row.game, row.problems) == (bad, "ply: expected 0, found 3")
    assert (row.found_at, row.seen_at, row.gone_at) == (MONDAY, MONDAY, None)


def test_it_is_seen_again_gone_and_found_anew(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    alter(game, ply=3)
    day = timedelta(days=1)
    with pytest.raises(CommandError):
        replay(MONDAY)
    alter(game, turn=7)
    with pytest.raises(CommandError):
        replay(MONDAY + day)
    row = Divergence.objects.get()
    assert (row.found_at, row.seen_at, row.gone_at) == (MONDAY, MONDAY + day, None)
    assert "turn: expected 1, found 7" in row.problems
    alter(game, ply=0, turn=1)
    replay(MONDAY + 2 * day)
    row.refresh_from_db()
    assert (row.found_at, row.gone_at) == (MONDAY, MONDAY + 2 * day)
    replay(MONDAY + 3 * day)
    row.refresh_from_db()
    assert row.gone_at == MONDAY + 2 * day
    alter(game, ply=4)
    with pytest.raises(CommandError):
        replay(MONDAY + 4 * day)
    row = Divergence.objects.get()
    assert (row.found_at, row.seen_at, row.gone_at) == (MONDAY + 4 * day, MONDAY + 4 * day, None)


def test_a_game_that_was_not_replayed_stays_as_it_was_found(ada: User, bruno: User) -> None:
    bad, good = begin(ada, bruno), begin(ada, bruno)
    alter(bad, ply=3)
    with pytest.raises(CommandError):
        replay(MONDAY)
    replay(MONDAY + timedelta(days=1), "--game", good.public_id)
    assert Divergence.objects.get().gone_at is None


def test_what_is_kept_tells_no_secret(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    alter(game, commitment="0" * 64)
    check_some_games()
    row = Divergence.objects.get()
    assert "commitment: does not match the secret" in row.problems
    assert bytes(GameSecret.objects.get().secret).hex() not in row.problems


def test_of_very_many_problems_only_the_first_are_told() -> None:
    problems = [Problem(seq, "state_hash", "differs") for seq in range(25)]
    lines = list(problem_summary(Finding(1, "abc", problems)))
    assert len(lines) == 11
    assert lines[-1] == "and 15 more"


def test_the_periodic_check_takes_the_wrong_the_moved_in_and_some_at_random(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, moved, wrong = begin(ada, bruno), begin(ada, bruno), begin(ada, bruno)
    for game in (over, wrong):
        resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    alter(wrong, turn=9)
    looked_at: list[list[int]] = []

    def look_at(keys: list[int]) -> CheckResult:
        looked_at.append(keys)
        return check_games(keys)

    monkeypatch.setattr(divergences, "check_games", look_at)
    monkeypatch.setattr("random.randint", lambda first, last: first)
    assert check_some_games() == 3
    assert looked_at == [[moved.pk], [over.pk, wrong.pk]]
    looked_at.clear()
    monkeypatch.setattr("random.randint", lambda first, last: last)
    assert check_some_games() == 2
    assert looked_at == [[wrong.pk], [moved.pk]]


def test_the_periodic_check_ends_when_its_time_is_up(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(divergences, "CHUNK", 1)
    monkeypatch.setattr(divergences, "TIME_FOR_A_CHECK", -1.0)
    for _ in range(3):
        begin(ada, bruno)
    assert check_some_games() == 1
