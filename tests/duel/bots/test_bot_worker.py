"""Bots in a process of their own: called when a turn is final, or found by a sweep."""

import pytest

from accounts.models import User
from duel.bots.playing import play_for_bots
from duel.lobby.proposals import propose
from duel.models import Game, LogEntry
from duel.play.undo import send_now
from duel.tasks import sweep_bots
from duel.words.terms import Terms
from mail.models import Sweep
from tests.duel.bots.bot_games import in_which_each_begins, quiet_turn, with_bots
from tests.duel.tables import assert_sound, at_once
from tests.fixtures.worker import Worker

pytestmark = pytest.mark.django_db(transaction=True)


def waits_for_person(game: Game) -> bool:
    game.refresh_from_db()
    return game.to_move == 0


def test_a_bot_is_called_to_begin_and_to_answer(worker: Worker, ada: User) -> None:
    for game in in_which_each_begins(ada):
        worker.wait_for(lambda game=game: waits_for_person(game))  # type: ignore[misc]
        quiet_turn(game)
        assert game.to_move == 1
        worker.wait_for(lambda game=game: waits_for_person(game))  # type: ignore[misc]
        assert_sound(game)


def test_it_is_called_when_the_turn_is_sent(
    worker: Worker, ada: User, can_be_taken_back: None
) -> None:
    game = next(each for each in in_which_each_begins(ada) if each.to_move == 0)
    quiet_turn(game)
    assert game.unsent_seat == 0
    send_now(public_id=game.public_id, seat=0, expected_ply=game.ply)
    worker.wait_for(lambda: waits_for_person(game))


def test_the_sweep_finds_what_the_queue_lost(
    worker: Worker, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duel.record.log.call_bot", lambda log: None)
    game = next(each for each in in_which_each_begins(ada) if each.to_move == 1)
    sweep_bots.delay()
    worker.wait_for(lambda: waits_for_person(game))
    worker.wait_for(Sweep.objects.filter(name="bots").exists)


def test_two_processes_at_once_play_a_turn_once(ada: User) -> None:
    for _ in range(5):
        game = with_bots(ada)
        quiet_turn(game)
        before = LogEntry.objects.filter(game=game).count()

        made = at_once([lambda: play_for_bots(game.pk)] * 4)  # noqa: B023

        assert_sound(game)
        assert game.to_move == 0
        moves = LogEntry.objects.filter(game=game, kind="move").count()
        assert sum(made) >= moves - before  # who was second may have found the rest of a turn
        turns = {entry.person for entry in LogEntry.objects.filter(game=game, seq__gt=before)}
        assert len(turns - {None}) == 1


def test_bots_alone_at_a_table_play_on(worker: Worker, ada: User) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=3), bots=["apprentice"] * 2)
    worker.wait_for(lambda: waits_for_person(game))
