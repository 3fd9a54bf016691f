"""What the plain statements read of a game is what Django reads."""

from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.errors import UnknownGame
from duel.models import (
    AddedTime,
    Game,
    GameSecret,
    KnownGame,
    KnownSeat,
    Note,
    Outage,
    Seat,
    Vacation,
)
from duel.record.log import read_log
from duel.record.read_only_log import whole_log_of
from duel.record.reading import (
    game_locked_again,
    game_unless_locked,
    locked_game,
    seats_with_players,
    secret_and_entries,
    stored_entries,
    stored_notice,
    stored_table,
    stored_table_named,
    stored_table_of_seat,
    surroundings,
)
from tests.duel.tables import begin, play_on, table_read

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    ada.quiet_from, ada.quiet_to = timezone.now().time(), timezone.now().time()
    ada.save()
    game = begin(ada, bruno)
    play_on(game, 5)
    return game


def values_of(row: Model | None) -> dict[str, Any]:
    assert row is not None
    return {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}


def assert_table(game: Game, table: list[Seat] | None) -> None:
    seats = list(game.seats.select_related("user").order_by("number"))
    assert table is not None
    assert [values_of(seat) for seat in table] == [values_of(seat) for seat in seats]
    assert [values_of(seat.user) for seat in table] == [values_of(seat.user) for seat in seats]


@transaction.atomic
def test_the_games_row(game: Game) -> None:
    expected = values_of(Game.objects.get(pk=game.pk))
    for read in (
        locked_game(game.public_id),
        game_locked_again(game.pk),
        game_unless_locked(game.pk),
        table_read(game).game,
    ):
        assert values_of(read) == expected
    assert stored_table(0) is None
    assert stored_notice(0) is None
    assert stored_table_named("nobodys") is None
    with pytest.raises(UnknownGame):
        locked_game("nobodys")


def test_a_game_and_its_table_are_one_statement(game: Game) -> None:
    with CaptureQueriesContext(connection) as asked:
        read = stored_table(game.pk)
    assert len(asked) == 1
    assert read is not None
    assert_table(game, read.seats)
    assert {seat.game for seat in read.seats} == {read.game}


def test_a_game_is_found_by_its_name_and_by_its_seats(game: Game) -> None:
    seat = game.seats.get(number=1)
    for read in (stored_table_named(game.public_id), stored_table_of_seat(seat.pk)):
        assert read is not None
        assert values_of(read.game) == values_of(Game.objects.get(pk=game.pk))
        assert_table(game, read.seats)


def test_a_seat_whose_player_has_left(game: Game) -> None:
    Seat.objects.filter(game=game, number=1).update(user=None)
    assert [seat.user is None for seat in table_read(game).seats] == [False, True]


def test_a_notice_comes_with_its_game_and_table(game: Game) -> None:
    notice = game.notices.latest("pk")
    read = stored_notice(notice.pk)
    assert read is not None
    assert values_of(read.notice) == values_of(notice)
    assert values_of(read.table.game) == values_of(Game.objects.get(pk=game.pk))
    assert_table(game, read.table.seats)
    assert not read.has_notes
    Note.objects.create(game=game, seat=0, ply=1, text="Ha!", written_at=timezone.now())
    again = stored_notice(notice.pk)
    assert again is not None
    assert again.has_notes


def test_seats_are_read_with_their_players(game: Game) -> None:
    with CaptureQueriesContext(connection) as asked:
        seats = seats_with_players(game.pk)
    assert len(asked) == 1
    assert_table(game, seats)


def test_what_a_reader_knows_has_the_values_of_the_columns(game: Game) -> None:
    """Nothing is renamed on the way, and what a player may not reach is not there."""
    table = table_read(game)
    known = KnownGame.of(table.game)
    names = {field.name for field in fields(KnownGame)} - {"hides_turn_of", "hides_up_to"}
    assert {name: getattr(known, name) for name in names} == {
        name: getattr(table.game, name) for name in names
    }
    seat = KnownSeat.of(table.seats[0], known)
    names = {field.name for field in fields(KnownSeat)} - {"game"}
    assert {name: getattr(seat, name) for name in names} == {
        name: getattr(table.seats[0], name) for name in names
    }
    for relation in ("entries", "seats", "save", "notices", "link_uses"):
        assert not hasattr(known, relation)


def test_the_log_and_its_secret(game: Game) -> None:
    secret, entries = secret_and_entries(game, up_to=3)
    assert secret == bytes(GameSecret.objects.get(game=game).secret)
    assert entries == stored_entries(game.entries.filter(seq__lte=3).order_by("seq"))
    game.refresh_from_db()
    assert whole_log_of(game).entries == stored_entries(game.entries.order_by("seq"))
    assert secret_and_entries(game, up_to=0) == (secret, [])
    GameSecret.objects.filter(game=game).delete()
    assert secret_and_entries(game, up_to=3) == (None, [])


def test_what_stops_clocks_beside_the_log(ada: User, bruno: User, eve: User) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    Outage(began_at=now - 9 * hour, ended_at=now - 8 * hour).save()
    Outage(began_at=now - 2 * hour, ended_at=now - hour).save()
    AddedTime(given_at=now - 3 * hour, seconds=60).save()
    for person in (ada, eve):
        Vacation.objects.create(user=person, begins_at=now + hour, ends_at=now + 2 * hour)
        Vacation.objects.create(user=person, begins_at=now - hour, ends_at=now)
        Vacation.objects.create(user=person, begins_at=now - 9 * hour, ends_at=now - 8 * hour)
    with CaptureQueriesContext(connection) as asked:
        found = surroundings(since=now - 5 * hour, people=[ada.pk, bruno.pk])
    assert len(asked) == 1
    assert found.interruptions.outages == [(now - 2 * hour, now - hour)]
    assert found.interruptions.added_times == [(now - 3 * hour, 60)]
    assert {
        person: [(each.begins_at, each.ends_at) for each in away]
        for person, away in found.vacations.items()
    } == {ada.pk: [(now - hour, now), (now + hour, now + 2 * hour)], bruno.pk: []}


def test_a_log_looks_again_at_vacations_of_somebody_new_at_the_table(
    game: Game, ada: User, eve: User
) -> None:
    game.refresh_from_db()
    log, now = read_log(game), timezone.now()
    assert log.vacations_of(ada) == []
    Vacation.objects.create(user=eve, begins_at=now, ends_at=now + timedelta(hours=1))
    log.seats[0].user = eve
    assert [each.begins_at for each in log.vacations_of(eve)] == [now]
