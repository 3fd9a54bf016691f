"""What a letter was built from goes with its draft to the clock, and is kept by nobody else."""

import gc
import weakref
from typing import Any

import pytest

from accounts.models import User
from duel import receivers
from duel.letters.context import SentTurn
from duel.models import Game
from duel.record import log
from mail.outbox import delivery
from mail.outbox.delivery import deliver
from mail.registry import Draft
from tests.duel.letters.outbox import built, mover, play_to_a_handover, row
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 0
    game = begin(ada, bruno)
    play_to_a_handover(game)
    return game


def source_of(draft: Draft | None) -> SentTurn:
    assert draft is not None
    assert isinstance(draft.source, SentTurn)
    return draft.source


def test_a_turn_letter_says_which_turn_it_brings(game: Game) -> None:
    source = source_of(built(row(game, mover(game))))
    assert (source.public_id, source.seat, source.ply) == (game.public_id, game.to_move, game.ply)


def test_nobody_has_the_log_once_the_draft_is_gone(game: Game) -> None:
    draft = built(row(game, mover(game)))
    kept = weakref.ref(source_of(draft).snapshot._log)
    assert kept() is not None
    del draft
    gc.collect()
    assert kept() is None


def test_neither_draft_nor_source_shows_it(game: Game) -> None:
    draft = built(row(game, mover(game)))
    assert "snapshot" not in repr(draft) + repr(source_of(draft))
    assert "ReadOnlyLog" not in repr(source_of(draft).snapshot)


def test_the_clock_starts_without_a_second_replay(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("The log was replayed once more.")

    def send(letter: object, draft: Draft) -> str:
        monkeypatch.setattr(log, "read_log", refuse)
        return ""

    monkeypatch.setattr(delivery, "send", send)
    deliver(row(game, mover(game)).pk)
    game.refresh_from_db()
    assert game.deadline is not None


def test_a_letter_that_was_refused_starts_no_clock(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(letter: object, draft: Draft) -> str:
        raise ConnectionError

    started: list[str] = []
    monkeypatch.setattr(receivers, "letter_has_arrived", lambda name, **_: started.append(name))
    monkeypatch.setattr(delivery, "send", send)
    deliver(row(game, mover(game)).pk)
    assert started == []
