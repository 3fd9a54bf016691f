"""No clock beats a mail that came in time."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from duel.models import AddedTime, Game, Outage
from duel.timekeeping.clocks import claim, letter_was_lost
from duel.timekeeping.mail import HELD_AFTER, HELD_AT_MOST, MailIsWaiting, NoMailComesIn
from duel.timekeeping.sweeps import sweep_clocks
from engine.kinds import Channel
from mail.addresses import reply_address
from mail.inbound.heartbeats import beat
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail
from support.decisions import Ruling
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    notices,
    seat_to_move,
    start_clock,
    sweep_at,
)
from tests.duel.letter_links import waiting
from tests.duel.replies.mailing import key_of, numbered, raw_mail, write
from tests.duel.tables import assert_sound
from tests.support.decisions.verbs import hold, resume

MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(ada: User, bruno: User, traveller: time_machine.Traveller) -> Game:
    """A game in which both have moved and the clock of a turn of one day has just begun."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    start_clock(game)
    game.refresh_from_db()
    return game


def a_take(game: Game) -> str:
    seat = seat_to_move(game)
    moves = [move for move in numbered(game, seat) if move.startswith("take ")]
    return max(moves, key=len)


def lies_unread(game: Game, text: str, traveller: time_machine.Traveller) -> InboundMail:
    """A mail of the seat to move, received a minute before its time is up."""
    assert game.deadline is not None
    seat = seat_to_move(game)
    traveller.move_to(game.deadline - MINUTE)
    return write(seat, text, is_read=False)


def test_a_mail_that_came_in_time_is_played_though_it_is_read_later(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    mail = lies_unread(game, a_take(game), traveller)
    before = kinds(game)
    sweep_at(deadline + 5 * MINUTE, traveller)
    assert kinds(game) == before, "It was not ended, and nobody was flagged."
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.outcome == "played"
    assert game.entries.filter(kind="move").latest("seq").time == deadline - MINUTE
    assert_sound(game)


def test_a_mail_that_came_too_late_does_not_stop_the_clock(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline + MINUTE)
    write(seat_to_move(game), a_take(game), is_read=False)
    sweep_at(deadline + 2 * MINUTE, traveller)
    assert "flag" in kinds(game)


def test_a_foreign_mail_does_not_stop_the_clock(
    game: Game, traveller: time_machine.Traveller, eve: User
) -> None:
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - MINUTE)
    write(seat_to_move(game), a_take(game), sender=eve.email, is_read=False)
    sweep_at(deadline + MINUTE, traveller)
    assert "flag" in kinds(game)


