"""The clocks of three: reminders, time that is up and given, letters that come back."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.errors import NobodyGetsTime
from duel.models import Game, Seat
from duel.models.game import DIGEST
from duel.notices.kinds import DELIVERY_TROUBLE as TROUBLE
from duel.play.moves import resign
from duel.record.links import Link, Purpose, link_token
from duel.timekeeping.clocks import claim, give_time
from duel.words.naming import DAY
from duel.words.terms import TimeControl
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import builder_of
from mail.signals import delivery_trouble
from tests.duel.clocks.ticking import HOUR, MONDAY, kinds, send_letters, start_clock, sweep_at
from tests.duel.letters.outbox import read, row
from tests.duel.tables import assert_sound
from tests.duel.toy.table import begin_of_three, board, letters, press

pytestmark = pytest.mark.words


@pytest.fixture
def played(game: Game) -> Game:
    """All have moved once; it is Ada's turn, and her clock runs."""
    for move in ("one", "one", "one"):
        press(game, move)
    start_clock(game)
    return game


def time_page(game: Game, seat: Seat) -> str:
    token = link_token(Purpose.TIME, Link(game.pk, seat.number, game.ply), epoch=seat.link_epoch)
    return reverse("duel:time", args=[token])


def test_only_who_is_to_move_is_reminded(played: Game, ada: User, traveller: Any) -> None:
    sweep_at(MONDAY + 23 * HOUR, traveller)
    assert letters(played, "reminder") == [ada.email]
    assert "Reminder: your turn against Bruno and Carla" in read(played, ada, "reminder").subject


def test_one_of_both_others_is_enough_to_claim_and_the_late_one_is_out(
    played: Game, ada: User, bruno: User, carla: User, traveller: Any
) -> None:
    sweep_at(MONDAY + 25 * HOUR, traveller)
    assert letters(played, "time-is-up") == [bruno.email, carla.email]
    for person in (bruno, carla):
        letter = read(played, person, "time-is-up")
        assert letter.subject.startswith("Ada is out of time")
        assert "The time of Ada for this turn is up." in letter.text
    assert "The time of Ada was up" in board(played, carla)
    page = Client().get(time_page(played, played.seats.get(user=bruno))).content.decode()
    assert "Ada is out of time." in page
    assert "One of you is enough to decide; until then Ada may still move." in page
    assert re.search(r"<option value=\"0\"\s+selected>\s*Ada", page)
    claim(public_id=played.public_id, seat=2, channel=Channel.LINK)
    played.refresh_from_db()
    assert (played.result, played.to_move) == (None, 1)
    assert letters(played, "game-over") == []
    assert "Ada ran out of time and is out of the game." in read(played, bruno).text
    assert "You ran out of time and are out of the game." in read(played, ada, "seat-left").text
    assert_sound(played)


def test_where_late_turns_are_lost_at_once_the_others_play_on(
    traveller: Any, ada: User, bruno: User, carla: User
) -> None:
    game = begin_of_three(ada, bruno, carla, time=TimeControl(grace=DAY, late_may_be_claimed=False))
    for move in ("one", "one", "one", "one"):
        press(game, move)
    start_clock(game)
    sweep_at(MONDAY + 25 * HOUR, traveller)
    game.refresh_from_db()
    assert (game.result, game.to_move) == (None, 2)
    assert kinds(game)[-1] == "retire out"
    assert "Bruno ran out of time and is out of the game." in read(game, carla).text
    assert_sound(game)


@pytest.mark.parametrize(
    ("giver", "receiver", "kind"),
    [(0, 1, "time-given"), (1, 2, "your-turn"), (2, 1, "time-given")],
)
def test_time_is_given_to_the_seat_to_move_or_else_to_the_next(
    played: Game, giver: int, receiver: int, kind: str
) -> None:
    press(played, "one")  # now it is Bruno's turn
    people = [played.seats.get(number=number).user for number in (giver, receiver)]
    by, to = (person for person in people if person is not None)
    page = Client().get(time_page(played, played.seats.get(number=giver)))
    assert re.search(rf"<option value=\"{receiver}\"\s+selected>\s*{to}", page.content.decode())
    give_time(public_id=played.public_id, seat=giver, hours=24, channel=Channel.LINK)
    assert letters(played, "time-given") == [to.email] * (kind == "time-given")
    if kind == "your-turn":
        press(played, "one")
    letter = read(played, to, kind)
    assert letter.subject.startswith(f"{by} gives you time") == (kind == "time-given")
    assert letter.text.count(f"{by} has given you 1 day") == 1
    assert_sound(played)


@pytest.mark.parametrize("receiver", [1, 2])
def test_time_is_given_to_whom_its_giver_chooses(played: Game, ada: User, receiver: int) -> None:
    chosen = played.seats.get(number=receiver).user
    assert chosen is not None
    page = Client().post(
        time_page(played, played.seats.get(user=ada)),
        {"act": "give", "hours": "24", "to": str(receiver)},
    )
    assert f"You gave time. {chosen} reads it in the next letter." in page.content.decode()
    assert letters(played, "time-given") == []
    assert_sound(played)


