"""The lists of games that operators look through, and what they cost on very many games."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Divergence, Game
from duel.record.log import writing
from duel.words.terms import Terms
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.reports.suppression import suppress
from support import lists
from support.lists import LISTS, found
from support.models import Dispute
from tests.duel.clocks.ticking import (
    DAY,
    MONDAY,
    everybody_has_moved,
    seat_to_move,
    sweep_at,
)
from tests.support.crowd import crowd


def names_of_lists(game: Game) -> set[str]:
    """The lists on which the game stands."""
    return {name for name, games in LISTS.items() if games().filter(pk=game.pk).exists()}


def decide(game: Game, kind: Kind, **fields: Any) -> None:
    with writing(game.public_id) as log:
        log.append(kind, person=None, channel=Channel.OPERATOR, time=timezone.now(), **fields)


def test_a_game_that_goes_well_is_merely_running(game: Game) -> None:
    assert names_of_lists(game) == {"running"}


def test_a_game_that_is_over_is_on_no_list(game: Game) -> None:
    decide(game, Kind.VOID, seat=None)
    assert names_of_lists(game) == set()


def test_a_turn_out_of_time_is_overdue(game: Game, traveller: time_machine.Traveller) -> None:
    sweep_at(MONDAY + 2 * DAY, traveller)
    assert "flag" in game.entries.values_list("kind", flat=True)
    assert names_of_lists(game) == {"running", "overdue"}


def test_a_game_that_was_stopped_is_held_and_not_stuck(game: Game) -> None:
    decide(game, Kind.HOLD, seat=None)
    assert names_of_lists(game) == {"running", "held"}
    decide(game, Kind.RESUME, seat=None)
    assert names_of_lists(game) == {"running"}


def test_a_game_that_was_stopped_before_its_clock_started_is_held(
    fresh: Game, traveller: time_machine.Traveller
) -> None:
    decide(fresh, Kind.HOLD, seat=None)
    assert names_of_lists(fresh) == {"running", "held"}
    sweep_at(MONDAY + DAY, traveller)
    assert names_of_lists(fresh) == {"running", "held"}


def test_whoever_cannot_be_reached_is_in_trouble_and_then_overdue(
    game: Game, traveller: time_machine.Traveller
) -> None:
    mover = seat_to_move(game)
    assert mover.user is not None
    suppress(address=mover.user.email, reason="bounced", at=timezone.now())
    decide(game, Kind.BOUNCE, seat=mover.number, text="begin")
    assert names_of_lists(game) == {"running", "trouble"}
    sweep_at(MONDAY + 9 * DAY, traveller)
    assert names_of_lists(game) == {"running", "trouble", "overdue"}


def test_a_letter_that_was_given_up_is_trouble_until_the_turn_has_passed(game: Game) -> None:
    key = game.notices.filter(ply=game.ply).order_by("-pk")[0].key
    assert Letter.objects.filter(key=key).update(status="failed") == 1
    assert names_of_lists(game) == {"running", "trouble", "stuck"}
    everybody_has_moved(game)
    assert names_of_lists(game) == {"running"}


def test_a_game_in_which_nothing_is_due_is_stuck(game: Game) -> None:
    Game.objects.update(alarm_at=None, deadline=None)
    assert names_of_lists(game) == {"running", "stuck"}


def test_a_game_that_the_sweep_has_set_aside_is_stuck(
    game: Game, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("for a test")

    monkeypatch.setattr("duel.timekeeping.sweeps._act", fail)
    sweep_at(MONDAY + 2 * DAY, traveller)
    assert names_of_lists(game) == {"running", "overdue", "stuck"}


def test_a_game_that_no_sweep_comes_for_is_stuck(
    game: Game, traveller: time_machine.Traveller
) -> None:
    game.refresh_from_db()
    assert game.alarm_at is not None
    traveller.move_to(game.alarm_at + lists.SWEEP_PATIENCE)
    assert names_of_lists(game) == {"running"}
    traveller.shift(timedelta(seconds=1))
    assert names_of_lists(game) == {"running", "stuck"}


def test_a_game_that_is_not_as_it_was_written_is_stuck(game: Game) -> None:
    now = timezone.now()
    found = Divergence.objects.create(game=game, problems="ply", found_at=now, seen_at=now)
    assert names_of_lists(game) == {"running", "stuck"}
    found.gone_at = now
    found.save()
    assert names_of_lists(game) == {"running"}


def test_a_dispute_puts_its_game_on_the_list_until_it_is_settled(game: Game) -> None:
    dispute = Dispute.objects.create(
        game=game,
        seat=0,
        topic="mail",
        text="?",
        ply=1,
        channel=Channel.WEB,
        reported_at=timezone.now(),
    )
    assert names_of_lists(game) == {"running", "disputed"}
    decide(game, Kind.VOID, seat=None)
    assert names_of_lists(game) == {"disputed"}
    Dispute.objects.filter(pk=dispute.pk).update(state="resolved")
    assert names_of_lists(game) == set()


@pytest.mark.parametrize(
    "term",
    ["Ada", "ada", "AD", "ada@duelpost.example", "ada@", " Ada@Duelpost.example ", "brun"],
)
def test_games_are_found_by_name_and_address(term: str, game: Game) -> None:
    assert list(found(term)) == [game]


def test_games_are_found_by_public_id(game: Game) -> None:
    assert list(found(game.public_id)) == [game]
    assert list(found(game.public_id[:6])) == [game]


def test_an_invitation_is_found_by_the_address_it_went_to(ada: User) -> None:
    game = propose(by=ada, terms=Terms(), invite=["zoe@elsewhere.example"])
    assert list(found("zoe@elsewhere.example")) == list(found("zoe@else")) == [game]


@pytest.mark.parametrize("term", ["", "   ", "%", "_da", "Xenia", "eve@elsewhere.example", "'"])
def test_what_fits_nothing_finds_nothing(term: str, game: Game, eve: User) -> None:
    assert not found(term).exists()


# Committed, so that afterwards the tables are emptied: dead rows would mislead other plans.
@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_no_list_and_no_search_looks_through_all_games(game: Game, ada: User) -> None:
    crowd(game, over=20_000, running=1000)
    mover = seat_to_move(game)
    assert mover.user is not None
    suppress(address=mover.user.email, reason="bounced", at=timezone.now())
    queries_by_name: dict[str, Callable[[], QuerySet[Game]]] = {
        **LISTS,
        "all": Game.objects.all,
        "name": lambda: found("Person 777"),
        "address": lambda: found("p777@crowd.example"),
        "beginning": lambda: found("p777"),
        "id": lambda: found("m777"),
    }
    for name, games in queries_by_name.items():
        order = "moved_at" if name == "running" else "-pk"
        with CaptureQueriesContext(connection) as queries:
            list(games().order_by(order)[:51])
        for query in queries:
            plan = _plan(query["sql"])
            for table in ("duel_game", "duel_seat", "accounts_user", "duel_entry"):
                assert f"Seq Scan on {table}" not in plan, f"{name}:\n{query['sql']}\n{plan}"
    assert " duel_game_running " in lists.running().order_by("moved_at")[:50].explain()


def _plan(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())
