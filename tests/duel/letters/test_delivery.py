"""The whole way of a turn: pressed, queued, built by a real worker, in the mailbox."""

import re
from datetime import timedelta
from functools import partial
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LogEntry
from duel.play.undo import send_now, take_back_turn
from engine.kinds import Channel
from mail.mailbox import files as mailbox
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.tasks import sweep_letters
from tests.duel.letter_links import move_address
from tests.duel.letters.outbox import mover, play_to_a_handover, row
from tests.duel.tables import at_once, begin, legal_moves, submit
from tests.fixtures.letters import SmtpSink
from tests.fixtures.worker import Worker

MOVE_LINK = re.compile(r"https?://\S+/go/[\w-]+")


def is_sent(letter: Letter) -> bool:
    letter.refresh_from_db()
    return letter.status == Letter.Status.SENT


def takes(game: Game) -> list[str]:
    return [move for move in legal_moves(game) if move.startswith("take ")]


def test_a_press_in_one_letter_brings_the_next(worker: Worker, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    first = row(game, mover(game))
    worker.wait_for(lambda: is_sent(first))
    link = MOVE_LINK.findall(mailbox.open_letter(first.provider_id).text)[0]
    seat = game.to_move or 0
    Client().post(urlsplit(link).path, {"note": "Good luck!"})
    game.refresh_from_db()
    second = row(game, mover(game))
    send_now(public_id=game.public_id, seat=seat, expected_ply=game.ply)
    worker.wait_for(lambda: is_sent(second))
    kept = mailbox.open_letter(second.provider_id)
    assert "writes: “Good luck!”" in kept.text
    assert second.message_id in kept.source


@pytest.mark.usefixtures("can_be_taken_back")
def test_after_taking_back_the_letter_of_the_new_move_comes(
    worker: Worker, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    seat = game.to_move or 0
    first, second = takes(game)[:2]
    submit(game, first)
    reader = mover(game)
    old = row(game, reader)
    old_link = move_address(game)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    submit(game, second)
    new = row(game, reader)
    send_now(public_id=game.public_id, seat=seat, expected_ply=game.ply)
    worker.wait_for(lambda: is_sent(new))
    old.refresh_from_db()
    assert old.status == Letter.Status.DROPPED
    before = LogEntry.objects.filter(kind="move").count()
    answer = Client().post(old_link)
    assert answer.status_code == 409
    assert LogEntry.objects.filter(kind="move").count() == before


def test_the_sweep_sends_what_the_broker_lost(worker: Worker, ada: User, bruno: User) -> None:
    from config.celery import app

    game = begin(ada, bruno)
    letter = row(game, mover(game))
    app.control.purge()
    Letter.objects.filter(pk=letter.pk, status=Letter.Status.WAITING).update(handed_at=None)
    sweep_letters.delay()
    worker.wait_for(lambda: is_sent(letter))


@pytest.mark.django_db
def test_the_sweep_takes_a_letter_back_from_a_worker_that_died(
    ada: User, bruno: User, smtp_sink: SmtpSink
) -> None:
    from mail.outbox.sweeps import strays

    game = begin(ada, bruno)
    letter = row(game, mover(game))
    long_ago = timezone.now() - timedelta(hours=1)
    Letter.objects.filter(pk=letter.pk).update(status=Letter.Status.SENDING, claimed_at=long_ago)
    assert letter.pk in list(strays())
    deliver(letter.pk)
    (received,) = [kept for kept in smtp_sink.letters if kept["Message-ID"] == letter.message_id]
    assert received["To"] == letter.to


@pytest.mark.django_db
def test_it_goes_over_smtp_as_a_thread_of_its_game(
    ada: User, bruno: User, smtp_sink: SmtpSink
) -> None:
    game = begin(ada, bruno)
    reader = mover(game)
    deliver(row(game, reader).pk)
    for _ in range(2):
        play_to_a_handover(game)
        Letter.objects.update(next_attempt_at=timezone.now() - timedelta(seconds=1))
        deliver(row(game, mover(game)).pk)
    first, _, third = smtp_sink.letters
    assert first["Subject"] == third["Subject"]
    assert first["References"] == third["References"] == first["In-Reply-To"]
    assert first["Message-ID"] != third["Message-ID"]
    assert first["X-Duelpost-Head"] != third["X-Duelpost-Head"]


@pytest.mark.django_db(transaction=True)
def test_either_the_letter_leaves_or_the_turn_is_taken_back(ada: User, bruno: User) -> None:
    for _ in range(5):
        game = begin(ada, bruno)
        seat = game.to_move or 0
        submit(game, takes(game)[0])
        letter = row(game, mover(game))
        Letter.objects.filter(pk=letter.pk).update(
            next_attempt_at=timezone.now() - timedelta(seconds=1)
        )
        ply = game.ply
        take_back = partial(
            take_back_turn,
            public_id=game.public_id,
            seat=seat,
            expected_ply=ply,
            channel=Channel.WEB,
        )
        results = at_once([take_back, partial(deliver, letter.pk)])
        letter.refresh_from_db()
        was_taken_back = results[0] == ply + 1
        assert was_taken_back != (letter.status == Letter.Status.SENT)
