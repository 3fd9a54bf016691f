"""People who revoke their links or change their address."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.addresses import confirm
from accounts.services.preferences import revoke_links
from duel.errors import RevokedLink
from duel.lobby.invitations import invitation_url, invited_seat
from duel.lobby.proposals import accept, propose
from duel.models import Seat
from duel.record.seat_keys import BadKey, check_seat_key, read_seat_key, seat_key
from duel.web.account import calendar_url
from duel.words.terms import Terms
from tests.accounts.confirmations import confirmation_token
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


def invited(by: User, whom: User) -> Seat:
    game = propose(by=by, terms=Terms(), invite=[whom.email])
    return Seat.objects.select_related("game", "user").get(game=game, number=1)


def test_revoking_raises_the_epoch_of_ones_own_seats_alone(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    revoke_links(person=bruno)
    assert [seat.link_epoch for seat in game.seats.order_by("number")] == [0, 1]


def test_revoking_kills_keys_of_seats_and_the_address_of_the_calendar(
    ada: User, bruno: User
) -> None:
    seat = begin(ada, bruno).seats.select_related("game", "user").get(number=1)
    key = read_seat_key(seat_key(seat, timezone.now()), timezone.now())
    calendar = urlsplit(calendar_url(bruno)).path
    assert Client().get(calendar).status_code == 200
    confirm(token=confirmation_token(bruno, "bruno@elsewhere.example"))
    seat.refresh_from_db()
    with pytest.raises(BadKey):
        check_seat_key(key, seat)
    assert Client().get(calendar).status_code == 404


def test_a_revoked_invitation_says_so_and_is_accepted_on_the_site(ada: User, bruno: User) -> None:
    url = invitation_url(invited(ada, bruno))
    revoke_links(person=bruno)
    with pytest.raises(RevokedLink):
        invited_seat(url.rpartition("/")[2])
    assert Client().post(urlsplit(url).path).status_code == 410
    browser = Client()
    browser.force_login(bruno)
    assert "You are invited" in browser.get("/").content.decode()


def test_an_invitation_follows_its_reader_to_a_new_address(ada: User, bruno: User) -> None:
    seat = invited(ada, bruno)
    confirm(token=confirmation_token(bruno, "bruno@elsewhere.example"))
    bruno.refresh_from_db()
    assert accept(public_id=seat.game.public_id, by=bruno).seats.get(number=1).user == bruno
