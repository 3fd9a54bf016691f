"""When the clock of a turn starts, and where its columns come from."""

from datetime import time, timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.play.moves import play, resign
from duel.play.undo import take_back_turn
from duel.record.clock import append_clock_start
from duel.record.log import writing
from engine.kinds import Channel
from mail.models import DeliveryEvent, Letter
from mail.mutes import mute
from mail.reports.events import Report, record
from mail.reports.suppression import suppress
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    letter_arrives,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.letter_links import board_address, more_address
from tests.duel.tables import a_quiet_move, assert_sound, legal_moves, play_any, submit


def test_a_clock_does_not_run_before_its_letter_has_left(game: Game) -> None:
    assert game.deadline is None
    assert game.alarm_at == MONDAY + 12 * HOUR
    assert kinds(game) == []


def test_a_clock_starts_when_its_letter_has_left(
    game: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(HOUR)
    send_letters(game)
    assert kinds(game) == ["clock letter"]
    assert game.deadline == MONDAY + HOUR + DAY
    assert_sound(game)


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_page_that_is_fetched_starts_nothing(method: str, client: Client, game: Game) -> None:
    for seat in game.seats.all():
        for address in (board_address(game, seat), more_address(game, seat)):
            assert getattr(client, method)(address).status_code == 200
    game.refresh_from_db()
    assert kinds(game) == []
    assert game.deadline is None


def test_a_clock_that_was_started_by_a_look_is_read_as_before(
    game: Game, traveller: time_machine.Traveller
) -> None:
    """Logs of earlier versions hold such entries."""
    with writing(game.public_id) as log:
        append_clock_start(log, why="seen", at=timezone.now())
    traveller.shift(HOUR)
    send_letters(game)
    assert kinds(game) == ["clock seen"]
    assert game.deadline == MONDAY + DAY
    assert_sound(game)


def test_a_clock_starts_twelve_hours_after_the_move_at_the_latest(
    game: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + 13 * HOUR, traveller)
    game.refresh_from_db()
    assert kinds(game) == ["clock late"]
    assert game.deadline == MONDAY + 12 * HOUR + DAY
    send_letters(game)
    assert kinds(game) == ["clock late"]


def test_a_letter_that_leaves_very_late_does_not_start_the_clock_later_than_that(
    game: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(20 * HOUR)
    send_letters(game)
    assert game.deadline == MONDAY + 12 * HOUR + DAY


def test_where_the_provider_reports_deliveries_the_clock_waits_for_that(
    game: Game, traveller: time_machine.Traveller, settings: LazySettings
) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "somebody:secret"}
    letter = Letter.objects.get(topic=f"game:{game.public_id}")
    Letter.objects.filter(pk=letter.pk).update(status="sent", sent_at=MONDAY)
    record(
        Report(
            key="1",
            provider="postmark",
            kind=DeliveryEvent.Kind.DELIVERED,
            happened_at=MONDAY + 2 * HOUR,
            token=letter.token,
        )
    )
    game.refresh_from_db()
    assert game.deadline == MONDAY + 2 * HOUR + DAY


@pytest.mark.parametrize("wish", ["digest", "mute", "complaint"])
def test_for_who_wants_no_letter_with_the_turn_the_clock_starts_at_the_move(
    traveller: time_machine.Traveller, ada: User, bruno: User, wish: str
) -> None:
    for person in (ada, bruno):
        if wish == "digest":
            person.letters = User.Letters.DIGEST
            person.save()
        elif wish == "mute":
            mute(address=person.email)
        else:
            suppress(address=person.email, reason="complained", at=timezone.now())
    game = begin_with(ada, bruno, grace=86400)
    assert kinds(game) == ["clock move"]
    assert game.deadline == MONDAY + DAY
    assert_sound(game)


def test_a_turn_of_several_steps_has_one_clock(
    game: Game, traveller: time_machine.Traveller
) -> None:
    submit(game, a_quiet_move(game))
    send_letters(game)
    traveller.shift(HOUR)
    send_letters(game)
    deadline = game.deadline
    traveller.shift(HOUR)
    submit(game, next(move for move in legal_moves(game) if move.startswith("use ")))
    assert game.deadline == deadline
    assert kinds(game) == ["move", "clock letter", "move"]


def test_the_bank_pays_for_what_a_turn_takes_beyond_its_grace(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400, bank=10 * 86400)
    first = seat_to_move(game)
    send_letters(game)
    traveller.shift(3 * DAY)
    submit(game, a_quiet_move(game))
    first.refresh_from_db()
    assert first.bank_left == 8 * 86400


def test_a_finished_turn_adds_the_increment_up_to_the_cap(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    day = 86400
    game = begin_with(ada, bruno, grace=0, bank=3 * day, increment=day // 2, cap=3 * day + 3600)
    first = seat_to_move(game)
    submit(game, a_quiet_move(game))
    first.refresh_from_db()
    assert first.bank_left == 3 * day + 3600


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_is_taken_back_goes_on_with_the_time_and_bank_it_had(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400, bank=10 * 86400)
    first = seat_to_move(game)
    send_letters(game)
    traveller.shift(2 * DAY)
    submit(game, a_quiet_move(game))
    traveller.shift(timedelta(seconds=10))
    take_back_turn(
        public_id=game.public_id, seat=first.number, expected_ply=game.ply, channel=Channel.WEB
    )
    game.refresh_from_db()
    first.refresh_from_db()
    assert game.deadline == MONDAY + 11 * DAY + timedelta(seconds=10)
    assert first.bank_left == 10 * 86400


def test_a_change_of_zone_or_quiet_hours_counts_from_the_next_turn(
    game: Game, traveller: time_machine.Traveller
) -> None:
    send_letters(game)
    deadline = game.deadline
    for person in User.objects.all():
        person.time_zone, person.quiet_from, person.quiet_to = "Asia/Tokyo", time(12), time(20)
        person.save()
    traveller.shift(HOUR)
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + 20 * HOUR, traveller)
    game.refresh_from_db()
    assert game.deadline == deadline
    traveller.move_to(MONDAY + 21 * HOUR)
    everybody_has_moved(game)
    send_letters(game)
    traveller.shift(DAY)
    send_letters(game)
    assert seat_to_move(game).clock_zone == "Asia/Tokyo"


def test_a_move_counts_when_it_was_handed_to_us(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=0, bank=10 * 86400)
    first = seat_to_move(game)
    send_letters(game)
    traveller.shift(3 * DAY)
    play(
        public_id=game.public_id,
        seat=first.number,
        expected_ply=0,
        moves=[a_quiet_move(game)],
        channel=Channel.MAIL,
        received_at=MONDAY + DAY,
    )
    first.refresh_from_db()
    assert first.bank_left == 9 * 86400


def test_a_game_that_is_over_has_no_clock(game: Game) -> None:
    send_letters(game)
    play_any(game)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    game.refresh_from_db()
    assert game.deadline is None
    assert game.alarm_at is None
