"""What a player reads on the timeline of their game, and what they do not."""

import re

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.models import AddedTime, Game, Outage, Seat
from duel.play.notes import hide_notes, show_notes, write_note
from duel.play.offers import ask_for_time, decline_offer, offer_to_cancel
from duel.play.orders import write_orders
from duel.play.undo import take_back_turn
from duel.timekeeping.clocks import give_time
from duel.timekeeping.vacations import plan_vacation
from duel.timeline.players import timeline_for
from engine.kinds import Channel
from mail.models import Letter
from mail.reports.events import Report, record
from support.decisions import Ruling
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    send_letters,
    sweep_at,
)
from tests.duel.letter_links import board_address, move_address
from tests.duel.tables import a_quiet_move, a_whole_turn, known_to, legal_moves, make_final, submit
from tests.support.decisions.verbs import hold, play_for, replace_player, roll_back
from tests.support.disputes.reports import report

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of a day a move, begun on Monday; both have moved, and the last letter has left."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    traveller.shift(HOUR)
    send_letters(game)
    return game


def table(game: Game) -> tuple[Seat, Seat]:
    """The player to move, and the other."""
    game.refresh_from_db()
    mover, *_ = game.seats.select_related("user", "game").order_by("-is_to_move")
    return mover, game.seats.select_related("user", "game").exclude(pk=mover.pk).get()


def sentences(game: Game, seat: Seat) -> list[str]:
    return [item.sentence for item in timeline_for(known_to(game, seat))]


def told(game: Game, seat: Seat) -> str:
    return "\n".join(sentences(game, seat))


def reports(letter: Letter, *kinds: str) -> None:
    for kind in kinds:
        key = f"{letter.pk}{kind}"
        happened = {"happened_at": timezone.now(), "token": letter.token, "code": "5.1.1"}
        record(Report(key=key, provider="test", kind=kind, **happened))  # type: ignore[arg-type]


def turn_letter(game: Game, seat: Seat) -> Letter:
    mine = Letter.objects.filter(key__startswith=f"{game.public_id}:{seat.number}:your-turn")
    return mine.latest("pk")


def test_moves_are_told_as_this_seat_may_know_them(game: Game) -> None:
    mover, other = table(game)
    submit(game, next(move for move in legal_moves(game) if "deck1" in move))
    own = next(line for line in sentences(game, mover) if "reserved the top card" in line)
    assert re.search(r"You took .* reserved the top card of level 1: \w+", own)
    assert own.partition("level 1: ")[2] not in told(game, other)
    assert f"{mover.user} took the gold" in told(game, other)
    assert "reserved a hidden card of level 1." in told(game, other)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_can_be_taken_back_is_told_to_its_player_alone(game: Game) -> None:
    mover, other = table(game)
    before, own = told(game, other), told(game, mover)
    submit(game, a_quiet_move(game))
    assert told(game, other) == before
    assert told(game, mover) != own
    make_final(game)
    assert told(game, other) != before


@pytest.mark.usefixtures("can_be_taken_back")
def test_of_what_was_taken_back_others_learn_only_that(game: Game) -> None:
    mover, other = table(game)
    known = sentences(game, other)
    submit(game, a_quiet_move(game))
    take_back_turn(
        public_id=game.public_id, seat=mover.number, expected_ply=game.ply, channel=Channel.LINK
    )
    new = [line for line in sentences(game, other) if line not in known]
    assert new == [f"{mover.user} took a move back."]
    assert "It was taken back." in told(game, mover)
    assert "You took a move back." in told(game, mover)


def test_a_turn_of_several_steps_is_one_item(ada: User, bruno: User) -> None:
    game = begin_with(ada, bruno, grace=86400)
    submit(game, a_quiet_move(game))
    mover, _ = table(game)
    submit(game, *a_whole_turn(game))
    (turn,) = (line for line in sentences(game, mover) if "You used a privilege" in line)
    assert turn.count("You took") == 1


