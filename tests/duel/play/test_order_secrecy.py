"""What a player keeps for themselves changes nothing that anybody else gets: not one byte."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from duel.models import Game, LinkUse, Seat, StandingOrder
from duel.play.moves import play
from duel.play.order_turns import sweep_orders
from duel.play.orders import plies_by_order, write_memo, write_orders
from duel.record.export import current_key
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.clocks.ticking import begin_with, letter_arrives, send_letters
from tests.duel.tables import a_quiet_move, legal_moves, submit
from tests.duel.unsent_turn import OF_THE_REQUEST, Table, shown
from tests.support.admin.staff import person_with

pytestmark = [pytest.mark.django_db, pytest.mark.words]

MEMO = "Pearls before all."
IMPOSSIBLE = "take a1 e5"
_NUMBER_OF_LETTER = re.compile(rb"(?<=/letter/)\d+")


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    """A public game of two operators; the one to move keeps something for themselves."""
    game = begin_with(person_with("admin", "Ada"), person_with("admin", "Berta"), grace=86400)
    for _ in range(3):
        submit(game, min((m for m in legal_moves(game) if m.startswith("take ")), key=len))
    Game.objects.filter(pk=game.pk).update(is_public=True)
    traveller.shift(600)
    other, mover = game.seats.select_related("user", "game").order_by("is_to_move")
    letter_arrives(mover)
    game.refresh_from_db()
    current_key()  # made here, or each world that is rolled back would make one of its own
    return Table(game, mover, other)


@pytest.fixture
def desk(db: None) -> Client:
    """The browser of an operator who does not play."""
    desk = Client()
    desk.force_login(person_with("admin", "Olga"))
    return desk


def keep_words(seat: Seat) -> None:
    write_orders(seat=seat, texts=[IMPOSSIBLE, "buy D1-01"], language="en", channel=Channel.MAIL)
    write_memo(seat=seat, text=MEMO)


def seen_by_operators(table: Table, desk: Client) -> dict[str, bytes]:
    """What an operator is shown who does not play, of the game and of its letters."""
    LinkUse.objects.all().delete()
    letters = Letter.objects.filter(to=table.mover.user.email)  # type: ignore[union-attr]
    paths = [
        reverse("admin:duel_game_change", args=[table.game.pk]) + "?timeline=all",
        reverse("admin:accounts_user_change", args=[table.mover.user_id]),
        *(reverse("admin:mail_letter_change", args=[letter.pk]) for letter in letters),
    ]
    return {path: OF_THE_REQUEST.sub(b"", desk.get(path).content) for path in paths}


def test_no_byte_of_what_others_are_shown_changes(table: Table, desk: Client) -> None:
    ply = table.game.ply
    before = shown(table, ply), seen_by_operators(table, desk)
    keep_words(table.mover)
    assert StandingOrder.objects.count() == 2
    assert (shown(table, ply), seen_by_operators(table, desk)) == before


def shown_after_both_have_moved(table: Table, *, with_words: bool) -> dict[str, bytes]:
    """What others are shown once the turn has come for which the words were kept."""
    if with_words:
        keep_words(table.mover)
    for _ in range(2):
        submit(table.game, a_quiet_move(table.game))
        send_letters(table.game)
        sweep_orders()
    assert Seat.objects.filter(has_orders=True).exists() == with_words
    told = shown(table, table.game.ply)
    return {name: _NUMBER_OF_LETTER.sub(b"", content) for name, content in told.items()}


def test_nor_when_none_of_the_orders_was_possible(table: Table) -> None:
    with one_of_two_worlds(table):
        without = shown_after_both_have_moved(table, with_words=False)
    with one_of_two_worlds(table):
        assert_same(shown_after_both_have_moved(table, with_words=True), without)


@contextmanager
def one_of_two_worlds(table: Table) -> Iterator[None]:
    """What happens within it is undone at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    table.game.refresh_from_db()


def assert_same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert one.keys() == other.keys()
    for name, content in one.items():
        assert content.splitlines() == other[name].splitlines(), name


def shown_after_a_turn(table: Table, move: str, *, by_order: bool) -> dict[str, bytes]:
    """What others are shown once the player has made a move, by an order or by a mail."""
    game, seat = table.game, table.other.number
    if by_order:
        write_orders(seat=table.other, texts=[move], language="en", channel=Channel.MAIL)
    submit(game, a_quiet_move(game))
    game.refresh_from_db()
    if not by_order:
        play(
            public_id=game.public_id,
            seat=seat,
            expected_ply=game.ply,
            moves=[move],
            channel=Channel.MAIL,
        )
    for _ in range(2):  # the second time with the letter that the order's move calls for
        send_letters(game)
    game.refresh_from_db()
    assert game.to_move == table.mover.number
    assert bool(plies_by_order(game.seats.all())) == by_order
    # Those are onlookers who did not move last.
    told = shown(Table(game, table.other, table.mover), game.ply)
    return {name: _NUMBER_OF_LETTER.sub(b"", content) for name, content in told.items()}


def test_a_move_that_an_order_made_is_a_move_like_any_other(table: Table) -> None:
    quiet = a_quiet_move(table.game)
    cells = set(quiet.split()[1:])
    takes = [move for move in legal_moves(table.game) if move.startswith("take ")]
    move = next(move for move in takes if not cells & set(move.split()[1:]))
    with one_of_two_worlds(table):
        by_hand = shown_after_a_turn(table, move, by_order=False)
    with one_of_two_worlds(table):
        assert_same(shown_after_a_turn(table, move, by_order=True), by_hand)
