"""The record of a game of three: exported, proved, replayed."""

import json
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command

from accounts.models import User
from duel.integrity.replay import load_games, problems_of
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.record.export import export_game
from engine.cli import main
from engine.kinds import Channel
from engine.verify import verify
from tests.duel.clocks.ticking import MONDAY
from tests.duel.letters.outbox import read
from tests.duel.toy.table import begin_of_three, play_to_the_end, press

pytestmark = pytest.mark.words


def test_the_file_in_the_last_letter_is_proved(game: Game, carla: User, tmp_path: Path) -> None:
    play_to_the_end(game)
    (attached,) = read(game, carla, "game-over").attachments
    file = tmp_path / attached.name
    file.write_bytes(attached.content)
    assert main(["verify", str(file)]) == 0
    data = json.loads(attached.content)
    assert (data["game"], len(data["nonces"])) == ("toy", 3)
    data["result"]["winners"] = [1]
    assert [problem.field for problem in verify(data).problems] == ["result", "signature"]


def test_the_file_of_a_game_that_somebody_left_is_proved_once_it_is_open(
    game: Game, traveller: time_machine.Traveller
) -> None:
    press(game, "two")
    for seat in (2, 0):
        resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()
    assert game.result == {"winners": [1], "by": ["retire"]}
    assert game.secret_opens_at is not None
    assert export_game(game)["secret"] is None
    traveller.move_to(game.secret_opens_at)
    report = verify(export_game(game))
    assert (report.problems, report.secret_shown) == ((), True)


def test_a_replay_finds_it_sound_while_it_runs_and_afterwards(game: Game) -> None:
    press(game, "peek")
    press(game, "two")
    assert [problems_of(stored) for stored in load_games([game.pk])] == [[]]
    for move in ("one", "one", "two", "two", "two", "one"):
        press(game, move)
    assert game.result == {"winners": [1], "by": ["count"]}
    assert [problems_of(stored) for stored in load_games([game.pk])] == [[]]
    out = StringIO()
    call_command("replaygames", "--jobs=1", stdout=out, stderr=StringIO())
    assert out.getvalue() == "Games replayed, all as they were written: 1.\n"


@pytest.mark.parametrize(
    ("seat", "columns", "found"),
    [
        (1, {"left_at": None}, "left_at of seat 1"),
        (1, {"left_at": MONDAY.replace(day=1)}, "left_at of seat 1"),
        (1, {"open_until": MONDAY.replace(year=2027)}, "open_until of seat 1"),
        (1, {"open_until": None}, "open_until of seat 1"),
        (1, {"is_to_move": True}, "is_to_move of seat 1"),
        (2, {"left_at": MONDAY}, "left_at of seat 2"),
    ],
)
def test_a_replay_finds_a_seat_that_did_not_leave_so(
    seat: int, columns: dict[str, object], found: str, offered: Game
) -> None:
    Seat.objects.filter(game=offered, number=seat).update(**columns)
    assert fields_found(offered) == [found]


@pytest.mark.parametrize("terms", ["out", "score"])
def test_a_replay_finds_other_terms_of_leaving(terms: str, offered: Game) -> None:
    Game.objects.filter(pk=offered.pk).update(leaving=terms)
    assert fields_found(offered) == ["terms"]


@pytest.fixture
def offered(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """Bruno has left on his turn, and his seat is offered."""
    game = begin_of_three(ada, bruno, carla, leaving="open")
    press(game, "one")
    resign(public_id=game.public_id, seat=1, channel=Channel.LINK)
    return game


def fields_found(game: Game) -> list[str]:
    """What a replay finds wrong with the game."""
    (stored,) = load_games([game.pk])
    return [problem.field for problem in problems_of(stored)]
