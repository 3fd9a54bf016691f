"""What a player keeps for themselves changes nothing that anybody else gets: not one byte."""

import re

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from duel.models import Game, LinkUse, Seat, StandingOrder
from duel.play.memos import write_memo
from duel.play.order_turns import sweep_orders
from duel.play.orders import write_orders
from mail.models import Letter
from tests.duel.clocks.ticking import begin_with, letter_arrives, send_letters
from tests.duel.onlookers import OF_THE_REQUEST, Table, shown
from tests.duel.operators.admin.staff import person_with
from tests.duel.tables import a_quiet_move, legal_moves, submit

pytestmark = pytest.mark.django_db

MEMO = "Pearls before all."
IMPOSSIBLE = "take a1 e5"
_NUMBER_OF_LETTER = re.compile(rb"(?<=/letter/)\d+")


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    """A public game of two operators; whoever is to move keeps something for themselves."""
    game = begin_with(person_with("admin", "Ada"), person_with("admin", "Berta"), grace=86400)
    for _ in range(3):
        submit(game, min((m for m in legal_moves(game) if m.startswith("take ")), key=len))
    Game.objects.filter(pk=game.pk).update(is_public=True)
    traveller.shift(600)
    other, mover = game.seats.select_related("user", "game").order_by("is_to_move")
    letter_arrives(mover)
    game.refresh_from_db()
    return Table(game, mover, other)


@pytest.fixture
def desk(db: None) -> Client:
    """The browser of an operator who does not play."""
    desk = Client()
    desk.force_login(person_with("admin", "Olga"))
    return desk


def keep_words(seat: Seat) -> None:
    write_orders(seat=seat, texts=[IMPOSSIBLE, "buy D1-01"], language="en")
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
    worlds = []
    for with_words in (False, True):
        with transaction.atomic():
            worlds.append(shown_after_both_have_moved(table, with_words=with_words))
            transaction.set_rollback(True)
        table.game.refresh_from_db()
    without, with_them = worlds
    assert with_them.keys() == without.keys()
    for name, content in with_them.items():
        assert content.splitlines() == without[name].splitlines(), name
