"""`agegame`: time passes for one game and for nothing else."""

from io import StringIO

import pytest
import time_machine
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection

from duel.append_only import missing_triggers
from duel.models import Game
from duel.services.sight import note_sight
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    everybody_has_moved,
    kinds,
    notices,
    seat_to_move,
    sweep_at,
)
from tests.duel.tables import assert_sound


@pytest.fixture
def running(game: Game) -> Game:
    everybody_has_moved(game)
    note_sight(seat_to_move(game))
    game.refresh_from_db()
    return game


def test_a_game_that_was_aged_is_reminded_of_and_then_late(
    running: Game, traveller: time_machine.Traveller
) -> None:
    call_command("agegame", running.public_id, 20, stdout=StringIO())
    running.refresh_from_db()
    assert running.deadline == MONDAY + 4 * HOUR
    assert_sound(running)
    sweep_at(MONDAY, traveller)
    assert len(notices(running, "reminder")) == 1
    call_command("agegame", running.public_id, 4, stdout=StringIO())
    sweep_at(MONDAY, traveller)
    assert kinds(running)[-1] == "flag"


def test_the_log_is_protected_again_afterwards(running: Game) -> None:
    call_command("agegame", running.public_id, 1, stdout=StringIO())
    assert not missing_triggers(connection)


def test_games_of_a_real_service_are_not_aged(running: Game, settings: LazySettings) -> None:
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="embedded"):
        call_command("agegame", running.public_id, 1)
    running.refresh_from_db()
    assert running.deadline == MONDAY + DAY


@pytest.mark.parametrize(("game_id", "hours"), [("nosuchgame", 1), ("", 0), ("", -3)])
def test_it_says_what_it_cannot_do(running: Game, game_id: str, hours: int) -> None:
    with pytest.raises(CommandError):
        call_command("agegame", game_id or running.public_id, hours)
