"""Bots agree at once: to take back, to more time, and to call the game off."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from duel import errors
from duel.bots.sweeps import sweep_bots
from duel.lobby.proposals import accept, propose
from duel.models import Game, LogEntry, Notice
from duel.play.offers import ask_for_time, offer_to_cancel
from duel.play.undo import ask_for_undo, may_ask_for_undo
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.bots.bot_games import quiet_turn, with_bots
from tests.duel.tables import assert_sound, legal_moves, submit

pytestmark = pytest.mark.django_db


def ask(game: Game) -> None:
    game.refresh_from_db()
    ask_for_undo(public_id=game.public_id, seat=0, expected_ply=game.ply, channel=Channel.WEB)
    game.refresh_from_db()


def quiet_answer(game: Game) -> None:
    """Let the bot answer with a turn that turns nothing up either."""
    while game.to_move != 0:
        take = next(m for m in legal_moves(game) if m.startswith(("take ", "discard ")))
        submit(game, take)


def test_it_takes_its_own_turn_back_as_well(ada: User) -> None:
    game = with_bots(ada)
    before = read_log(game).course.state_hash
    quiet_turn(game)
    quiet_answer(game)
    assert may_ask_for_undo(read_log(game), 0)

    ask(game)

    assert game.to_move == 0
    assert read_log(game).course.state_hash == before
    assert not read_log(game).course.offers
    assert_sound(game)


def test_it_agrees_before_it_has_moved(ada: User) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    ask(game)
    assert game.to_move == 0
    assert sweep_bots() == 0


def test_nothing_is_taken_back_once_something_was_turned_up(ada: User) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    submit(game, next(m for m in legal_moves(game) if m.startswith("reserve ")))
    entries = LogEntry.objects.filter(game=game).count()
    assert not may_ask_for_undo(read_log(game), 0)

    with pytest.raises(errors.CannotTakeBack):
        ask(game)

    assert LogEntry.objects.filter(game=game).count() == entries


def test_at_a_table_with_people_they_are_asked_first(ada: User, bruno: User) -> None:
    """No bot goes back before everybody has agreed."""
    terms = Terms(game="splendor", seats=3)
    game = propose(by=ada, terms=terms, invite=[bruno.email], bots=["apprentice"])
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    while game.to_move != 0:
        quiet_turn(game)
    quiet_turn(game)
    ask(game)
    assert set(read_log(game).course.offers.values()) == {0}
    assert read_log(game).course.has_agreed(2, next(iter(read_log(game).course.offers)))
    assert list(Notice.objects.filter(kind="offer").values_list("seat", flat=True)) == [1]

    quiet_turn(game)  # Bruno's
    with pytest.raises(errors.CannotTakeBack):
        ask(game)


def test_the_letter_with_the_turn_waits_after_taking_back(
    ada: User, traveller: time_machine.Traveller
) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    ask(game)
    letter = Letter.objects.filter(kind="your-turn", status="waiting").latest("pk")
    assert letter.not_before == letter.created_at + timedelta(minutes=10)


def test_it_gives_the_time_that_is_asked_for(ada: User) -> None:
    game = with_bots(ada)
    ask_for_time(public_id=game.public_id, seat=0, hours=48, channel=Channel.WEB)
    assert LogEntry.objects.get(game=game, kind="extend").text == str(48 * 3600)
    assert not read_log(game).course.offers


@pytest.mark.parametrize("bots", [1, 3])
def test_it_calls_the_game_off(ada: User, bots: int) -> None:
    terms = {"game": "splendor"} if bots > 1 else {}
    game = with_bots(ada, *["apprentice"] * bots, **terms)
    offer_to_cancel(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert_sound(game)
    assert game.result == {"winners": [], "by": ["cancel"]}
