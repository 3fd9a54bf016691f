"""The speed of turn letters: claimed, built and sent by one worker, to a server that keeps none.

At 100 hand-overs of games of uniformly chosen moves, on PostgreSQL; the server is a process of its
own. A letter is everything from its claim until the clock of its turn has started. It is measured
against a bare smtplib send of the same bytes, in turn with it, so that the machine's moods meet
both. The bare send has a connection of its own; the worker keeps its connection for some letters,
as it does in service (`mail/sending/connections.py`), and asks before each whether it is still
good. How long a letter takes from the press that called for it: `bench/presses.py`.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import random
import smtplib
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from bench.quantity import Quantity, say
from bench.service import HOST, mail_server, set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.test import override_settings

from bench import presses
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.play.moves import play
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.registry import builder_of
from mail.sending.messages import compose
from tests.duel.tables import legal_moves

DOMAIN = "@bench.example"
"""Where the readers of the letters live that one worker sends."""


def measure(
    letters: int = 100, seconds: float = presses.SECONDS, games: int = presses.GAMES
) -> list[Quantity]:
    """Return the quantities of turn letters: from so many of them, and while so many games run."""
    return [*_send_letters(letters), *presses.measure(seconds=seconds, games=games)]


def _send_letters(letters: int) -> list[Quantity]:
    """Return how fast one worker sends letters, beside a bare loop."""
    accepted: set[str] = set()
    with mail_server() as (port, sink):
        listener = threading.Thread(target=_listen, args=[sink, accepted], daemon=True)
        listener.start()
        quantities = _send_to(port, letters)
    listener.join()
    ours = Letter.objects.filter(status=Letter.Status.SENT, to__endswith=DOMAIN)
    lost = set(ours.values_list("message_id", flat=True)) - accepted
    if lost:
        raise RuntimeError(f"Letters that the server never accepted: {len(lost)}")
    return quantities


def _listen(sink: "subprocess.Popen[str]", accepted: set[str]) -> None:
    """Note which letters the server says it has accepted; unread, it would wait for us one day."""
    for line in sink.stdout or ():
        accepted.add(line.split()[1])


def _send_to(port: int, letters: int) -> list[Quantity]:
    sending = override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST=HOST,
        EMAIL_PORT=port,
        EMAIL_USE_TLS=False,
        EMAIL_HOST_USER="",
        UNSEND_SECONDS=0,
    )
    with sending:
        ours, bare, sizes = 0.0, 0.0, []
        for number, letter in zip(range(letters + 1), _handovers(), strict=False):
            ours_took = _seconds(partial(deliver, letter.pk))
            raw = _raw(letter)
            bare_took = _seconds(partial(_send_bare, port, letter.to, raw))
            if number:  # the first one warms everything up
                ours, bare = ours + ours_took, bare + bare_took
                sizes.append(len(raw))
            letter.refresh_from_db()
            if letter.status != Letter.Status.SENT:
                raise RuntimeError(f"A letter was not sent: {letter.last_error or letter.reason}")
    say(f"  {letters} letters of {sum(sizes) / letters / 1000:.0f} kB, at most {max(sizes)} bytes")
    return [
        Quantity("letters: sent by one worker", letters / ours, "letters/s"),
        Quantity("letters: bare sends of the same bytes", letters / bare, "letters/s"),
        Quantity("letters: one letter in bare sends", ours / bare, "sends", 6.5, 4),
    ]


def _seconds(work: Callable[[], None]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _handovers() -> Iterator[Letter]:
    """Yield the letter of each hand-over, game after game, before anybody plays on."""
    create = get_user_model().objects.create_user
    one = create(f"first{DOMAIN}", name="First")
    other = create(f"second{DOMAIN}", name="Second")
    chance = random.Random(5)
    while True:
        game = propose(by=one, terms=Terms(), invite=[other.email])
        accept(public_id=game.public_id, by=other)
        game.refresh_from_db()
        while game.to_move is not None:
            before = game.to_move
            _play(game, chance)
            if game.to_move not in (None, before) and chance.random() < 0.5:
                yield Letter.objects.filter(topic=f"game:{game.public_id}").latest("pk")


def _play(game: Game, chance: random.Random) -> None:
    play(
        public_id=game.public_id,
        seat=game.to_move or 0,
        expected_ply=game.ply,
        moves=[chance.choice(legal_moves(game))],
        channel=Channel.WEB,
    )
    game.refresh_from_db()


def _raw(letter: Letter) -> bytes:
    draft = builder_of(letter.kind)(letter.data)
    if draft is None:
        raise RuntimeError("A letter that is due is not true.")
    return bytes(compose(letter, draft).message().as_bytes()).replace(b"\n", b"\r\n")


def _send_bare(port: int, to: str, raw: bytes) -> None:
    with smtplib.SMTP(HOST, port) as connection:
        connection.sendmail("play@bench.example", [to], raw)
