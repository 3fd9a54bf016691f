"""What can be asked for by reply beside moves, in three languages."""

import pytest
import time_machine

from accounts.models import User
from duel.models import Game, Memo, Note, Seat, StandingOrder, Status, Vacation
from duel.play.offers import offer_to_cancel
from engine.kinds import Channel
from mail.models import Mute
from support.models import Dispute
from tests.duel.clocks.ticking import MONDAY, kinds
from tests.duel.letter_links import mover, waiting
from tests.duel.replies.mailing import answer, answers, key_of, numbered, write
from tests.duel.tables import begin, make_final, submit

pytestmark = pytest.mark.words


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def a_quiet_turn(game: Game) -> None:
    moves = [move for move in numbered(game, mover(game)) if move.startswith("take ")]
    submit(game, max(moves, key=len))
    make_final(game)


def last_entry(game: Game) -> str:
    return kinds(game)[-1]


@pytest.mark.parametrize(
    "text", ["two more days, please", "deux jours de plus", "altri due giorni"]
)
def test_more_time_is_asked_for(game: Game, text: str) -> None:
    assert write(mover(game), text).outcome == "done"
    assert last_entry(game) == "offer time 172800"
    assert "You asked for more time" in answer(mover(game)).body


@pytest.mark.parametrize("text", ["call off the game", "annuler la partie", "annullare la partita"])
def test_calling_off_is_offered_and_accepted_by_mail(game: Game, text: str) -> None:
    first, second = mover(game), waiting(game)
    assert write(first, text).outcome == "done"
    seq = game.entries.latest("seq").seq
    assert write(second, "accept", key=key_of(game, second, offer=seq)).outcome == "done"
    game.refresh_from_db()
    assert game.status == Status.OVER


def test_a_yes_is_to_no_other_offer_than_the_one_of_its_letter(game: Game) -> None:
    first, second = mover(game), waiting(game)
    write(first, "call off the game")
    old = key_of(game, second, offer=game.entries.latest("seq").seq)
    write(second, "decline", key=old)
    offer_to_cancel(public_id=game.public_id, seat=first.number, channel=Channel.LINK)
    assert write(second, "yes", key=old).outcome == "refused"
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_a_yes_to_a_letter_without_an_offer_is_asked_back(game: Game) -> None:
    first, second = mover(game), waiting(game)
    write(first, "call off the game")
    assert write(second, "accept").outcome == "asked"
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    letter = answers(second)[-1]
    assert "An offer of" in letter.body
    key = letter.reply_to[0].partition("+")[2].partition("@")[0]
    assert write(second, "accept", key=key).outcome == "done"
    game.refresh_from_db()
    assert game.status == Status.OVER


@pytest.mark.parametrize(
    ("text", "surely"),
    [
        ("resign", "yes, resign"),
        ("J’abandonne", "oui, j’abandonne"),
        ("abbandono", "sì, abbandono"),
    ],
)
def test_resigning_is_asked_back(game: Game, text: str, surely: str) -> None:
    seat = mover(game)
    assert write(seat, text).outcome == "asked"
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert write(seat, surely).outcome == "done"
    game.refresh_from_db()
    assert (game.status, game.result and game.result["by"]) == (Status.OVER, ["resign"])


def test_resigning_counts_only_as_the_whole_reply(game: Game) -> None:
    assert write(mover(game), "I will not resign").outcome != "done"
    assert write(mover(game), "yes, resign\nto all: good game").outcome == "asked"
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_a_holiday_is_planned(game: Game) -> None:
    seat = mover(game)
    assert write(seat, "holiday 24 December to 2 January").outcome == "done"
    vacation = Vacation.objects.get(user=seat.user_id)
    assert (vacation.begins_at.date().isoformat(), vacation.ends_at.date().isoformat()) == (
        "2026-12-24",
        "2027-01-03",
    )
    assert vacation.begins_at > MONDAY


def test_letters_about_the_game_are_muted_and_come_again(game: Game) -> None:
    seat = mover(game)
    assert write(seat, "mute").outcome == "done"
    assert Mute.objects.filter(topic=f"game:{game.public_id}").exists()
    assert answers(seat), "An answer is not muted."
    assert write(seat, "unmute").outcome == "done"
    assert not Mute.objects.exists()