def test_ones_own_letters_are_followed_from_the_queue_to_the_mailbox(game: Game) -> None:
    mover, _ = table(game)
    letter = turn_letter(game, mover)
    reports(letter, "deferred", "delivered")
    text = told(game, mover)
    for words in (
        "Letter “turn” to you posted.",
        "Letter “turn” to you sent.",
        "Letter “turn” to you: put off by the reader's server",
        "Letter “turn” to you: delivered",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("kind", "what"), [("delivered", "was delivered"), ("bounced", "came back")]
)
def test_of_others_letters_it_is_told_that_they_arrived_or_came_back_and_no_more(
    game: Game, kind: str, what: str
) -> None:
    mover, other = table(game)
    before = sentences(game, other)
    assert mover.user is not None
    Letter.objects.filter(key__contains=f":{mover.number}:").update(last_error="550 no such user")
    reports(turn_letter(game, mover), "deferred", kind)
    new = [line for line in sentences(game, other) if line not in before]
    assert f"The letter with the turn of {mover.user} {what}." in new
    text = "\n".join(new)
    for secret in (mover.user.email, "5.1.1", "550", "put off", "posted", "sent", "link", "press"):
        assert secret not in text


def test_a_letter_that_says_no_more_than_that_it_left_is_told_to_its_reader_alone(
    game: Game,
) -> None:
    mover, other = table(game)
    assert "Letter “turn” to you sent." in told(game, mover)
    assert f"turn of {mover.user}" not in told(game, other)


def test_link_uses_reports_and_refusals_are_nobodys_business(game: Game, client: Client) -> None:
    mover, other = table(game)
    before = told(game, other)
    client.get(move_address(game, a_quiet_move(game)))
    client.get(board_address(game, mover))
    report(seat=mover, topic="other", text="He stinks.", asks_hold=False, channel=Channel.LINK)
    assert told(game, other) == before
    assert "stinks" not in told(game, mover)


def test_offers_and_answers_are_told_with_who_made_them(game: Game) -> None:
    mover, other = table(game)
    public_id = game.public_id
    ask_for_time(public_id=public_id, seat=mover.number, hours=12, channel=Channel.LINK)
    offer_to_cancel(public_id=public_id, seat=other.number, channel=Channel.MAIL)
    decline_offer(public_id=public_id, seat=mover.number, terms="cancel", channel=Channel.WEB)
    own, theirs = told(game, mover), told(game, other)
    assert "You asked for 12 hours more." in own
    assert f"{mover.user} asked for 12 hours more." in theirs
    assert "You offered to call the game off." in theirs
    assert f"{other.user} offered to call the game off." in own
    assert "You declined: calling the game off." in own
    assert f"{mover.user} declined: calling the game off." in theirs
    assert "by a reply" not in own + theirs


def test_clocks_are_told_to_both_and_why_they_started_to_one(
    game: Game, traveller: time_machine.Traveller
) -> None:
    mover, other = table(game)
    assert "Your clock started: the letter had left or arrived." in told(game, mover)
    assert f"The clock of {mover.user} started." in told(game, other)
    give_time(public_id=game.public_id, seat=other.number, hours=12, channel=Channel.LINK)
    assert f"{other.user} gave you 12 hours more." in told(game, mover)
    assert f"You gave {mover.user} 12 hours more." in told(game, other)
    now = timezone.now()
    assert mover.user is not None
    plan_vacation(user=mover.user, begins_at=now + HOUR, ends_at=now + DAY)
    sweep_at(now + 2 * HOUR, traveller)
    assert "Your clock stopped: vacation." in told(game, mover)
    assert f"Clock of {mover.user} stopped: vacation." in told(game, other)
    AddedTime.objects.create(given_at=timezone.now(), seconds=7200)
    Outage.objects.create(began_at=timezone.now() - HOUR, ended_at=timezone.now())
    for seat in (mover, other):
        assert "Operators gave all games 2 hours more." in told(game, seat)
        assert "The service stood still from" in told(game, seat)


