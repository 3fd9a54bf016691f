"""Trying clocks out: `agegame`, `bouncegame` and `ageservice`, in the embedded service only."""

from io import StringIO

import pytest
import time_machine
from django.apps import apps
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection

from duel.integrity.append_only import missing_triggers, open_to_alteration
from duel.integrity.replay import check_games
from duel.models import Game
from duel.play.moves import resign
from duel.timekeeping.sweeps import sweep_clocks
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.sweeps import strays
from mail.reports.suppression import suppression_of
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    everybody_has_moved,
    kinds,
    letter_arrives,
    notices,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.tables import a_quiet_move, a_whole_turn, assert_sound, submit


@pytest.fixture
def running(game: Game) -> Game:
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
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
    running.refresh_from_db()  # its chain was written anew
    assert kinds(running)[-1] == "flag"
    assert not check_games([running.pk]).findings


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


def test_a_game_that_is_over_is_not_aged(running: Game) -> None:
    resign(public_id=running.public_id, seat=0, channel=Channel.WEB)
    with pytest.raises(CommandError, match="This game is over"):
        call_command("agegame", running.public_id, 1)


@pytest.mark.django_db
def test_a_service_in_production_opens_the_log_to_nobody(settings: LazySettings) -> None:
    settings.EMBEDDED = False
    refused = pytest.raises(RuntimeError, match="in production")
    with refused, open_to_alteration(apps.get_app_config("duel")):
        pass


def test_a_letter_can_be_let_come_back(
    game: Game, traveller: time_machine.Traveller, settings: LazySettings
) -> None:
    with pytest.raises(CommandError, match="No letter"):
        call_command("bouncegame", game.public_id)
    send_letters(game)
    assert game.deadline is not None
    said = StringIO()
    call_command("bouncegame", game.public_id, stdout=said)
    call_command("bouncegame", game.public_id, stdout=said)
    assert "came back" in said.getvalue()
    game.refresh_from_db()
    assert game.deadline is None
    assert kinds(game)[-1] == "bounce begin"
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="embedded"):
        call_command("bouncegame", game.public_id)


def test_the_last_letter_of_a_game_that_the_clock_has_ended_can_come_back(
    running: Game, traveller: time_machine.Traveller
) -> None:
    Game.objects.filter(pk=running.pk).update(late_may_be_claimed=False)
    mover = seat_to_move(running).user
    assert mover is not None
    send_letters(running)
    sweep_at(MONDAY + 3 * DAY, traveller)
    running.refresh_from_db()
    assert running.to_move is None
    call_command("bouncegame", running.public_id, stdout=StringIO())
    assert suppression_of(mover.email) is not None
    assert kinds(running)[-1] == "timeout"


def test_letters_grow_older_with_their_game(running: Game) -> None:
    send_letters(running)
    letters = Letter.objects.filter(key__startswith=running.public_id, sent_at__isnull=False)
    before = list(letters.order_by("pk").values_list("created_at", "sent_at"))
    assert before
    call_command("agegame", running.public_id, 5, stdout=StringIO())
    after = list(letters.order_by("pk").values_list("created_at", "sent_at"))
    assert after == [(posted - 5 * HOUR, sent and sent - 5 * HOUR) for posted, sent in before]


def test_the_next_sweep_finds_the_letter_of_a_turn_that_was_left_in_the_middle(game: Game) -> None:
    submit(game, a_quiet_move(game))
    submit(game, a_whole_turn(game)[0])
    letter = Letter.objects.get(kind="turn-goes-on", topic=f"game:{game.public_id}")
    assert letter.pk not in list(strays())
    call_command("agegame", game.public_id, 1, stdout=StringIO())
    assert letter.pk in list(strays())
    send_letters(game)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.SENT


def test_the_service_can_be_let_have_been_away(
    running: Game, traveller: time_machine.Traveller, settings: LazySettings
) -> None:
    traveller.move_to(MONDAY + 5 * HOUR)
    call_command("ageservice", 3, stdout=StringIO())
    sweep_clocks()
    running.refresh_from_db()
    assert running.deadline == MONDAY + DAY + 3 * HOUR
    with pytest.raises(CommandError, match="1 to 1000"):
        call_command("ageservice", 0)
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="embedded"):
        call_command("ageservice", 3)
