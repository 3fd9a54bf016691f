"""Asking the opponent for more time, from the letter to the clock."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.models import Game, LogEntry, Vacation
from duel.play.offers import accept_offer, ask_for_time, decline_offer
from duel.record.log import read_log
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.duel.letter_links import more_address, waiting
from tests.duel.letter_links import mover as seat_to_move
from tests.duel.letters.outbox import built, mover, read, row
from tests.duel.tables import a_quiet_move, assert_sound, begin, submit

pytestmark = pytest.mark.django_db
TWO_DAYS = "time 172800"


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game whose clock runs: the letter with the turn has left."""
    game = begin(ada, bruno)
    deliver(row(game, mover(game)).pk)
    game.refresh_from_db()
    return game


def link_in(text: str, page: str) -> str:
    return next(urlsplit(word).path for word in text.split() if f"/{page}/" in word)


def ask(game: Game, hours: int = 48, seat: int | None = None) -> str:
    seat = (game.to_move or 0) if seat is None else seat
    return ask_for_time(public_id=game.public_id, seat=seat, hours=hours, channel=Channel.LINK)


def test_a_request_goes_from_page_to_letter_to_clock(client: Client, game: Game) -> None:
    deadline, asker = game.deadline, seat_to_move(game)
    opponent = waiting(game).user
    assert opponent is not None
    assert deadline is not None
    page = client.post(more_address(game, asker), {"act": "time", "hours": "48"})
    assert "You asked for 2 days more." in page.content.decode()
    letter = read(game, opponent, "offer")
    assert "asks you for 2 days more for this turn" in " ".join(letter.text.split())
    answer = client.post(link_in(letter.text, "more"), {"act": "accept", "terms": TWO_DAYS})
    assert "You agreed." in answer.content.decode()
    assert_sound(game)
    assert game.deadline == deadline + timedelta(days=2)
    extended = LogEntry.objects.get(game=game, kind="extend")
    assert (extended.seat, extended.text) == (asker.number, "172800")
    assert extended.person == waiting(game).person
    assert asker.user is not None
    assert "has given you 2 days" in read(game, asker.user, "time-given").text


def test_a_no_is_told_and_changes_nothing(game: Game) -> None:
    deadline = game.deadline
    terms = ask(game)
    seat = 1 - (game.to_move or 0)
    decline_offer(public_id=game.public_id, seat=seat, terms=terms, channel=Channel.LINK)
    told = read(game, mover(game), "offer-declined").text
    assert "did not agree to give you more time" in " ".join(told.split())
    assert game.deadline == deadline
    assert read_log(game).course.offers == {}


def test_another_request_takes_the_place_of_the_first(game: Game) -> None:
    ask(game, hours=24)
    ask(game, hours=48)
    ask(game, hours=48)
    assert read_log(game).course.offers == {TWO_DAYS: game.to_move}
    assert Letter.objects.filter(kind="offer").count() == 2


def test_a_request_of_a_turn_that_has_passed_is_in_nobodys_way(game: Game) -> None:
    ask(game)
    first = game.to_move
    letter = Letter.objects.get(kind="offer")
    submit(game, a_quiet_move(game))
    assert built(letter) is None
    ask(game)
    assert read_log(game).course.offers == {TWO_DAYS: game.to_move}
    assert game.to_move != first
    accept_offer(public_id=game.public_id, seat=first or 0, terms=TWO_DAYS, channel=Channel.LINK)
    assert LogEntry.objects.get(game=game, kind="extend").seat == game.to_move


@pytest.mark.parametrize("hours", [0, -1, 30 * 24 + 1])
def test_only_a_sensible_time_can_be_asked_for(game: Game, hours: int) -> None:
    with pytest.raises(errors.BadTime):
        ask(game, hours=hours)


def test_only_who_is_to_move_asks(game: Game) -> None:
    with pytest.raises(errors.NotYourTurn):
        ask(game, seat=1 - (game.to_move or 0))
    assert read_log(game).course.offers == {}


@pytest.mark.parametrize("hours", ["", "x", "9" * 9, "-1"])
def test_bad_hours_get_a_sentence(client: Client, game: Game, hours: str) -> None:
    page = client.post(more_address(game, seat_to_move(game)), {"act": "time", "hours": hours})
    assert "Choose from one hour up to 30 days" in page.content.decode()


def test_a_holiday_is_planned_without_signing_in(client: Client, game: Game) -> None:
    seat = seat_to_move(game)
    assert seat.user is not None
    User.objects.filter(pk=seat.user.pk).update(joined_at=timezone.now() - timedelta(days=300))
    today = timezone.now().date()
    days = {"first": str(today), "last": str(today + timedelta(days=3))}
    page = client.post(more_address(game, seat), {"act": "holiday", **days})
    assert "Your holiday is planned." in page.content.decode()
    assert Vacation.objects.get().user == seat.user
    game.refresh_from_db()
    assert game.deadline is None
    again = client.post(more_address(game, seat), {"act": "holiday", **days}).content.decode()
    assert "Your holiday is planned." not in again
    assert Vacation.objects.count() == 1


def test_a_holiday_without_days_gets_a_sentence(client: Client, game: Game) -> None:
    page = client.post(more_address(game, seat_to_move(game)), {"act": "holiday", "first": "x"})
    assert "Choose the first and the last day." in page.content.decode()
    assert not Vacation.objects.exists()
