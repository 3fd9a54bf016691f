"""Who may open a table, and from which seat they look at it."""

import pytest
from django.utils import timezone

from accounts.models import User
from duel.errors import NotRunning, UnknownGame
from duel.lobby.proposals import propose
from duel.models import Game, Seat
from duel.record.seat_keys import read_seat_key, seat_key
from duel.table.open_table import Visitor, open_table
from duel.words.terms import Terms
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin, submit

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def holder_of(seat: Seat) -> Visitor:
    now = timezone.now()
    return Visitor(key=read_seat_key(seat_key(seat, now), now))


def test_players_look_from_their_own_seat(game: Game) -> None:
    for seat in game.seats.select_related("user"):
        for reader in (Visitor(seat.user), holder_of(seat)):
            table = open_table(game.public_id, reader)
            assert table.perspective.viewer == seat.number


def test_others_find_no_game_unless_it_is_public(game: Game, eve: User) -> None:
    for reader in (Visitor(eve), Visitor()):
        with pytest.raises(UnknownGame):
            open_table(game.public_id, reader)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    for reader in (Visitor(eve), Visitor()):
        table = open_table(game.public_id, reader)
        assert table.perspective.viewer is None


def test_a_key_opens_its_own_game_alone_even_a_public_one(game: Game, ada: User, eve: User) -> None:
    other = begin(ada, eve, is_public=True)
    with pytest.raises(UnknownGame):
        open_table(other.public_id, holder_of(mover(game)))


def test_a_game_that_has_not_begun_is_there_for_its_proposer_alone(ada: User, eve: User) -> None:
    proposed = propose(by=ada, terms=Terms(is_public=True))
    with pytest.raises(NotRunning):
        open_table(proposed.public_id, Visitor(ada))
    with pytest.raises(UnknownGame):
        open_table(proposed.public_id, Visitor(eve))


def test_whoever_has_several_seats_looks_from_the_one_that_is_to_move(game: Game) -> None:
    """As may come of two accounts that were merged."""
    person = mover(game).user
    game.seats.update(user=person)
    for _ in range(2):
        table = open_table(game.public_id, Visitor(person))
        assert table.perspective.viewer == game.to_move
        submit(game, a_quiet_move(game))


def test_who_has_left_sees_what_a_spectator_sees(game: Game) -> None:
    seat = waiting(game)
    Seat.objects.filter(pk=seat.pk).update(left_at=timezone.now())
    perspective = open_table(game.public_id, Visitor(seat.user)).perspective
    assert (perspective.number, perspective.viewer) == (seat.number, None)
    assert not perspective.legal
