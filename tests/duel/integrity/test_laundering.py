"""What was removed or altered behind the triggers' back cannot be written over and forgotten."""

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError

from accounts.models import User
from duel.integrity.replay import check_games
from duel.models import Beginning, Game, Notice, Seat
from duel.record.log import writing
from duel.seats.deletion import delete_account
from duel.timekeeping.clocks import give_time
from engine.errors import BrokenRecord
from engine.kinds import Channel
from mail.models import Letter
from support.decisions import Ruling
from tests.duel.clocks.ticking import begin_with, send_letters
from tests.duel.integrity.breaking import cut_off, cut_off_well, forget_beginning
from tests.duel.tables import a_quiet_move, begin, play_on, submit
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of some moves, whose letters have left."""
    game = begin_with(ada, bruno, grace=86400)
    send_letters(game)
    for _ in range(4):
        submit(game, a_quiet_move(game))
        traveller.shift(300)
        send_letters(game)
    return game


def found_in(game: Game) -> list[str]:
    findings = check_games([game.pk]).findings
    return [str(problem) for finding in findings for problem in finding.problems]


@pytest.mark.parametrize("entries", [1, 3, "all"])
def test_nothing_is_written_to_a_log_that_ends_early(game: Game, entries: Any) -> None:
    assert found_in(game) == []
    cut_off(game, game.seq if entries == "all" else entries)
    left = game.entries.count()
    with pytest.raises(BrokenRecord):
        give_time(
            public_id=game.public_id, seat=1 - (game.to_move or 0), hours=2, channel=Channel.WEB
        )
    assert game.entries.count() == left
    assert any(problem.startswith("seq: expected") for problem in found_in(game))


@pytest.mark.parametrize("columns", [{"seq": 3}, {"head": "0" * 64}])
def test_nothing_is_written_where_the_columns_know_of_another_end(
    game: Game, columns: dict[str, object]
) -> None:
    Game.objects.filter(pk=game.pk).update(**columns)
    with pytest.raises(BrokenRecord), writing(game.public_id):
        pass


def test_a_log_that_was_read_before_it_was_cut_off_is_not_written_to(game: Game) -> None:
    with writing(game.public_id) as known:
        pass
    cut_off_well(game)
    with writing(game.public_id, known=known) as log:
        assert log is not known


def test_each_turn_letter_leaves_the_head_that_it_carried(game: Game) -> None:
    hashes = set(game.entries.values_list("hash", flat=True))
    told = Notice.objects.filter(game=game, kind="your-turn").order_by("ply")
    assert [notice.ply for notice in told] == [0, 1, 2, 3, 4]
    assert all(notice.head in hashes for notice in told[1:])
    assert len({notice.head for notice in told}) == 5


def test_what_the_columns_were_fitted_to_is_found_by_the_letters(
    game: Game, traveller: time_machine.Traveller
) -> None:
    # The moves of two turns are gone, and every column is as it was before them.
    before = game.entries.filter(kind="move").order_by("-seq")[2]
    cut_off_well(game, game.seq - before.seq)
    fitted = {"ply": game.ply - 2, "turn": game.turn - 2, "moved_at": before.time}
    Game.objects.filter(pk=game.pk).update(**fitted)
    give_time(public_id=game.public_id, seat=1 - (game.to_move or 0), hours=2, channel=Channel.WEB)
    assert [problem.split(":")[0] for problem in found_in(game)] == [
        f"head mailed to seat {seat} at ply {ply}"
        for seat, ply in Notice.objects.filter(game=game, ply__gt=2)
        .order_by("pk")
        .values_list("seat", "ply")
    ]


def test_it_is_found_when_the_letters_are_long_deleted(game: Game, bruno: User) -> None:
    before = game.entries.filter(kind="move").order_by("-seq")[2]
    Letter.objects.all().delete()
    cut_off_well(game, game.seq - before.seq)
    assert any("is not in the log" in problem for problem in found_in(game))


def test_of_who_has_left_the_heads_stay(game: Game, bruno: User) -> None:
    carried = set(Notice.objects.filter(game=game).values_list("head", flat=True))
    delete_account(user=bruno)
    assert carried <= set(Notice.objects.filter(game=game).values_list("head", flat=True))
    assert found_in(game) == []


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"grace": 3600}, "terms"),
        ({"bank": 60}, "terms"),
        ({"cap": 60}, "terms"),
        ({"increment": 60}, "terms"),
        ({"free_weekends": True}, "terms"),
        ({"late_may_be_claimed": False}, "terms"),
        ({"is_public": True}, "terms"),
        ({"warns": False}, "terms"),
        ({"seat_count": 3}, "terms"),
        ({"began_at": "2026-01-01T00:00:00Z"}, "began_at"),
    ],
)
def test_terms_that_were_altered_are_found(
    ada: User, bruno: User, columns: dict[str, object], field: str
) -> None:
    game = begin(ada, bruno, is_public=False)
    assert found_in(game) == []
    Game.objects.filter(pk=game.pk).update(**columns)
    assert any(problem.startswith(f"{field}: expected") for problem in found_in(game))


def test_a_person_who_was_put_into_a_seat_is_found_before_any_move(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    Seat.objects.filter(game=game, number=1).update(person="somebody")
    assert any(problem.startswith("person of seat 1") for problem in found_in(game))


def test_who_was_given_a_seat_by_an_operator_is_no_difference(
    ada: User, bruno: User, eve: User, olga: User
) -> None:
    game = begin(ada, bruno)
    replace_player(Ruling(olga, game.public_id, "Agreed.", game.seq), seat=1, by=eve)
    assert found_in(game) == []


def test_a_game_that_lacks_its_beginning_is_found(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    forget_beginning(game)
    assert found_in(game) == ["terms: expected a digest of what was agreed on, found nothing"]


def test_the_database_refuses_to_alter_a_beginning(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("UPDATE duel_beginning SET digest = ''")


def test_games_begun_by_an_earlier_release_get_their_row_when_they_are_migrated(
    ada: User, bruno: User, eve: User, olga: User
) -> None:
    game, other = begin(ada, bruno), begin(ada, eve)
    play_on(game, 3)
    game.refresh_from_db()
    replace_player(Ruling(olga, game.public_id, "Agreed.", game.seq), seat=1, by=eve)
    forget_beginning(game)
    loader = MigrationExecutor(connection).loader
    migration = next(
        migration
        for (app, name), migration in loader.disk_migrations.items()
        if app == "duel" and name.endswith("_beginnings")
    )
    [writing_rows] = migration.operations
    assert isinstance(writing_rows, RunPython)
    state = loader.project_state()  # the tables are those of today
    writing_rows.code(state.apps, connection.schema_editor())
    row = Beginning.objects.get(game=game)
    game.refresh_from_db()
    assert (row.seq, Beginning.objects.filter(game=other).count()) == (game.seq, 1)
    assert found_in(game) == []
    play_on(game, 1)
    assert found_in(game) == []
