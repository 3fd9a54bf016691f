"""No page and no file tells what its reader may not know: the same in worlds that differ in it."""

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, Seat
from duel.record.export import current_key
from duel.record.links import Purpose, seat_path
from mail.models import Letter
from tests.duel.letter_links import move_address
from tests.duel.tables import known_seat, legal_moves
from tests.duel.unsent_turn import OWN
from tests.duel.worlds import WORLDS, draw_a_card, other_world

pytestmark = [pytest.mark.django_db, pytest.mark.words]

ONE_TIME = re.compile(
    rb'(csrfmiddlewaretoken" value=")\w+|[\d.]+ \wB(?= free of )|(?<=database takes )[\d.]+ \wB'
)
"""Tokens, and the sizes of disk and database on the front page of the admin."""


def pages_by_link(game: Game, seat: Seat) -> Iterator[str]:
    """The pages that the seat's letters lead to."""
    legal = legal_moves(game) if seat.is_to_move else []
    known = known_seat(seat)
    for purpose in (Purpose.BOARD, Purpose.MORE, Purpose.TIME, Purpose.TROUBLE, Purpose.TIMELINE):
        yield seat_path(known, purpose)
    yield seat_path(known, Purpose.BOARD) + "/file"
    if seat.is_to_move:
        yield seat_path(known, Purpose.PAYMENTS)
    of_each_kind = {re.sub(r" .*(?<!deck[1-3])$", "", move): n for n, move in enumerate(legal, 1)}
    for place in of_each_kind.values():
        yield move_address(game, place, seat)


def pages_of_the_site(game: Game) -> list[str]:
    """The pages about the game for a person who is signed in, or nobody."""
    return [
        reverse("duel:home"),
        reverse("duel:challenges"),
        reverse("duel:club"),
        reverse("duel:game", args=[game.public_id]),
        reverse("duel:game-file", args=[game.public_id]),
    ]


def pages_of_players(game: Game) -> list[str]:
    """What those who sit at the table see besides, and at once what their browsers load."""
    names = (*OWN, "duel:timeline", "duel:replay", "api:replay", "api:next")
    return [reverse(name, args=[game.public_id]) for name in names]


def pages_of_the_admin(game: Game) -> list[str]:
    """The pages on which an operator sees something of the game, with nothing laid open."""
    page = reverse("admin:duel_game_change", args=[game.pk])
    letters = Letter.objects.filter(topic=f"game:{game.public_id}").order_by("-pk")[:4]
    people = User.objects.filter(seats__game=game)
    return [
        *(page, *(f"{page}?ply={ply}" for ply in range(game.ply - 3, game.ply + 1))),
        *(reverse("admin:index"), reverse("admin:duel_game_changelist")),
        *(reverse("admin:mail_letter_change", args=[letter.pk]) for letter in letters),
        *(reverse("admin:accounts_user_change", args=[person.pk]) for person in people),
    ]


def contents_of(client: Client, pages: list[str]) -> list[tuple[str, bytes]]:
    """What is on each page; what opening one may write is undone."""
    answers = []
    for page in pages:
        with transaction.atomic():
            answer = client.get(page, follow=True)
            assert answer.status_code == 200, page
            answers.append((page, ONE_TIME.sub(rb"\1", answer.content)))
            transaction.set_rollback(True)
    return answers


def assert_they_tell_no_secret(
    client: Client, pages: list[str], game: Game, seat: int | None
) -> None:
    current_key()  # else each file is signed with a key of its own, as the first one makes it
    here = contents_of(client, pages)
    for number in WORLDS[:2]:
        with other_world(game, seat, number):
            for there, truth in zip(contents_of(client, pages), here, strict=True):
                assert there == truth


@pytest.fixture(params=[False, True], ids=["", "a-card-was-just-drawn"])
def game(request: pytest.FixtureRequest, much_is_hidden: Game) -> Game:
    """Open to all, so that strangers see what there is to see."""
    if request.param:
        draw_a_card(much_is_hidden)
    Game.objects.filter(pk=much_is_hidden.pk).update(is_public=True)
    much_is_hidden.refresh_from_db()
    return much_is_hidden


@pytest.mark.parametrize("number", [0, 1])
def test_pages_by_link_are_the_same_whatever_is_hidden(
    number: int, game: Game, client: Client
) -> None:
    seat = game.seats.get(number=number)
    assert_they_tell_no_secret(client, list(pages_by_link(game, seat)), game, number)


@pytest.mark.parametrize("reader", ["0", "1", "stranger", "nobody"])
def test_pages_of_the_site_are_the_same_whatever_is_hidden(
    reader: str, game: Game, client: Client, eve: User
) -> None:
    number = int(reader) if reader.isdigit() else None
    person = eve if number is None else game.seats.get(number=number).user
    if reader != "nobody":
        assert person is not None
        client.force_login(person)
    pages = pages_of_the_site(game)
    if number is not None:
        pages += pages_of_players(game)
    assert_they_tell_no_secret(client, pages, game, number)


def test_pages_of_the_admin_are_the_same_whatever_is_hidden(
    game: Game, client: Client, olga: User
) -> None:
    client.force_login(olga)
    assert_they_tell_no_secret(client, pages_of_the_admin(game), game, None)