def test_running_out_of_time_is_told(game: Game, traveller: time_machine.Traveller) -> None:
    mover, other = table(game)
    sweep_at(MONDAY + 3 * DAY, traveller)
    assert "Your turn has waited too long; it may be claimed." in told(game, mover)
    assert f"The turn of {mover.user} has waited too long; it may be claimed." in told(game, other)


def test_what_operators_decided_is_told_with_their_message_and_never_with_their_reason(
    game: Game, olga: User
) -> None:
    hold(Ruling(olga, game.public_id, "Bruno reported Ada", game.seq, message="Let us see"))
    for seat in table(game):
        line = next(line for line in sentences(game, seat) if "Let us see" in line)
        assert line == (
            "An operator stopped the clocks to look into the game. "
            "A message from the operators: Let us see"
        )
        assert "Olga" not in told(game, seat)
        assert "reported" not in told(game, seat)


def test_what_operators_do_beside_decisions_is_not_told(game: Game, olga: User) -> None:
    before = [told(game, seat) for seat in table(game)]
    note_act(olga, game, "saw what is hidden at ply 3", reason="asked by Ada")
    assert [told(game, seat) for seat in table(game)] == before


def test_moves_of_operators_and_rollbacks_are_told(game: Game, olga: User) -> None:
    mover, other = table(game)
    play_for(Ruling(olga, game.public_id, "They asked", game.seq), text=a_quiet_move(game))
    game.refresh_from_db()
    slip = Ruling(olga, game.public_id, "They asked", game.seq, message="A slip")
    roll_back(slip, ply=game.ply - 1)
    assert "An operator moved for you." in told(game, mover)
    assert f"An operator moved for {mover.user}." in told(game, other)
    for seat in (mover, other):
        assert (
            "An operator set the game back to an earlier position. "
            "A message from the operators: A slip"
        ) in told(game, seat)


def test_whoever_takes_a_seat_over_reads_no_letters_and_reasons_of_before(
    game: Game, olga: User, eve: User, traveller: time_machine.Traveller
) -> None:
    mover, other = table(game)
    reports(turn_letter(game, mover), "delivered")
    hold(Ruling(olga, game.public_id, "x", game.seq, message="Let us see"))
    traveller.shift(60)
    game.refresh_from_db()
    given_up = Ruling(olga, game.public_id, "x", game.seq, message="Given up")
    replace_player(given_up, seat=mover.number, by=eve)
    text = told(game, mover)
    assert "An operator gave you this seat. A message from the operators: Given up" in text
    assert "Let us see" not in text
    assert "Letter “turn” to you sent." not in text
    assert "The letter with the turn of Eve" not in text
    assert "Let us see" in told(game, other)


def test_standing_orders_are_told_to_their_player_alone(ada: User, bruno: User) -> None:
    game = begin_with(ada, bruno, grace=86400)
    first, later = table(game)
    now = a_quiet_move(game)
    takes = (move for move in legal_moves(game) if move.startswith("take "))
    meant = next(move for move in takes if not set(now.split()[1:]) & set(move.split()[1:]))
    write_orders(seat=later, texts=[meant], language="en", channel=Channel.LINK)
    submit(game, now)
    send_letters(game)
    assert "It was a standing order." in told(game, later)
    assert "It was a standing order." not in told(game, first)
    assert "order" not in told(game, first)


def test_notes_are_told_with_their_writer_and_who_alone_reads_them(game: Game) -> None:
    mover, other = table(game)
    write_note(seat=mover, ply=game.ply, text="good luck")
    assert "You wrote: “good luck”" in told(game, mover)
    assert f"{mover.user} writes: “good luck”" in told(game, other)


def test_hidden_notes_are_told_no_more_until_they_are_shown_again(game: Game) -> None:
    mover, other = table(game)
    assert mover.user is not None
    assert other.user is not None
    write_note(seat=mover, ply=game.ply, text="good luck")
    hide_notes(reader=other.user, writer=mover.user)
    assert "good luck" not in told(game, other)
    assert "You wrote: “good luck”" in told(game, mover)
    show_notes(reader=other.user, writer=mover.user)
    assert "good luck" in told(game, other)
