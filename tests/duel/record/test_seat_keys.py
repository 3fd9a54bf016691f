"""The key of a seat: good for twelve hours, for one seat, and dead with its links."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.support import suspend_person
from duel.errors import HasLeft, KeptOut
from duel.models import Game, Seat
from duel.record.seat_keys import GOOD_FOR, BadKey, check_seat_key, read_seat_key, seat_key
from tests.duel.tables import begin

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def seat(ada: User, bruno: User) -> Seat:
    return begin(ada, bruno).seats.select_related("game", "user").get(number=0)


def test_a_key_opens_its_own_seat_for_twelve_hours(seat: Seat) -> None:
    now = timezone.now()
    token = seat_key(seat, now)
    key = read_seat_key(token, now + GOOD_FOR - timedelta(seconds=2))
    check_seat_key(key, seat)
    assert (key.game, key.seat) == (seat.game_id, 0)
    with pytest.raises(BadKey):
        read_seat_key(token, now + GOOD_FOR)
    with pytest.raises(BadKey):
        check_seat_key(key, seat.game.seats.get(number=1))


def test_a_key_is_dead_once_links_are_revoked(seat: Seat) -> None:
    now = timezone.now()
    key = read_seat_key(seat_key(seat, now), now)
    seat.link_epoch += 1
    with pytest.raises(BadKey):
        check_seat_key(key, seat)


def test_whatever_was_altered_is_no_key(seat: Seat) -> None:
    now = timezone.now()
    token = seat_key(seat, now)
    for place in range(len(token)):
        altered = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        with pytest.raises(BadKey):
            read_seat_key(altered, now)
    for nonsense in ("", "A", "é", token + "A", token[:-1], " ", "\0", "Ω" * 60):
        with pytest.raises(BadKey):
            read_seat_key(nonsense, now)


def test_a_key_of_a_suspended_player_opens_nothing(seat: Seat, olga: User) -> None:
    now = timezone.now()
    key = read_seat_key(seat_key(seat, now), now)
    assert seat.user is not None
    suspend_person(operator=olga, person=seat.user, reason="spam")
    with pytest.raises(KeptOut):
        check_seat_key(key, Seat.objects.select_related("game", "user").get(pk=seat.pk))


def test_a_key_of_a_seat_that_has_left_opens_nothing(seat: Seat) -> None:
    now = timezone.now()
    key = read_seat_key(seat_key(seat, now), now)
    seat.left_at = now
    with pytest.raises(HasLeft):
        check_seat_key(key, seat)
    Game.objects.filter(pk=seat.game_id).update(status="over")
    seat.game.refresh_from_db()
    check_seat_key(key, seat)
