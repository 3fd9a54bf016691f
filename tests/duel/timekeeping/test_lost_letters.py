"""Letters that come back: the clock stands, and at last the game may end."""

from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from duel.errors import NothingToClaim
from duel.lobby.selectors import lobby_of
from duel.models import Game
from duel.play.offers import ask_for_time
from duel.timekeeping.clocks import call_off_unreachable, claim
from duel.timekeeping.vacations import plan_vacation
from engine.kinds import Channel
from mail.models import Letter
from mail.signals import delivery_trouble
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    everybody_has_moved,
    kinds,
    seat_to_move,
    send_letters,
    sweep_at,
    waiting_seat,
)
from tests.duel.letter_links import board_address, more_address
from tests.duel.letters.outbox import mover, read
from tests.duel.tables import assert_sound


def lose_letter(game: Game, reason: str = "bounced") -> None:
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", kind="your-turn")
    letter = letters.latest("pk")
    delivery_trouble.send(Letter, address=letter.to, letter=letter, reason=reason)
    game.refresh_from_db()


def bounced(game: Game) -> Game:
    """Both have moved, and the letter of the next turn comes back."""
    everybody_has_moved(game)
    send_letters(game)
    lose_letter(game)
    return game


@pytest.mark.parametrize("sign", ["press", "sign-in"])
def test_a_bounce_stops_the_clock_until_its_player_gives_a_sign(
    sign: str, client: Client, game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    assert game.deadline is None
    sweep_at(MONDAY + 2 * DAY, traveller)
    seat = seat_to_move(game)
    client.get(more_address(game, seat))
    client.head(board_address(game, seat))
    assert kinds(game)[-1] != "bounce end", "A fetch is nobody's look."
    if sign == "press":
        client.post(more_address(game, seat), {"act": "note", "note": "I am here."})
    else:
        assert seat.user is not None
        client.force_login(seat.user)
    game.refresh_from_db()
    assert kinds(game)[-1] == "bounce end"
    assert game.deadline is not None
    assert game.deadline > MONDAY + 2 * DAY


def test_a_bounce_stops_no_clock_of_somebody_who_has_signed_in_since(
    game: Game, client: Client, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    send_letters(game)
    traveller.shift(HOUR)
    client.force_login(mover(game))
    lose_letter(game)
    assert game.deadline == MONDAY + DAY


def test_a_bounce_stops_no_clock_of_somebody_who_has_pressed_a_button_since(
    game: Game, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    send_letters(game)
    traveller.shift(HOUR)
    assert game.to_move is not None
    ask_for_time(public_id=game.public_id, seat=game.to_move, hours=24, channel=Channel.LINK)
    lose_letter(game)
    assert game.deadline == MONDAY + DAY


def test_a_bounce_gives_back_the_time_since_the_lost_letter_left(
    game: Game, client: Client, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    send_letters(game)
    traveller.shift(5 * HOUR)
    lose_letter(game)
    traveller.shift(DAY)
    client.force_login(mover(game))
    game.refresh_from_db()
    assert kinds(game)[-1] == "bounce end"
    assert game.deadline == MONDAY + 5 * HOUR + 2 * DAY


def test_a_press_ends_a_bounce(game: Game, traveller: time_machine.Traveller) -> None:
    bounced(game)
    traveller.shift(DAY)
    assert game.to_move is not None
    ask_for_time(public_id=game.public_id, seat=game.to_move, hours=24, channel=Channel.LINK)
    game.refresh_from_db()
    assert "bounce end" in kinds(game)
    assert game.deadline == MONDAY + 2 * DAY


def test_letters_that_come_back_in_a_vacation_use_up_no_days(
    game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    plan_vacation(user=mover(game), begins_at=MONDAY + 2 * DAY, ends_at=MONDAY + 10 * DAY)
    for days in range(1, 15):
        sweep_at(MONDAY + days * DAY, traveller)
        assert "flag" not in kinds(game)
    sweep_at(MONDAY + 15 * DAY, traveller)
    assert kinds(game)[-1] == "flag"


def test_the_winner_reads_that_letters_came_back_and_the_loser_as_well(
    game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    late, other = mover(game), waiting_seat(game)
    sweep_at(MONDAY + 7 * DAY, traveller)
    assert "for seven days" in read(game, late, "own-time-is-up").text
    claim(public_id=game.public_id, seat=other, channel=Channel.LINK)
    game.refresh_from_db()
    winner = game.seats.get(number=other).user
    assert winner is not None
    told = " ".join(read(game, winner, "game-over").text.split())
    assert f"You won the game: letters to {late.name} kept coming back." in told
    assert "out of time" not in told
    told = " ".join(read(game, late, "game-over").text.split())
    assert f"{winner.name} won the game: letters to you kept coming back." in told
    assert "out of time" not in told
    assert lobby_of(winner, now=timezone.now()).finished[0].result.endswith("kept coming back.")


@pytest.mark.parametrize("sign", ["fetch", "press", "sign-in"])
def test_a_bounce_stops_no_clock_of_somebody_who_was_there_in_this_turn(
    sign: str, client: Client, played: Game, traveller: time_machine.Traveller
) -> None:
    seat = seat_to_move(played)
    traveller.shift(HOUR)
    if sign == "sign-in":
        assert seat.user is not None
        client.force_login(seat.user)
    elif sign == "press":
        client.post(more_address(played, seat), {"act": "note", "note": "I am here."})
    else:
        client.get(more_address(played, seat))
    lose_letter(played)
    assert played.deadline == (None if sign == "fetch" else MONDAY + DAY)


def test_after_seven_days_of_bounces_the_opponent_may_claim_or_call_off(
    game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    other = waiting_seat(game)
    sweep_at(MONDAY + 13 * HOUR, traveller)
    sweep_at(MONDAY + 6 * DAY, traveller)
    assert "flag" not in kinds(game)
    sweep_at(MONDAY + 7 * DAY, traveller)
    assert kinds(game)[-1] == "flag"
    call_off_unreachable(public_id=game.public_id, seat=other, channel=Channel.LINK)
    game.refresh_from_db()
    assert kinds(game)[-1] == "cancel unreachable"
    assert game.result == {"winners": [], "by": ["cancel"]}


def test_a_game_whose_first_letter_came_back_for_seven_days_is_called_off(
    game: Game, traveller: time_machine.Traveller
) -> None:
    send_letters(game)
    other = waiting_seat(game)
    call_command("bouncegame", game.public_id, stdout=StringIO())
    sweep_at(MONDAY + 3 * DAY, traveller)
    assert kinds(game)[-1] == "bounce begin"
    sweep_at(MONDAY + 7 * DAY, traveller)
    game.refresh_from_db()
    assert kinds(game)[-1] == "cancel unreachable"
    assert game.result == {"winners": [], "by": ["cancel"]}
    reader = game.seats.get(number=other).user
    assert reader is not None
    assert "kept coming back" in " ".join(read(game, reader, "game-over").text.split())
    assert_sound(game)


def test_a_late_player_whose_letters_arrive_is_not_called_unreachable(
    played: Game, traveller: time_machine.Traveller
) -> None:
    other = waiting_seat(played)
    sweep_at(MONDAY + DAY, traveller)
    with pytest.raises(NothingToClaim):
        call_off_unreachable(public_id=played.public_id, seat=other, channel=Channel.LINK)
