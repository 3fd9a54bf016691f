"""What letters and pages say about time."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, Outage, Seat
from duel.record.links import Link, Purpose, link_token
from duel.timekeeping.clocks import give_time
from duel.timekeeping.sweeps import sweep_clocks
from engine.kinds import Channel
from mail.registry import Draft
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    letter_arrives,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.letters.outbox import built, mover, read, row
from tests.duel.tables import play_any

pytestmark = pytest.mark.words


def words_of(draft: Draft) -> str:
    """The text of a letter without its line ends, which fall anywhere."""
    return " ".join(draft.text.split())


def other_seat(game: Game) -> Seat:
    return Seat.objects.select_related("user").get(game=game, is_to_move=False)


def time_page(game: Game, seat: Seat) -> str:
    link = Link(game.pk, seat.number, game.ply)
    return reverse("duel:time", args=[link_token(Purpose.TIME, link, epoch=seat.link_epoch)])


def late_game(game: Game, traveller: time_machine.Traveller) -> Game:
    """Both have moved, and the next turn is late."""
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + DAY, traveller)
    game.refresh_from_db()
    return game


def test_a_turn_letter_says_the_deadline_first_though_it_starts_the_clock_itself(
    game: Game,
) -> None:
    User.objects.update(time_zone="Europe/Rome")
    assert "until Tuesday 3 November, 10:00 (Rome)" in words_of(read(game, mover(game)))[:80]
    send_letters(game)
    assert game.deadline == MONDAY + DAY


def test_a_turn_letter_tells_the_time_control_in_full(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400, bank=864000, late_may_be_claimed=False)
    text = words_of(read(game, mover(game)))
    assert "which begins with 10 days." in text
    assert "When the time is up, the game is lost at once." in text
    assert "Your bank holds 10 days." in text


def test_a_reminder_says_how_much_is_left_and_what_happens_then(
    game: Game, traveller: time_machine.Traveller
) -> None:
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + 18 * HOUR, traveller)
    text = words_of(read(game, mover(game), "reminder"))
    assert "Tuesday 3 November, 09:00 (UTC)" in text
    assert "That is in 6 hours." in text
    assert "When the time is up" in text
    assert "/go/" in text


def test_a_reminder_of_a_turn_that_was_played_meanwhile_is_not_sent(
    game: Game, traveller: time_machine.Traveller
) -> None:
    reader = mover(game)
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + 18 * HOUR, traveller)
    while mover(game) == reader:
        play_any(game)
    assert built(row(game, reader, "reminder")) is None


def test_an_outage_is_told_to_whom_it_concerned(
    game: Game, traveller: time_machine.Traveller
) -> None:
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + HOUR, traveller)
    traveller.move_to(MONDAY + 4 * HOUR)
    sweep_clocks()
    assert Outage.objects.count() == 1
    sweep_at(MONDAY + 22 * HOUR, traveller)
    text = words_of(read(game, mover(game), "reminder"))
    assert "did not work from Monday 2 November, 10:00 (UTC)" in text


def test_the_letter_about_a_late_turn_leads_to_a_page_that_claims_the_game(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    late_game(game, traveller)
    seat = other_seat(game)
    assert seat.user is not None
    text = words_of(read(game, seat.user, "time-is-up"))
    address = time_page(game, seat)
    assert address in text
    page = client.get(address)
    assert "Claim the game" in page.content.decode()
    assert kinds(game)[-1] == "flag"
    assert "You claimed the game" in client.post(address, {"act": "claim"}).content.decode()
    assert kinds(game)[-1] == "claim"


def test_the_late_player_gets_the_turn_once_more_and_can_still_move(
    game: Game, traveller: time_machine.Traveller
) -> None:
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + 18 * HOUR, traveller)
    sweep_at(MONDAY + DAY, traveller)
    reader = mover(game)
    draft = read(game, reader, "own-time-is-up")
    assert "you can still move" in draft.subject
    assert "Until then you can still move" in words_of(draft)
    assert "You have until" not in words_of(draft)
    assert "/go/" in draft.text
    assert built(row(game, reader, "reminder")) is None, (
        "A reminder that comes too late says something untrue."
    )
    give_time(public_id=game.public_id, seat=other_seat(game).number, hours=24, channel=Channel.WEB)
    assert built(row(game, reader, "own-time-is-up")) is None


def test_the_page_gives_time(game: Game, traveller: time_machine.Traveller, client: Client) -> None:
    late_game(game, traveller)
    client.post(time_page(game, other_seat(game)), {"act": "give", "hours": "48"})
    game.refresh_from_db()
    assert game.deadline == MONDAY + 3 * DAY
    text = words_of(read(game, mover(game), "time-given"))
    assert "has given you 2 days." in text
    assert "Thursday 5 November, 09:00 (UTC)" in text


def test_how_much_time_was_given_is_told_in_the_language_of_the_reader(
    game: Game, traveller: time_machine.Traveller
) -> None:
    late_game(game, traveller)
    User.objects.filter(pk=mover(game).pk).update(language="fr")
    give_time(
        public_id=game.public_id, seat=other_seat(game).number, hours=48, channel=Channel.LINK
    )
    assert "a donné 2 jours." in words_of(read(game, mover(game), "time-given"))


def test_the_page_refuses_what_is_no_time(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    late_game(game, traveller)
    for hours in ("", "-1", "9999999999", "x"):
        page = client.post(time_page(game, other_seat(game)), {"act": "give", "hours": hours})
        assert "from one hour up to 30 days" in page.content.decode()
    assert kinds(game)[-1] == "flag"


def test_the_letter_about_a_late_turn_is_not_sent_once_there_is_time_again(
    game: Game, traveller: time_machine.Traveller
) -> None:
    late_game(game, traveller)
    seat = other_seat(game)
    assert seat.user is not None
    give_time(public_id=game.public_id, seat=seat.number, hours=24, channel=Channel.WEB)
    assert built(row(game, seat.user, "time-is-up")) is None


def test_a_link_to_claim_dies_when_the_late_player_has_moved(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    late_game(game, traveller)
    address = time_page(game, other_seat(game))
    play_any(game)
    assert client.post(address, {"act": "claim"}).status_code == 409
    assert "claim" not in kinds(game)


def test_the_board_says_who_has_time_until_when(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    User.objects.update(time_zone="Asia/Kathmandu")
    letter_arrives(seat_to_move(game))
    for seat, words in ((seat_to_move(game), "You have until"), (other_seat(game), " has until")):
        link = Link(game.pk, seat.number, game.ply)
        token = link_token(Purpose.BOARD, link, epoch=seat.link_epoch)
        page = client.get(reverse("duel:board", args=[token])).content.decode()
        assert words in page
        assert "Tuesday 3 November, 14:45 (Kathmandu)" in page


def test_the_board_writes_days_and_months_as_its_reader_does(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    User.objects.update(time_zone="Europe/Rome", language="it")
    letter_arrives(seat_to_move(game))
    for seat in (seat_to_move(game), other_seat(game)):
        link = Link(game.pk, seat.number, game.ply)
        token = link_token(Purpose.BOARD, link, epoch=seat.link_epoch)
        page = client.get(reverse("duel:board", args=[token])).content.decode()
        assert "martedì 3 novembre, 10:00 (Roma)" in page


def test_the_letter_about_a_game_that_never_began_says_why(
    game: Game, traveller: time_machine.Traveller
) -> None:
    late, other = mover(game), other_seat(game).user
    assert other is not None
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + DAY, traveller)
    assert "You did not make your first turn in time." in words_of(read(game, late, "game-over"))
    words = f"{late} did not make the first turn in time."
    assert words in words_of(read(game, other, "game-over"))


def test_the_board_of_a_late_turn_says_that_the_time_is_up(
    game: Game, traveller: time_machine.Traveller, client: Client
) -> None:
    late_game(game, traveller)
    for seat, words in (
        (seat_to_move(game), "You can still move until"),
        (other_seat(game), "The time of"),
    ):
        link = Link(game.pk, seat.number, game.ply)
        token = link_token(Purpose.BOARD, link, epoch=seat.link_epoch)
        page = client.get(reverse("duel:board", args=[token])).content.decode()
        assert words in page
        assert "was up on Tuesday 3 November, 09:00" in page
        assert "has until" not in page