def test_who_has_left_waits_for_nobody_and_gets_no_time(
    played: Game, ada: User, traveller: Any
) -> None:
    resign(public_id=played.public_id, seat=2, channel=Channel.LINK)
    sweep_at(MONDAY + 23 * HOUR, traveller)
    assert "Bruno waits for your move, Ada." in read(played, ada, "reminder").text
    played.refresh_from_db()
    page = Client().get(time_page(played, played.seats.get(user=ada))).content.decode()
    assert "Carla" not in page.partition('name="to"')[2].partition("</select>")[0]
    with pytest.raises(NobodyGetsTime):
        give_time(public_id=played.public_id, seat=0, to=2, hours=24, channel=Channel.LINK)


@pytest.mark.parametrize("nobody", [0, 3])
def test_nobody_gives_time_to_themselves_or_to_no_one(played: Game, nobody: int) -> None:
    with pytest.raises(NobodyGetsTime):
        give_time(public_id=played.public_id, seat=0, to=nobody, hours=24, channel=Channel.LINK)


def test_who_comes_too_late_to_claim_reads_that_somebody_has_moved(played: Game) -> None:
    page = Client().post(time_page(played, played.seats.get(number=1)), {"act": "claim"})
    assert "whoever was late has time again, or has moved." in page.content.decode()


@pytest.mark.usefixtures("can_be_taken_back")
def test_time_goes_to_whom_the_giver_sees_to_move(game: Game, ada: User, traveller: Any) -> None:
    press(game, "one")  # nobody but Ada knows of it yet
    give_time(public_id=game.public_id, seat=2, hours=24, channel=Channel.LINK)
    assert letters(game, "time-given") == [ada.email]


@pytest.mark.usefixtures("can_be_taken_back")
@pytest.mark.parametrize("giver", [0, 2])
def test_no_letter_about_time_tells_of_a_turn_that_may_be_taken_back(
    game: Game, bruno: User, giver: int, traveller: Any
) -> None:
    press(game, "one")  # nobody but Ada knows that it is Bruno's turn
    give_time(public_id=game.public_id, seat=giver, to=1, hours=24, channel=Channel.LINK)
    assert letters(game, "time-given") == []
    traveller.shift(DAY)
    by = game.seats.get(number=giver).user
    assert f"{by} has given you 1 day for this turn." in " ".join(read(game, bruno).text.split())


def test_time_that_was_given_is_told_in_no_later_turn(
    played: Game, ada: User, traveller: Any
) -> None:
    give_time(public_id=played.public_id, seat=2, hours=24, channel=Channel.LINK)
    told = "Carla has given you 1 day"
    assert told in read(played, ada, "time-given").text
    traveller.shift(HOUR)
    for move in ("one", "one", "one"):
        press(played, move)
    assert told not in read(played, ada).text


def test_the_board_says_whose_clock_runs(played: Game, bruno: User) -> None:
    page = " ".join(board(played, bruno).split())
    assert "> Ada has until Tuesday 3 November" in page


def test_both_others_are_told_whose_letters_come_back_and_that_they_arrive_again(
    played: Game, ada: User, bruno: User, carla: User, traveller: Any
) -> None:
    press(played, "one")
    send_letters(played)
    lost = row(played, bruno)
    delivery_trouble.send(Letter, address=lost.to, letter=lost, reason="bounced")
    assert sorted(letters(played, TROUBLE)) == [ada.email, carla.email]
    for person in (ada, carla):
        told = read(played, person, TROUBLE)
        assert "Our letter to Bruno in the game" in told.text
        assert "The clock of Bruno stands still meanwhile" in told.text
    traveller.shift(HOUR)
    assert "The clock does not run at the moment." in board(played, ada)
    start_clock(played)
    assert sorted(letters(played, "reached-again")) == [ada.email, carla.email]
    assert "Bruno can be reached again." in read(played, ada, "reached-again").text
    assert [kind for kind in kinds(played) if kind.startswith("bounce")]
    assert_sound(played)


def test_whoever_cannot_be_reached_is_named_to_both_others(
    played: Game, ada: User, bruno: User, carla: User, traveller: Any
) -> None:
    lost = row(played, ada)
    delivery_trouble.send(Letter, address=lost.to, letter=lost, reason="bounced")
    sweep_at(MONDAY + 8 * 24 * HOUR, traveller)
    assert letters(played, "time-is-up") == [bruno.email, carla.email]
    assert "Our letters to Ada have come back" in read(played, carla, "time-is-up").text
    claim(public_id=played.public_id, seat=1, channel=Channel.LINK)
    played.refresh_from_db()
    assert (played.result, played.to_move) == (None, 1)
    assert_sound(played)


def test_the_daily_letter_names_who_wrote_what(played: Game, ada: User, bruno: User) -> None:
    press(played, "one", note="a word of hers")
    press(played, "one", note="a word of his")
    carla = played.seats.get(number=2).user
    assert carla is not None
    carla.letters = User.Letters.DIGEST
    carla.save()
    draft = builder_of(DIGEST)({"person": carla.pk})
    assert draft is not None
    for content in (draft.text, draft.html):
        assert "Ada writes: “a word of hers”" in content
        assert "Bruno writes: “a word of his”" in content
