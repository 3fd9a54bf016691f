"""A mail that cannot be read although we tried is answered, and no clock waits for it."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from duel.models import Game, Vacation
from duel.replies import games as replies_about_games
from mail.models import InboundMail
from tests.duel.clocks.ticking import (
    begin_with,
    everybody_has_moved,
    kinds,
    seat_to_move,
    start_clock,
    sweep_at,
)
from tests.duel.replies.mailing import answers, write
from tests.duel.tables import assert_sound

MINUTE = timedelta(minutes=1)

ABSURD = (
    "holiday 9999-12-30 to 9999-12-31",
    "holiday 0001-01-01 to 9999-12-31",
    "holiday until 31 December 9999",
    "holiday 1 January 0001 to 2 January 0001",
    "holiday 30.12.9999 to 31.12.9999",
    "holiday for 9999 weeks",
    "vacances du 30 décembre 9999 au 31 décembre 9999",
    "9999 weeks and 9999 weeks",
    "give 9999 weeks and 9999 weeks",
    "give 0 hours",
)


@pytest.fixture
def game(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    start_clock(game)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("text", ABSURD)
def test_absurd_days_and_times_are_answered_and_hold_no_clock(
    game: Game, traveller: time_machine.Traveller, text: str
) -> None:
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - MINUTE)
    mail = write(seat_to_move(game), text)
    assert mail.status == InboundMail.Status.READ
    assert len(answers(seat_to_move(game))) == 1
    assert not Vacation.objects.exists()
    sweep_at(deadline + MINUTE, traveller)
    assert kinds(game)[-1] == "flag"


def test_a_mail_that_breaks_its_reader_is_answered_and_holds_no_clock(
    game: Game, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a mistake of ours would, that nobody has found yet."""

    def breaks(*args: object, **more: object) -> None:
        raise OverflowError("date value out of range")

    monkeypatch.setattr(replies_about_games, "parse_reply", breaks)
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - MINUTE)
    seat = seat_to_move(game)
    mail = write(seat, "anything")
    assert (mail.status, mail.outcome) == (InboundMail.Status.FAILED, "unreadable")
    (answer,) = answers(seat)
    assert "could not be read, so nothing was done" in " ".join(str(answer.body).split())
    sweep_at(deadline + MINUTE, traveller)
    assert kinds(game)[-1] == "flag"
    game.refresh_from_db()
    assert_sound(game)
