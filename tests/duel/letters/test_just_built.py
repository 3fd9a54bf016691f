"""The log that a letter was built from is kept for its clock, and for no longer."""

import gc
import os
import threading
import weakref
from typing import Any

import pytest

from accounts.models import User
from duel.letters import context
from duel.letters.context import take
from duel.models import Game
from mail.drafts import Draft
from mail.outbox import delivery
from mail.outbox.delivery import deliver
from tests.duel.letters.post import built, mover, play_to_a_handover, row
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 0
    game = begin(ada, bruno)
    play_to_a_handover(game)
    return game


def is_kept() -> bool:
    return bool(context._kept.__dict__)


def test_it_is_kept_while_somebody_has_the_draft(game: Game) -> None:
    letter = row(game, mover(game))
    draft = built(letter)
    assert draft is not None
    assert is_kept()
    del draft
    assert not is_kept()
    assert take(letter.data["notice"]) is None


def test_it_is_taken_once_and_by_its_own_letter_alone(game: Game) -> None:
    letter = row(game, mover(game))
    draft = built(letter)
    assert take(letter.data["notice"] + 1) is take(None) is None
    ctx = take(letter.data["notice"])
    assert ctx is not None
    assert ctx.log.head == game.head
    assert take(letter.data["notice"]) is None
    assert not is_kept()
    assert draft is not None


def test_only_the_last_letter_is_kept(game: Game) -> None:
    letter = row(game, mover(game))
    first = built(letter)
    log = weakref.ref(context._kept.ctx.log)  # type: ignore[union-attr]
    second = built(letter)
    gc.collect()
    assert log() is None
    del first
    assert is_kept()
    assert second is not None


def test_another_thread_finds_nothing(game: Game) -> None:
    letter = row(game, mover(game))
    draft = built(letter)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(take(letter.data["notice"])))
    thread.start()
    thread.join()
    assert found == [None]
    assert is_kept()
    assert draft is not None


def test_a_forked_process_knows_nothing_of_it(game: Game) -> None:
    draft = built(row(game, mover(game)))
    child = os.fork()
    if not child:
        os._exit(int(is_kept()))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert is_kept()
    assert draft is not None


@pytest.mark.parametrize("is_refused", [False, True])
def test_nothing_is_left_when_the_letter_is_settled(
    is_refused: bool, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(letter: object, draft: Draft) -> str:
        assert is_kept()
        if is_refused:
            raise ConnectionError
        return ""

    monkeypatch.setattr(delivery, "send", send)
    deliver(row(game, mover(game)).pk)
    gc.collect()
    assert not is_kept()
