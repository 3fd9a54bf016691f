"""Bots answer by themselves: once, as soon as the turn before them is final, and for all to see."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.bots.playing import choose, play_for_bots
from duel.bots.sweeps import sweep_bots
from duel.lobby.proposals import accept, propose
from duel.models import Game, Notice
from duel.play.moves import play
from duel.play.undo import send_now
from duel.record.finality import game_known_to
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from tests.duel.bots.bot_games import in_which_each_begins, moves_of_bots, quiet_turn, with_bots
from tests.duel.tables import assert_sound, can_take_back_until, play_to_the_end

pytestmark = pytest.mark.django_db


def left_to_take_back(game: Game, seat: int) -> timedelta:
    """How long the seat can still take its turn back."""
    until = can_take_back_until(game, seat)
    assert until is not None
    return until - timezone.now()


@pytest.mark.parametrize(
    "terms",
    [{}, {"game": "splendor"}, {"game": "splendor", "options": frozenset(["cities"])}],
    ids=["duel", "splendor", "cities"],
)
def test_a_bot_answers_until_its_turn_is_over(ada: User, terms: dict[str, object]) -> None:
    game = with_bots(ada, **terms)
    before = len(moves_of_bots(game))
    quiet_turn(game)

    made = sweep_bots()

    game.refresh_from_db()
    assert game.to_move == 0
    assert made == len(moves_of_bots(game)) - before > 0
    assert_sound(game)


def test_bots_after_one_another_all_move(ada: User) -> None:
    game = with_bots(ada, "apprentice", "journeyman", "apprentice", game="splendor")
    before = len(moves_of_bots(game))
    quiet_turn(game)

    sweep_bots()

    game.refresh_from_db()
    assert game.to_move == 0
    assert len(moves_of_bots(game)) >= before + 3


def test_a_bot_that_is_first_to_move_begins(ada: User) -> None:
    games = in_which_each_begins(ada)

    sweep_bots()

    for game in games:
        game.refresh_from_db()
        assert game.to_move == 0


def test_a_bot_knows_nothing_of_a_turn_that_can_still_be_taken_back(
    ada: User, can_be_taken_back: None, traveller: time_machine.Traveller
) -> None:
    game = with_bots(ada)
    quiet_turn(game)

    assert left_to_take_back(game, 0) == timedelta(seconds=10)
    assert sweep_bots() == 0
    assert play_for_bots(game.pk) == 0
    traveller.shift(9)
    assert sweep_bots() == 0
    traveller.shift(1)
    assert sweep_bots() > 0


def test_it_moves_at_once_when_the_turn_is_sent(
    ada: User, can_be_taken_back: None, traveller: time_machine.Traveller
) -> None:
    game = with_bots(ada)
    quiet_turn(game)

    send_now(public_id=game.public_id, seat=0, expected_ply=game.ply)

    assert sweep_bots() > 0


def test_people_are_given_as_long_as_ever_against_people(
    ada: User, bruno: User, can_be_taken_back: None, traveller: time_machine.Traveller
) -> None:
    """What counts is who is to move next, of however many."""
    game = propose(
        by=ada, terms=Terms(game="splendor", seats=3), invite=[bruno.email], bots=["apprentice"]
    )
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    waits: dict[int | None, timedelta] = {}
    while len(waits) < 2:
        sweep_bots()
        game.refresh_from_db()
        seat = game.to_move
        assert seat in (0, 1)
        quiet_turn(game)
        waits[seat] = left_to_take_back(game, seat)
        traveller.shift(waits[seat])
    assert waits == {0: timedelta(seconds=300), 1: timedelta(seconds=10)}


def test_nobody_waits_longer_for_a_bot_than_for_people(
    ada: User, settings: Settings, traveller: time_machine.Traveller
) -> None:
    settings.UNSEND_SECONDS = 3
    game = with_bots(ada)
    quiet_turn(game)
    assert left_to_take_back(game, 0) == timedelta(seconds=3)


def test_its_own_turn_is_final_and_shown_at_once(ada: User, can_be_taken_back: None) -> None:
    game = with_bots(ada)
    for _ in range(4):
        quiet_turn(game)
        send_now(public_id=game.public_id, seat=0, expected_ply=game.ply)
        sweep_bots()
        game.refresh_from_db()
        assert game.unsent_seat is None
        assert game_known_to(game, ()).ply == game.ply


def test_one_that_looks_at_the_same_moment_does_not_move_twice(ada: User) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    stale = read_log(game)
    chosen = choose(stale, stale.seats[1])
    assert choose(stale, stale.seats[1]) == chosen

    assert play_for_bots(game.pk) > 0
    played = play(
        public_id=game.public_id,
        seat=1,
        expected_ply=stale.course.ply,
        moves=[chosen],
        channel=Channel.BOT,
        known=stale,
    )

    assert played.was_played_before
    assert play_for_bots(game.pk) == 0


def test_a_bot_is_told_nothing(ada: User) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    sweep_bots()
    play_to_the_end(game)

    assert not Letter.objects.filter(to__endswith="bots.invalid").exists()
    assert not Notice.objects.filter(game=game, seat=1).exists()
    assert Notice.objects.filter(game=game, seat=0, kind="game-over").exists()


@pytest.mark.words
def test_the_table_says_when_the_bot_moves(
    ada: User, client: Client, can_be_taken_back: None, traveller: time_machine.Traveller
) -> None:
    game = with_bots(ada)
    quiet_turn(game)
    client.force_login(ada)
    page = client.get(f"/games/{game.public_id}/").content.decode()
    assert "; then Apprentice (bot) moves." in " ".join(page.split())
    assert "letter leaves" not in page
