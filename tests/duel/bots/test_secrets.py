"""A bot plays by what its seat sees, and the person opposite sees nothing of what it hides."""

from typing import Any

import pytest
from django.test import Client

from accounts.bots import bot_of
from duel.bots.playing import chance_of, choose
from duel.models import Game, GameSecret, Seat
from duel.record.log import read_log
from engine.fairness import seed_of
from lib.signing import macs
from tests.duel.web.test_page_secrets import (
    assert_they_tell_no_secret,
    pages_by_link,
    pages_of_players,
    pages_of_the_site,
)
from tests.duel.worlds import WORLDS, other_world

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["apprentice", "journeyman"])
def mover(much_is_hidden: Game, request: Any) -> Seat:
    """The seat to move, a bot's; each at the table holds a card that only they know."""
    seat: Seat = much_is_hidden.seats.get(is_to_move=True)
    Seat.objects.filter(pk=seat.pk).update(user=bot_of(request.param))
    return seat


def chosen(game: Game) -> str:
    """What the bot plays, by the game as it is stored."""
    log = read_log(game)
    assert game.to_move is not None
    return choose(log, log.seats[game.to_move])


@pytest.mark.parametrize("by", WORLDS)
def test_it_moves_alike_whatever_is_hidden_from_it(
    much_is_hidden: Game, mover: Seat, by: int
) -> None:
    here = chosen(much_is_hidden)
    with other_world(much_is_hidden, mover.number, by):
        assert chosen(much_is_hidden) == here


def test_its_chance_is_not_the_games(much_is_hidden: Game, mover: Seat) -> None:
    log = read_log(much_is_hidden)
    secret = bytes(GameSecret.objects.get(game=much_is_hidden).secret)
    chance = chance_of(log, mover.number)
    assert chance not in (secret, seed_of(secret, log.header.nonces))
    named = f"{much_is_hidden.public_id}:{mover.number}:{log.course.ply}"
    assert chance == next(macs("duel.bots.chance", named.encode()))


def test_pages_tell_a_person_nothing_of_what_a_bot_hides(
    much_is_hidden: Game, mover: Seat, client: Client
) -> None:
    game, person = much_is_hidden, much_is_hidden.seats.exclude(pk=mover.pk).get()
    assert person.user is not None
    client.force_login(person.user)
    pages = [*pages_of_the_site(game), *pages_of_players(game), *pages_by_link(game, person)]
    assert_they_tell_no_secret(client, pages, game, person.number)
