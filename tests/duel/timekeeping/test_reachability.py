"""An address that is taken up again brings the turn once more, and its clock goes on."""

from collections.abc import Callable

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.addresses import confirm
from accounts.services.support import lift_suppression
from duel.models import Game
from duel.timekeeping.ageing import bounce_turn
from mail.models import Letter, Suppression
from mail.outbox.delivery import deliver
from mail.reports.suppression import suppress
from mail.services import retry
from mail.signals import letter_arrived
from tests.accounts.confirmations import confirmation_token
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    everybody_has_moved,
    kinds,
    send_letters,
    sweep_at,
    waiting_seat,
)
from tests.duel.letters.outbox import mover, parsed, row
from tests.duel.tables import assert_sound


def lost(game: Game, traveller: time_machine.Traveller) -> User:
    """Both have moved; the letter of the next turn left on Monday and came back hours later."""
    everybody_has_moved(game)
    send_letters(game)
    sweep_at(MONDAY + 5 * HOUR, traveller)
    assert bounce_turn(public_id=game.public_id) is not None
    send_letters(game)
    traveller.move_to(MONDAY + 2 * DAY)
    return mover(game)


def in_the_list(reader: User, operator: User) -> None:
    browser = Client()
    browser.force_login(operator)
    chosen = {"action": "lift", "_selected_action": Suppression.objects.get().pk}
    browser.post(reverse("admin:mail_suppression_changelist"), chosen)


def on_the_person_page(reader: User, operator: User) -> None:
    lift_suppression(operator=operator, person=reader, reason="They wrote from there.")


def by_its_owner(reader: User, operator: User) -> None:
    confirm(token=confirmation_token(reader, reader.email))


@pytest.fixture
def oscar(db: None) -> User:
    """An operator who plays no part here."""
    person = User.objects.create_user("oscar@duelpost.example", name="Oscar", is_staff=True)
    person.groups.add(Group.objects.get(name="operator"))
    return person


@pytest.mark.parametrize("take_up", [in_the_list, on_the_person_page, by_its_owner])
def test_the_turn_comes_again_and_its_clock_goes_on_once_that_letter_has_left(
    game: Game,
    oscar: User,
    traveller: time_machine.Traveller,
    take_up: Callable[[User, User], None],
) -> None:
    reader = lost(game, traveller)
    assert game.deadline is None
    take_up(reader, oscar)
    game.refresh_from_db()
    assert (game.deadline, kinds(game)[-1]) == (None, "bounce begin")
    traveller.shift(HOUR)
    send_letters(game)
    assert row(game, reader).sent_at == MONDAY + 2 * DAY + HOUR
    assert kinds(game)[-1] == "bounce end"
    assert game.deadline == MONDAY + 3 * DAY + HOUR  # all that it had when the lost one left
    sweep_at(MONDAY + 2 * DAY + 2 * HOUR, traveller)
    assert_sound(game)


def test_both_are_told(game: Game, oscar: User, traveller: time_machine.Traveller) -> None:
    reader = lost(game, traveller)
    other = game.seats.get(number=waiting_seat(game)).user
    assert other is not None
    lift_suppression(operator=oscar, person=reader, reason="They wrote from there.")
    text = parsed(row(game, reader)).get_body(("plain",))
    assert text is not None
    told = " ".join(text.get_content().split())
    assert "The clock has stood still since Monday 2 November, 09:00 (UTC)," in told
    assert f"Your move, {reader.name}, until Thursday 5 November, 09:00 (UTC)." in told
    send_letters(game)
    letter = parsed(row(game, other, "reached-again"))
    assert f"letters reach {reader.name} again" in letter["Subject"]
    text = letter.get_body(("plain",))
    assert text is not None
    told = " ".join(text.get_content().split())
    assert f"{reader.name} can be reached again." in told
    assert f"{reader.name} has time until Thursday 5 November, 09:00 (UTC)." in told


def test_the_days_that_letters_came_back_are_seven_a_game_at_most(
    game: Game, oscar: User, traveller: time_machine.Traveller
) -> None:
    reader = lost(game, traveller)
    for days in (6, 7):
        lift_suppression(operator=oscar, person=reader, reason="Once more.")
        send_letters(game)
        assert game.deadline is not None
        traveller.shift(HOUR)
        bounce_turn(public_id=game.public_id)
        game.refresh_from_db()
        assert game.deadline is None
        sweep_at(MONDAY + days * DAY, traveller)
    assert kinds(game)[-1] == "flag"


def test_a_letter_that_is_sent_again_by_hand_lets_the_clock_go_on(
    game: Game, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    reader = mover(game)
    letter = row(game, reader)
    suppress(address=reader.email, reason="operator", at=MONDAY)
    deliver(letter.pk)
    game.refresh_from_db()
    assert kinds(game)[-1] == "bounce begin"
    traveller.shift(DAY)
    Suppression.objects.all().delete()
    letter.refresh_from_db()
    assert retry(letter)
    deliver(letter.pk)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 2 * DAY


def test_a_turn_that_was_held_back_comes_once(
    game: Game, oscar: User, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    reader = mover(game)
    suppress(address=reader.email, reason="bounced", at=MONDAY)
    send_letters(game)
    traveller.shift(HOUR)
    lift_suppression(operator=oscar, person=reader, reason="They wrote from there.")
    send_letters(game)
    brought = Letter.objects.filter(to=reader.email, kind="your-turn", status="sent")
    assert brought.filter(created_at__gte=game.moved_at).count() == 1
    assert game.deadline == MONDAY + HOUR + DAY


def test_a_late_report_about_the_lost_letter_itself_lets_no_clock_go_on(
    game: Game, traveller: time_machine.Traveller
) -> None:
    reader = lost(game, traveller)
    letter = row(game, reader)
    letter_arrived.send(Letter, letter=letter, at=MONDAY + HOUR)
    game.refresh_from_db()
    assert game.deadline is None


def test_signing_in_lets_the_clock_go_on_at_once_and_tells_the_other(
    game: Game, client: Client, traveller: time_machine.Traveller
) -> None:
    reader = lost(game, traveller)
    client.force_login(reader)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 3 * DAY
    assert Letter.objects.filter(kind="reached-again").count() == 1
