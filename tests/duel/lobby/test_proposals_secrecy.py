"""The secret of a shuffle appears nowhere before its time, not even when something breaks."""

import logging
import sys
from collections.abc import Callable

import pytest
from django.utils.html import escape
from django.views.debug import ExceptionReporter

from accounts.models import User
from duel.lobby.proposals import propose
from duel.models import Game, GameSecret
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.fairness import seed_of
from mail.outbox.delivery import deliver
from tests.duel.letters.outbox import mover, row
from tests.duel.tables import a_quiet_move, begin, submit

pytestmark = pytest.mark.django_db


def error_report(act: Callable[[], object]) -> str:
    """What an operator would be sent about the error that the act ends in."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 — whatever it is
        act()
    reporter = ExceptionReporter(None, caught.type, caught.value, caught.tb)
    return reporter.get_traceback_html() + reporter.get_traceback_text()


def spellings(secret: bytes) -> list[str]:
    """How the bytes might begin, wherever lines are broken: in hex, as Python writes them."""
    written = repr(secret[:8])[2:-1]
    return [secret.hex()[:16], written, escape(written)]


def assert_absent(content: str, secret: bytes) -> None:
    for spelling in spellings(secret):
        assert spelling not in content


def test_no_row_shows_the_secret_by_its_name(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    row = GameSecret.objects.get(game=game)
    for thing in (row, game, read_log(game), *game.seats.all()):
        assert_absent(f"{thing!r} {thing}", bytes(row.secret))


def test_the_log_on_disk_never_holds_it(
    ada: User, bruno: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        game = begin(ada, bruno)
        deliver(row(game, mover(game)).pk)
        submit(game, a_quiet_move(game))
    assert "letter_sent" in caplog.text
    assert_absent(caplog.text, bytes(GameSecret.objects.get(game=game).secret))


def test_an_error_while_proposing_does_not_tell_it(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = bytes(range(65, 97))
    # Not in `secrets` itself: the tests draw from a source of their own.
    monkeypatch.setattr("duel.lobby.proposals.secrets.token_bytes", lambda size: known)

    def fail(secret: bytes, seat: int) -> str:
        assert GameSecret.objects.filter(secret=known).exists()
        raise RuntimeError("It was drawn already.")

    monkeypatch.setattr("duel.lobby.proposals.derived_nonce", fail)
    report = error_report(lambda: propose(by=ada, terms=Terms()))
    assert "It was drawn already." in report
    assert "duel/lobby/proposals.py" in report
    assert_absent(report, known)


def test_an_error_while_replaying_does_not_tell_it(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    secret = bytes(GameSecret.objects.get(game=game).secret)
    seed = seed_of(secret, read_log(game).header.nonces)
    Game.objects.filter(pk=game.pk).update(options={"no such option": True})
    game.refresh_from_db()
    report = error_report(lambda: read_log(game))
    assert "duel/record/log.py" in report
    assert_absent(report, secret)
    assert_absent(report, seed)


def test_an_error_while_playing_does_not_tell_it(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ada, bruno)
    secret = bytes(GameSecret.objects.get(game=game).secret)
    seed = seed_of(secret, read_log(game).header.nonces)
    move = a_quiet_move(game)

    def fail(value: object) -> str:
        raise RuntimeError(f"{sys.getsizeof(value)} bytes are too many.")

    monkeypatch.setattr("engine.course.canonical_hash", fail)  # it is handed the whole position
    report = error_report(lambda: submit(game, move))
    assert "engine/course.py" in report
    assert_absent(report, secret)
    assert_absent(report, seed)