def test_show_brings_the_position_and_help_what_can_be_said(game: Game) -> None:
    seat, other = mover(game), waiting(game)
    assert write(seat, "show").outcome == "shown"
    assert "YOUR MOVES" in answer(seat).body
    assert write(other, "show").outcome == "shown"
    letter = answer(other)
    assert "HOW IT STANDS" in letter.body
    assert "YOUR MOVES" not in letter.body
    assert write(other, "help").outcome == "helped"
    assert "preview buy 2.1" in answer(other).body


def test_a_memo_and_orders_are_kept_for_their_writer(game: Game) -> None:
    first, second = mover(game), waiting(game)
    assert write(second, "to me: look at the pearls").outcome == "done"
    assert Memo.objects.get(seat=second).text == "look at the pearls"
    assert not Note.objects.exists()
    assert write(second, "order: take a1 b1 c1").outcome == "done"
    assert StandingOrder.objects.filter(seat=second).count() == 1
    assert "take a1 b1 c1" in answers(second)[-1].body
    assert write(second, "no orders").outcome == "done"
    assert not StandingOrder.objects.exists()
    assert not answers(first)


def test_orders_behind_a_move_are_written_once_it_is_played(game: Game) -> None:
    seat, ply = mover(game), game.ply
    moves = numbered(game, seat)
    number = moves.index(max((move for move in moves if move.startswith("take ")), key=len)) + 1
    assert write(seat, f"{number}\n\norder: take a1 b1 c1").outcome == "played"
    game.refresh_from_db()
    assert game.ply == ply + 1
    order = StandingOrder.objects.get(seat=seat)
    assert (order.text, order.ply) == ("take a1 b1 c1", game.ply)
    played, _, ordered = answer(seat).body.partition("the first of these that is possible")
    assert "You took" in played
    assert "1. take a1 b1 c1" in ordered


def test_an_order_that_is_none_leaves_the_move_before_it_played(game: Game) -> None:
    seat, ply = mover(game), game.ply
    assert write(seat, "1\n\norder: dance").outcome == "played"
    game.refresh_from_db()
    assert game.ply == ply + 1
    assert "Order 1 was not understood: “dance”." in answer(seat).body
    assert not StandingOrder.objects.exists()


def test_orders_behind_a_move_that_is_refused_are_not_kept(game: Game) -> None:
    seat, ply = mover(game), game.ply
    assert write(seat, "999\n\norder: take a1 b1 c1").outcome == "refused"
    game.refresh_from_db()
    assert game.ply == ply
    assert "Your orders were not kept." in answer(seat).body
    assert not StandingOrder.objects.exists()


def test_words_for_the_operators_become_a_report(game: Game) -> None:
    seat = mover(game)
    assert write(seat, "operators: my letter came late").outcome == "done"
    report = Dispute.objects.get()
    assert (report.text, report.seat, report.channel) == (
        "my letter came late",
        seat.number,
        "mail",
    )


def test_the_last_turn_is_taken_back_only_if_nobody_else_has_moved(game: Game) -> None:
    first = mover(game)
    key = key_of(game, first)
    a_quiet_turn(game)
    assert write(first, "take back", key=key).outcome == "done"
    assert last_entry(game).startswith("offer undo"), "It is final, so the other is asked."
    a_quiet_turn(game)
    assert write(first, "take back", key=key).outcome == "stale"


def test_who_is_suspended_is_told_once_a_day(game: Game) -> None:
    seat = mover(game)
    User.objects.filter(seats=seat).update(suspended_at=MONDAY)
    for _ in range(3):
        assert write(seat, "1").outcome == "suspended"
    game.refresh_from_db()
    assert game.ply == 0
    assert len(answers(seat)) == 1


def test_a_revoked_address_plays_nothing_and_says_so_once_a_day(game: Game) -> None:
    seat = mover(game)
    key = key_of(game, seat)
    Seat.objects.filter(pk=seat.pk).update(link_epoch=5)
    for _ in range(2):
        assert write(seat, "1", key=key).outcome == "revoked"
    game.refresh_from_db()
    assert game.ply == 0
    assert len(answers(seat)) == 1