def test_after_two_hours_the_game_is_held_and_all_are_told(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    mail = lies_unread(game, a_take(game), traveller)
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    assert len(notices(game, "mail-waits")) == 2
    sweep_at(deadline + HELD_AFTER + HELD_AT_MOST - MINUTE, traveller)
    assert kinds(game)[-1] == "hold"
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.outcome == "played"
    assert kinds(game)[-1] == "resume"
    assert_sound(game)


def test_a_hold_ends_by_itself_and_the_wait_is_given_back(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    lies_unread(game, a_take(game), traveller)
    sweep_at(deadline + HELD_AFTER, traveller)
    ended_at = deadline + HELD_AFTER + HELD_AT_MOST
    sweep_at(ended_at, traveller)
    assert kinds(game)[-2:] == ["resume", "extend 93660"]
    game.refresh_from_db()
    assert game.deadline == ended_at + MINUTE, "As much as was left when the mail came in."
    sweep_at(ended_at + MINUTE, traveller)
    assert kinds(game)[-1] == "flag", "It is not waited for once more."
    assert_sound(game)


def test_the_time_for_which_a_mail_lay_unread_is_given_back_if_it_was_no_move(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    mail = lies_unread(game, "this is no move", traveller)
    traveller.move_to(deadline + HOUR)
    read_mail(mail.pk)
    game.refresh_from_db()
    assert game.deadline == deadline + HOUR + MINUTE
    sweep_at(deadline + HOUR + MINUTE / 2, traveller)
    assert "flag" not in kinds(game)
    assert_sound(game)


def test_after_a_hold_the_time_until_it_began_is_given_back(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    mail = lies_unread(game, "this is no move", traveller)
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    traveller.move_to(deadline + 9 * HOUR)
    read_mail(mail.pk)
    game.refresh_from_db()
    assert game.deadline == deadline + 9 * HOUR + MINUTE, "A minute is left, as when it came in."
    assert_sound(game)


def test_a_prompt_reading_gives_no_time(game: Game, traveller: time_machine.Traveller) -> None:
    deadline = game.deadline
    write(seat_to_move(game), "this is no move")
    game.refresh_from_db()
    assert game.deadline == deadline


def test_nobody_claims_while_a_mail_waits(game: Game, traveller: time_machine.Traveller) -> None:
    deadline = game.deadline
    assert deadline is not None
    sweep_at(deadline + MINUTE, traveller)
    late, other = seat_to_move(game), waiting(game)
    assert "flag" in kinds(game)
    mail = write(late, a_take(game), is_read=False)
    with pytest.raises(MailIsWaiting):
        claim(public_id=game.public_id, seat=other.number, channel=Channel.LINK)
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.outcome == "played"


def test_nobody_claims_while_no_mail_can_come_in(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    deadline = game.deadline
    assert deadline is not None
    sweep_at(deadline + MINUTE, traveller)
    other = waiting(game)
    settings.WAYS_IN = ["smtp"]  # type: ignore[attr-defined]
    beat("mailserver")
    traveller.move_to(deadline + HOUR)
    with pytest.raises(NoMailComesIn):
        claim(public_id=game.public_id, seat=other.number, channel=Channel.LINK)
    traveller.move_to(deadline + 13 * HOUR)
    claim(public_id=game.public_id, seat=other.number, channel=Channel.LINK)
    game.refresh_from_db()
    assert game.status == "over"


def test_with_polling_time_ends_only_after_a_good_poll_that_began_later(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["imap"]  # type: ignore[attr-defined]
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - MINUTE)
    beat("imap")
    sweep_at(deadline + MINUTE, traveller)
    assert "flag" not in kinds(game)
    beat("imap", at=deadline + MINUTE / 2)
    sweep_at(deadline + 2 * MINUTE, traveller)
    assert "flag" in kinds(game)


def test_no_time_ends_while_no_mail_can_come_in_and_it_is_given_back(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["smtp"]  # type: ignore[attr-defined]
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - HOUR)
    beat("mailserver")
    sweep_at(deadline + MINUTE, traveller)
    assert "flag" not in kinds(game)
    traveller.move_to(deadline + HOUR)
    beat("mailserver")
    sweep_at(deadline + HOUR, traveller)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (deadline - HOUR, deadline + HOUR)
    sweep_clocks()
    game.refresh_from_db()
    assert game.deadline == deadline + 2 * HOUR
    assert "flag" not in kinds(game)


def test_a_silence_of_days_holds_nobody_up_for_more_than_twelve_hours(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["smtp"]  # type: ignore[attr-defined]
    deadline = game.deadline
    assert deadline is not None
    traveller.move_to(deadline - HOUR)
    beat("mailserver")
    sweep_at(deadline + 11 * HOUR, traveller)
    assert "flag" not in kinds(game)
    sweep_at(deadline + 12 * HOUR, traveller)
    assert "flag" in kinds(game)


def test_a_valid_reply_ends_a_bounce(game: Game, traveller: time_machine.Traveller) -> None:
    seat = seat_to_move(game)
    traveller.move_to(MONDAY + 2 * HOUR)
    letter_was_lost(game.public_id, seat=seat.number, ply=game.ply, left_at=MONDAY + HOUR)
    game.refresh_from_db()
    assert "bounce begin" in kinds(game)
    write(seat, "show", key=key_of(game, seat))
    assert "bounce end" in kinds(game)


def decided(game: Game, operator: User) -> Ruling:
    game.refresh_from_db()
    return Ruling(operator, game.public_id, "We look into it.", game.seq)


def test_reading_a_mail_does_not_end_the_hold_of_an_operator(
    game: Game, traveller: time_machine.Traveller, olga: User
) -> None:
    mail = lies_unread(game, "this is no move", traveller)
    hold(decided(game, olga))
    traveller.shift(3 * HOUR)
    read_mail(mail.pk)
    assert "resume" not in kinds(game)


def test_a_game_that_an_operator_lets_go_on_is_not_held_again_for_the_same_mail(
    game: Game, traveller: time_machine.Traveller, olga: User
) -> None:
    deadline = game.deadline
    assert deadline is not None
    mail = lies_unread(game, a_take(game), traveller)
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    resume(decided(game, olga))
    sweep_at(deadline + 3 * HOUR, traveller)
    assert kinds(game)[-2:] == ["resume", "flag"], "The operator decided not to wait for it."
    read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.outcome == "played"


def test_a_mail_of_the_other_player_does_not_end_the_hold(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    lies_unread(game, a_take(game), traveller)
    sweep_at(deadline + HELD_AFTER, traveller)
    mail = write(waiting(game), "this is no move", is_read=False)
    traveller.shift(5 * MINUTE)
    read_mail(mail.pk)
    assert kinds(game)[-1] == "hold"


def test_a_game_held_for_a_repeated_mail_goes_on_when_that_is_read(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    seat = seat_to_move(game)
    write(seat, "this is no move", message_id="<1@elsewhere.example>")
    traveller.move_to(deadline - MINUTE)
    again = write(seat, "this is  no move", message_id="<1@elsewhere.example>", is_read=False)
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    read_mail(again.pk)
    again.refresh_from_db()
    assert again.outcome == "repeated"
    assert "resume" in kinds(game)


def test_a_move_that_lay_unread_costs_the_next_player_no_time(
    game: Game, traveller: time_machine.Traveller
) -> None:
    mail = write(seat_to_move(game), a_take(game), is_read=False)
    traveller.shift(20 * HOUR)
    read_mail(mail.pk)
    start_clock(game)
    assert game.deadline == MONDAY + 20 * HOUR + DAY
    assert_sound(game)


def test_the_time_for_which_two_mails_lay_unread_is_given_back_once(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline, seat = game.deadline, seat_to_move(game)
    assert deadline is not None
    traveller.move_to(deadline - HOUR)
    first = write(seat, "this is no move", is_read=False)
    traveller.move_to(deadline - MINUTE)
    second = write(seat, "nor is this", is_read=False)
    sweep_at(deadline + HELD_AFTER, traveller)
    assert kinds(game)[-1] == "hold"
    for mail in (first, second):
        traveller.shift(HOUR)
        read_mail(mail.pk)
    game.refresh_from_db()
    assert game.deadline == deadline + 4 * HOUR + HOUR, "An hour is left, as when the first came."
    assert_sound(game)


def test_a_mail_that_came_after_the_time_was_up_gives_none(
    game: Game, traveller: time_machine.Traveller
) -> None:
    deadline = game.deadline
    assert deadline is not None
    sweep_at(deadline + MINUTE, traveller)
    mail = write(seat_to_move(game), "this is no move", is_read=False)
    traveller.shift(HOUR)
    read_mail(mail.pk)
    assert kinds(game)[-1] == "flag"


def test_a_machine_that_answers_is_not_its_player(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat = seat_to_move(game)
    assert seat.user is not None
    key = key_of(game, seat)
    raw = raw_mail(key, "I am away.", sender=seat.user.email)
    traveller.shift(HOUR)
    receive(b"Auto-Submitted: auto-replied\n" + raw, recipients=[reply_address(key)], way="smtp")
    letter_was_lost(game.public_id, seat=seat.number, ply=game.ply, left_at=MONDAY)
    assert "bounce begin" in kinds(game)


def test_nobody_is_unreachable_while_no_mail_can_come_in(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["smtp"]  # type: ignore[attr-defined]
    seat = seat_to_move(game)
    letter_was_lost(game.public_id, seat=seat.number, ply=game.ply, left_at=MONDAY)
    traveller.move_to(MONDAY + 7 * DAY - HOUR)
    beat("mailserver")
    sweep_at(MONDAY + 7 * DAY, traveller)
    assert "flag" not in kinds(game)


def test_after_a_silence_of_days_the_deadlines_are_what_the_log_makes_of_them(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["smtp"]  # type: ignore[attr-defined]
    deadline = game.deadline
    assert deadline is not None
    beat("mailserver")
    sweep_at(MONDAY + 20 * HOUR, traveller)
    AddedTime.objects.create(given_at=MONDAY + 20 * HOUR, seconds=3600)
    sweep_at(MONDAY + 21 * HOUR, traveller)
    beat("mailserver")
    for _ in range(2):  # the second one works out what does not simply move
        sweep_at(MONDAY + 21 * HOUR + MINUTE, traveller)
    assert_sound(game)
    assert game.deadline == deadline + 13 * HOUR


def test_a_wait_for_a_mail_within_a_silence_is_given_back_once(
    game: Game, traveller: time_machine.Traveller, settings: pytest.FixtureRequest
) -> None:
    settings.WAYS_IN = ["webhook", "smtp"]  # type: ignore[attr-defined]
    deadline = game.deadline
    assert deadline is not None
    beat("mailserver")
    traveller.move_to(MONDAY + HOUR)
    mail = write(seat_to_move(game), "this is no move", is_read=False)
    sweep_at(MONDAY + 2 * HOUR, traveller)
    traveller.move_to(MONDAY + 3 * HOUR)
    read_mail(mail.pk)
    traveller.move_to(MONDAY + 5 * HOUR)
    beat("mailserver")
    for _ in range(2):  # the second one works out what does not simply move
        sweep_at(MONDAY + 5 * HOUR, traveller)
    game.refresh_from_db()
    assert game.deadline == deadline + 5 * HOUR, "All of it was silence."
    assert_sound(game)
