"""A press that meets another one: whatever each has read when, a genuine link is never refused."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.models import User
from duel.errors import ForgedLink
from duel.models import Game
from duel.perspective.perspective import log_behind
from duel.record import log, read_only_log, reading
from duel.record.links import Purpose
from duel.record.reading import stored_entry
from duel.web.game import context as link_context
from support.report.game_report import report_of
from tests.duel.letter_links import board_address, move_address, mover
from tests.duel.tables import a_quiet_move, at_once, begin, play_on, submit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(transactional_db: None, ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 3)
    return game


@pytest.fixture
def overtaken(game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Call it: from then on a move is made after a reader has read the row, before the entries."""
    move, on_another_connection = a_quiet_move(game), threading.Event()

    def read_between(read: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        if not on_another_connection.is_set():
            on_another_connection.set()
            (played,) = at_once([lambda: submit(Game.objects.get(pk=game.pk), move)])
            assert not played.was_played_before
        return read(*arguments, **more)

    def begin_now() -> None:
        cache.clear()  # what is remembered of the position would be read in place of the log
        for module in (log, read_only_log):
            read = partial(read_between, module.secret_and_entries)
            monkeypatch.setattr(module, "secret_and_entries", read)

    yield begin_now
    assert on_another_connection.is_set()


def token_in(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


@pytest.mark.parametrize("is_press", [True, False], ids=["press", "look"])
def test_without_one_moment_for_row_and_log_a_genuine_link_is_taken_for_forged(
    is_press: bool, game: Game, overtaken: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_in(move_address(game, a_quiet_move(game)))
    read = reading.secret_and_entries
    monkeypatch.setattr(read_only_log, "secret_and_entries", lambda game, up_to: read(game))
    monkeypatch.setattr(read_only_log, "known_entries", lambda game, entries: entries)
    overtaken()
    with pytest.raises(ForgedLink):
        link_context.open_link(Purpose.MOVE, token, is_press=is_press)


@pytest.mark.parametrize("is_press", [True, False], ids=["press", "look"])
def test_a_link_whose_ply_passes_while_it_is_opened_is_still_from_us(
    is_press: bool, game: Game, overtaken: Callable[[], None]
) -> None:
    move = a_quiet_move(game)
    token = token_in(move_address(game, move))
    overtaken()
    ctx = link_context.open_link(Purpose.MOVE, token, is_press=is_press)
    assert (ctx.move, log_behind(ctx.perspective).course.ply) == (
        move,
        ctx.perspective.game.ply,
    )


def test_a_board_that_is_overtaken_shows_one_moment(
    game: Game, overtaken: Callable[[], None]
) -> None:
    token = token_in(board_address(game, mover(game)))
    overtaken()
    ctx = link_context.open_link(Purpose.BOARD, token)
    assert ctx.perspective.view["to_move"] == ctx.perspective.game.to_move
    assert ctx.perspective.game.to_move == ctx.perspective.number
    assert ctx.is_open


@pytest.mark.only_on("postgresql")
def test_of_many_presses_at_once_none_is_told_that_its_link_is_not_from_us(game: Game) -> None:
    for _ in range(6):
        cache.clear()
        seat = mover(game)
        presses = [move_address(game, number, seat) for number in (1, 1, 2, 2)]

        def press(address: str) -> tuple[int, str]:
            answer = Client().post(address)
            return answer.status_code, answer.content.decode()

        answers = at_once([partial(press, address) for address in presses])
        assert {status for status, _ in answers} <= {200, 302, 409}
        assert not any("not from us" in words for _, words in answers)
    connection.close()


def test_an_operators_page_that_is_overtaken_finds_nothing_wrong_with_the_game(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    move, read = a_quiet_move(game), stored_entry
    moved = threading.Event()

    def overtaken(row: Any) -> Any:
        if not moved.is_set():
            moved.set()
            at_once([lambda: submit(Game.objects.get(pk=game.pk), move)])
        return read(row)

    monkeypatch.setattr(reading, "stored_entry", overtaken)
    assert report_of(game.pk).problems == []
    assert moved.is_set()
