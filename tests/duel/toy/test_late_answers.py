"""A letter's button that is pressed while its seat is freed and given to somebody else."""

from functools import partial

import pytest

from accounts.models import User
from duel.errors import NotInvited, NotProposed
from duel.lobby.joining import JoinResult, Newcomer, accept_letter, decline_letter
from duel.lobby.proposals import accept, decline, propose
from duel.lobby.refilling import invite, open_to_all
from duel.models import Game, Seat
from duel.words.terms import Terms
from tests.duel.tables import at_once

pytestmark = pytest.mark.django_db

NINA = "nina@elsewhere.example"
DORA = "dora@elsewhere.example"
WHO = Newcomer(name="Nina", language="en", time_zone="UTC")


@pytest.fixture
def invited(ada: User, bruno: User) -> Game:
    """Ada has invited Bruno and Nina."""
    return propose(by=ada, terms=Terms(game="toy", seats=3), invite=[bruno.email, NINA])


def page_of(game: Game) -> Seat:
    """The seat of Nina as her page has read it; then she declines in another window."""
    opened = Seat.objects.select_related("game", "user").get(game=game, number=2)
    decline(public_id=game.public_id, address=NINA)
    return opened


def test_nobody_sits_down_for_who_was_invited_in_their_place(
    invited: Game, ada: User, eve: User
) -> None:
    opened = page_of(invited)
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    with pytest.raises(NotProposed):
        accept_letter(seat=opened, newcomer=WHO)
    assert invited.seats.get(number=2).user is None


def test_nobody_gets_an_account_with_the_address_of_another(invited: Game, ada: User) -> None:
    opened = page_of(invited)
    invite(public_id=invited.public_id, by=ada, address=DORA)
    with pytest.raises(NotProposed):
        accept_letter(seat=opened, newcomer=WHO)
    assert not User.objects.filter(email__in=[NINA, DORA]).exists()


def test_nobody_is_taken_for_who_has_sat_down_there(invited: Game, ada: User, eve: User) -> None:
    opened = page_of(invited)
    invite(public_id=invited.public_id, by=ada, address=eve.email)
    accept(public_id=invited.public_id, by=eve)
    with pytest.raises(NotProposed):
        accept_letter(seat=opened, newcomer=WHO)


def test_a_seat_that_is_open_to_all_is_no_longer_theirs(invited: Game, ada: User) -> None:
    opened = page_of(invited)
    open_to_all(public_id=invited.public_id, by=ada)
    with pytest.raises(NotProposed):
        accept_letter(seat=opened, newcomer=WHO)


@pytest.mark.django_db(transaction=True)
def test_of_a_yes_and_a_no_at_once_one_counts(invited: Game) -> None:
    opened = [Seat.objects.select_related("game", "user").get(game=invited, number=2) for _ in "yn"]
    accepted, declined = at_once(
        [
            partial(accept_letter, seat=opened[0], newcomer=WHO),
            partial(decline_letter, seat=opened[1]),
        ]
    )
    seat = invited.seats.get(number=2)
    if isinstance(accepted, JoinResult):
        assert (type(declined), seat.user) == (NotInvited, accepted.person)
    else:
        assert (type(accepted), declined, seat.user) == (NotProposed, None, None)
