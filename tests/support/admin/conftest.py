"""Games for the admin, on a Monday morning on which time stands still until a test moves it."""

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import HOUR, begin_with, everybody_has_moved, send_letters
from tests.duel.tables import begin
from tests.support.admin.staff import person_with


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """Both have moved; an hour later the letter about the turn has left."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    traveller.shift(HOUR)
    send_letters(game)
    return game


@pytest.fixture
def desk(client: Client, olga: User) -> Client:
    """Olga's browser, signed in."""
    client.force_login(olga)
    return client


@pytest.fixture
def operator(client: Client, db: None) -> User:
    """An operator, signed in."""
    person = person_with("operator", "Oscar")
    client.force_login(person)
    return person


@pytest.fixture
def boss(client: Client, db: None) -> User:
    """Somebody with the role admin, signed in."""
    person = person_with("admin", "Berta")
    client.force_login(person)
    return person


@pytest.fixture
def table(ada: User, bruno: User) -> Game:
    """A game between Ada and Bruno."""
    return begin(ada, bruno)
