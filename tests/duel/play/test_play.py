import json
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from subprocess import run
from typing import Any, cast

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone as django_timezone

from accounts.models import User
from duel.models import Game, LogEntry, Notice, Seat, Status
from duel.play.moves import play, resign
from duel.record.clock import CLOCK_COLUMNS
from duel.record.export import export_game
from duel.record.log import read_log
from duel.record.selectors import games_waiting_for
from duel.timekeeping.sweeps import games_due
from engine.kinds import Channel
from support.lists import running as running_games
from tests.duel.clocks.ticking import begin_with
from tests.duel.tables import (
    a_quiet_move,
    a_whole_turn,
    assert_sound,
    begin,
    hasty_moves,
    legal_moves,
    play_all,
    play_any,
    play_on,
    submit,
)
from tests.fixtures.lasting import draw_secrets_by
from tests.plans import plan_by_index

pytestmark = pytest.mark.django_db


def test_a_game_played_to_the_end_verifies_offline(ada: User, bruno: User, tmp_path: Path) -> None:
    game = begin(ada, bruno)
    submit_each(game, hasty_moves(game))
    assert game.result is not None
    assert_sound(game)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export_game(game)))
    proof = run(
        [sys.executable, "-m", "engine", "verify", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert proof.returncode == 0
    assert f"verified: {game.ply} moves" in proof.stdout.splitlines()


def test_a_move_is_an_entry_of_the_log_and_moves_the_columns(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    first, move = game.to_move, a_quiet_move(game)
    assert first is not None
    played = submit(game, move)
    assert (played.ply, played.moves, played.was_played_before, played.asks) == (
        1,
        (move,),
        False,
        None,
    )
    assert [item["text"] for item in played.events] == [move]
    entry = LogEntry.objects.get(game=game)
    assert (entry.seq, entry.kind, entry.seat, entry.text) == (1, "move", first, move)
    assert entry.person == game.seats.get(number=first).person
    assert (game.ply, game.to_move, game.head) == (1, 1 - first, entry.hash)
    assert_sound(game)


def test_a_whole_turn_is_taken_at_once_or_not_at_all(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    use, take = a_whole_turn(game)
    with pytest.raises(Exception, match="not possible"):
        submit(game, use, use)
    assert game.ply == 1
    played = submit(game, use, take)
    assert (played.ply, played.moves, played.asks) == (3, (use, take), None)
    assert game.entries.count() == 3


def test_a_turn_that_stops_early_says_what_is_asked(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    seat, (use, take) = game.to_move, a_whole_turn(game)
    played = submit(game, use)
    assert played.asks == read_log(game).course.position.phase
    assert game.to_move == seat
    assert submit(game, take).asks is None


def test_a_move_counts_at_the_moment_it_was_received(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    assert game.to_move is not None
    received_at = datetime(2026, 3, 1, 23, 59, 59, 123456, tzinfo=timezone(timedelta(hours=2)))
    before = django_timezone.now()
    play(
        public_id=game.public_id,
        seat=game.to_move,
        expected_ply=0,
        moves=[a_quiet_move(game)],
        channel=Channel.MAIL,
        received_at=received_at,
    )
    assert_sound(game)
    assert read_log(game).entries[0].time == "2026-03-01T21:59:59.123456Z"
    assert game.moved_at == received_at.astimezone(UTC)
    # The opponent's letter is not older than the moment at which it can be sent.
    assert Notice.objects.get(game=game, ply=1).created_at >= before


@pytest.mark.parametrize("microsecond", [0, 1, 100000, 999999])
def test_times_are_hashed_as_they_are_stored(ada: User, bruno: User, microsecond: int) -> None:
    game = begin(ada, bruno)
    assert game.to_move is not None
    moment = datetime(2026, 10, 25, 1, 30, tzinfo=UTC).replace(microsecond=microsecond)
    play(
        public_id=game.public_id,
        seat=game.to_move,
        expected_ply=0,
        moves=[a_quiet_move(game)],
        channel=Channel.WEB,
        received_at=moment,
    )
    assert LogEntry.objects.get(game=game).time == moment
    assert_sound(game)


def test_a_channel_that_no_record_may_hold_is_not_written(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    with pytest.raises(Exception, match="channel"):
        resign(public_id=game.public_id, seat=0, channel=cast("Channel", "Carrier Pigeon"))
    assert not game.entries.exists()


def test_resigning_ends_the_game_for_the_opponent(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert_sound(game)
    assert game.result == {"winners": [1], "by": ["resign"]}
    assert (game.status, game.to_move) == ("over", None)


def _move_that_passes(game: Game) -> str | None:
    """A legal move after which the other seat is to move, if there is one."""
    course = read_log(game).course
    seat = course.position.to_move
    return next(
        (
            move
            for move in legal_moves(game)
            if course.game.apply(course.position, move).to_move not in (None, seat)
        ),
        None,
    )


def _queries_of_a_turn(game: Game) -> int:
    """How many queries it takes to play one move that hands the turn over."""
    while (passes := _move_that_passes(game)) is None:
        play_any(game)
    with CaptureQueriesContext(connection) as queries:
        submit(game, passes)
    return len(queries) - 2  # `submit` reads the game before and after


def test_a_move_costs_no_more_queries_late_than_early(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    early = _queries_of_a_turn(game)
    assert early <= 21  # the letter to the opponent is among them
    play_on(game, 30)
    assert _queries_of_a_turn(game) <= early + 2  # by which a letter that waits is called off


@pytest.mark.parametrize("plies", [12, 40])
@pytest.mark.usefixtures("traveller", "can_be_taken_back")
def test_what_the_tests_play_in_one_go_is_as_if_it_was_played_one_by_one(
    ada: User, bruno: User, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = []
    for play_moves in (play_all, submit_each):
        draw_secrets_by("the same for both", monkeypatch)
        game = begin_with(ada, bruno, grace=3600, bank=7200, increment=60, cap=9000)
        play_moves(game, hasty_moves(game)[:plies])
        assert_sound(game)
        assert game.ply == plies
        own = {"id", "public_id", "head", "known_head"}
        columns = {name: text for name, text in model_to_dict(game).items() if name not in own}
        seats = game.seats.order_by("number").values(*CLOCK_COLUMNS, "is_to_move")
        entries = game.entries.order_by("seq").values_list("kind", "seat", "text", "state_hash")
        kept.append((columns, list(seats), list(entries)))
    assert kept[0] == kept[1]


def submit_each(game: Game, moves: list[str]) -> None:
    for move in moves:
        submit(game, move)


@pytest.mark.only_on("postgresql")
def test_the_sweeps_and_my_turns_are_looks_into_an_index(ada: User, bruno: User) -> None:
    running = begin(ada, bruno)
    Game.objects.filter(pk=running.pk).update(alarm_at=django_timezone.now())
    old = [
        Game(
            game="duel",
            rules=1,
            seat_count=2,
            late_may_be_claimed=True,
            status=Status.OVER,
            proposed_at=running.proposed_at,
            moved_at=running.moved_at,
            alarm_at=running.proposed_at,
        )
        for _ in range(1000)
    ]
    Game.objects.bulk_create(old)
    Seat.objects.bulk_create(Seat(game=game, number=0, user=ada) for game in old)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE duel_game, duel_seat")
    lookups: dict[str, QuerySet[Any]] = {
        "duel_seat_to_move": games_waiting_for(ada),
        "duel_game_alarm": games_due(django_timezone.now()),
        "duel_game_running": running_games().order_by("moved_at"),
    }
    for index, lookup in lookups.items():
        assert f" {index} " in plan_by_index(lookup)
