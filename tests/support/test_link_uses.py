"""What is kept of opened and pressed links, and what it must not cost."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LinkUse, Seat, Status
from duel.play.moves import resign
from duel.record import links
from duel.record.links import delete_old_uses
from duel.tasks import clean_up
from engine.kinds import Channel
from tests.duel.clocks.ticking import MONDAY, begin_with
from tests.duel.letter_links import board_address, move_address, mover
from tests.duel.row_lock import somebody_writes
from tests.duel.tables import a_quiet_move, at_once, begin, legal_moves

NAMES = ("seat", "ply", "purpose", "is_press", "count")


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def uses(game: Game) -> list[tuple[Any, ...]]:
    return list(LinkUse.objects.filter(game=game).order_by("pk").values_list(*NAMES))


def test_a_burst_of_fetches_is_one_row(client: Client, game: Game) -> None:
    seat = mover(game)
    for number, _ in enumerate(legal_moves(game)[:5], 1):
        client.get(move_address(game, number))
    client.head(move_address(game, 1))
    client.get(board_address(game, seat))
    assert uses(game) == [
        (seat.number, 0, "move", False, 6),
        (seat.number, 0, "board", False, 1),
    ]


def test_who_comes_back_later_is_another_row(client: Client, ada: User, bruno: User) -> None:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        game = begin_with(ada, bruno, grace=86400)
        client.get(move_address(game, 1))
        traveller.shift(50)
        client.get(move_address(game, 2))
        traveller.shift(50)
        client.get(move_address(game, 3))
        traveller.shift(61)
        client.get(move_address(game, 4))
        assert [use.count for use in LinkUse.objects.order_by("pk")] == [3, 1]
        first = LinkUse.objects.order_by("pk")[0]
        assert (first.first_at, first.last_at) == (MONDAY, MONDAY + timedelta(seconds=100))


def test_a_press_stands_by_itself(client: Client, game: Game) -> None:
    seat, move = mover(game), a_quiet_move(game)
    address = move_address(game, move)
    client.get(address)
    client.post(address)
    client.post(address)
    assert uses(game) == [
        (seat.number, 0, "move", False, 1),
        (seat.number, 0, "move", True, 1),
        (seat.number, 0, "move", True, 1),
    ]


def test_a_forged_or_revoked_link_leaves_no_trace(client: Client, game: Game) -> None:
    address = move_address(game, 1)
    assert client.get(address + "A").status_code == 404
    Seat.objects.update(link_epoch=1)
    assert client.get(address).status_code == 410
    assert uses(game) == []


def test_nothing_about_the_visitor_is_kept() -> None:
    columns = {field.name for field in LinkUse._meta.get_fields()}
    assert columns == {"id", "game", *NAMES, "first_at", "last_at"}


@pytest.mark.django_db(transaction=True)
def test_a_busy_database_costs_the_trace_and_not_the_page(client: Client, game: Game) -> None:
    client.get(board_address(game, mover(game)))  # the clock starts, so that nothing is to write
    LinkUse.objects.all().delete()
    address = move_address(game, 1)
    cache.clear()
    with somebody_writes(game):
        began = timezone.now()
        assert client.get(address).status_code == 200
        assert timezone.now() - began < timedelta(seconds=5)
    if connection.vendor == "sqlite":
        assert uses(game) == []
        client.get(address)
    assert len(uses(game)) == 1


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_fetches_at_once_are_all_counted(game: Game) -> None:
    addresses = [move_address(game, number) for number in range(1, 9)]

    def scan(address: str) -> None:
        for _ in range(5):
            assert Client().get(address).status_code == 200

    at_once([partial(scan, address) for address in addresses])
    counts = list(LinkUse.objects.values_list("count", flat=True))
    assert sum(counts) == 40
    assert len(counts) <= len(addresses)  # none of the first may have seen another's row


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_the_page_is_patient_again_afterwards(client: Client, game: Game) -> None:
    client.get(move_address(game, 1))
    (patience,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    assert patience == settings.DATABASES["default"]["OPTIONS"]["timeout"] * 1000


def test_uses_go_when_their_game_is_long_over(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=200)):
        for _ in range(3):
            client.post(move_address(game, 1))
    assert delete_old_uses() == 0  # however old, it belongs to a game that runs
    ended_at = timezone.now() - timedelta(days=89)
    Game.objects.update(status=Status.OVER, to_move=None, ended_at=ended_at)
    assert delete_old_uses() == 0
    Game.objects.update(ended_at=timezone.now() - timedelta(days=91))
    monkeypatch.setattr(links, "BATCH", 2)
    clean_up()
    assert not LinkUse.objects.exists()


def test_a_visit_to_a_game_long_over_is_not_noted(client: Client, game: Game) -> None:
    seat = mover(game)
    with time_machine.travel(timezone.now() - timedelta(days=91)):
        resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    assert client.get(board_address(game, seat)).status_code == 200
    assert uses(game) == []


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_both_lookups_go_through_an_index(game: Game) -> None:
    now = timezone.now()
    LinkUse.objects.bulk_create(
        LinkUse(
            game=game, seat=0, ply=ply, purpose="move", is_press=False, first_at=now, last_at=now
        )
        for ply in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE duel_linkuse")
    long_ago = now - timedelta(days=90)
    old = LinkUse.objects.filter(last_at__lt=long_ago).order_by("last_at")[:100]
    assert " duel_link_use_last " in old.explain()
    assert " duel_link_use_of_ply " in LinkUse.objects.filter(game=game, seat=0, ply=7).explain()
