"""A game played only from the mailbox and the links in letters."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LinkUse, LogEntry, Notice
from mail.models import Letter
from mail.tasks import sweep_letters
from tests.browser.correspondents import (
    Correspondent,
    board_link,
    every_link,
    lists_move,
    move_link,
    rest_link,
)
from tests.browser.short_game import short_game
from tests.duel.letters.outbox import as_printed
from tests.duel.tables import a_quiet_move, begin, legal_moves, submit
from tests.fixtures.rows import changes, every_row
from tests.fixtures.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCAN = """async links => {
  const asked = links.flatMap(link => ["HEAD", "GET"].map(method => fetch(link, { method })));
  const answers = await Promise.all(asked);
  return answers.filter(answer => !answer.ok).map(answer => answer.url);
}"""
"""Opens every link, follows where it leads, and tells which were refused."""


@pytest.fixture
def people(
    browser: "Browser", live_server: Any, worker: Worker, settings: Any
) -> Iterator[list[Correspondent]]:
    """Ada, who reads French, and Bruno, who reads Italian; letters leave at once."""
    settings.UNSEND_SECONDS = 0
    people = [
        Correspondent(User.objects.create_user(**each), browser, live_server.url, worker)
        for each in (
            {"email": "ada@duelpost.example", "name": "Ada", "language": "fr"},
            {"email": "bruno@duelpost.example", "name": "Bruno", "language": "it"},
        )
    ]
    yield people
    for person in people:
        person.close_browser()
        assert not person.complaints


def letter_key(game: Game, kind: str, mark: int, seat: int | None = None) -> str:
    return f"{game.public_id}:{game.to_move if seat is None else seat}:{kind}:{mark}"


def let_ten_minutes_pass(game: Game) -> None:
    """Let the letter about the rest of a turn be due."""
    now = timezone.now()
    Notice.objects.filter(game=game, kind="turn-goes-on").update(not_before=now)
    waiting = Letter.objects.filter(kind="turn-goes-on", status=Letter.Status.WAITING)
    assert waiting.update(not_before=now, next_attempt_at=now) == 1
    sweep_letters.delay()


def test_two_people_play_to_the_end_by_links_alone(
    people: list[Correspondent], tmp_path: Path
) -> None:
    game = begin(*(person.user for person in people))
    moves = short_game(game)

    def next_number() -> int:
        return as_printed(game).index(moves[game.ply]) + 1

    turns, was_left = 0, False
    while game.to_move is not None:
        seat = game.to_move
        person = people[seat]
        letter = person.open_letter(letter_key(game, "your-turn", game.ply))
        turns += 1
        if turns % 2 and lists_move(letter, next_number()):
            person.follow(move_link(letter, next_number()))
            person.press_play()
        elif turns % 2:
            person.follow(rest_link(letter))
            person.press(next_number())
        else:
            person.follow(board_link(letter))
            person.choose(next_number())
        game.refresh_from_db()
        if moves[game.ply - 1].startswith("use ") and not was_left:
            # The browser is closed after the privilege; the turn goes on from another letter.
            was_left = True
            person.open_browser()
            let_ten_minutes_pass(game)
            letter = person.open_letter(letter_key(game, "turn-goes-on", game.ply))
            person.follow(move_link(letter, next_number()))
            person.press_play()
            game.refresh_from_db()
        while game.to_move == seat:
            if moves[game.ply].startswith("discard "):
                person.give_back(moves[game.ply].split()[1:])
            else:
                person.choose(next_number())
            game.refresh_from_db()

    assert was_left
    played = LogEntry.objects.filter(game=game, kind="move").order_by("seq")
    assert [entry.text for entry in played] == moves
    assert {entry.channel for entry in played} == {"link"}
    for seat, person in enumerate(people):
        person.open_letter(letter_key(game, "game-over", game.seq, seat))
        assert proves(person.download(tmp_path / f"{seat}.json"))


def test_a_scanner_opens_every_link_and_nothing_happens(
    people: list[Correspondent], browser: "Browser", live_server: Any, worker: Worker
) -> None:
    game = begin(*(person.user for person in people))
    submit(game, a_quiet_move(game))
    assert game.to_move is not None
    person = people[game.to_move]
    letter = person.open_letter(letter_key(game, "your-turn", game.ply))
    links = [urlsplit(link).path for link in every_link(letter)]
    # Every move has a link, but for those that reserve with another gold: they share one.
    golds = sorted({move.split()[1] for move in legal_moves(game) if move.startswith("reserve")})
    listed = [
        move
        for move in legal_moves(game)
        if not move.startswith("reserve") or move.split()[1] == golds[0]
    ]
    assert len([link for link in links if "/go/" in link]) == len(listed) > 100
    assert len([link for link in links if "/pay/" in link]) == 1
    due = Letter.objects.filter(
        status__in=["waiting", "sending"], next_attempt_at__lte=timezone.now()
    )
    worker.wait_for(lambda: not due.exists())
    before = every_row(but=(LinkUse._meta.db_table,))

    # All at once, as fast as a browser can; then some of them as pages whose scripts run.
    scanner = browser.new_context(base_url=live_server.url)
    page = scanner.new_page()
    page.goto(links[0])
    assert page.evaluate(SCAN, links) == []
    for link in links[::24]:
        page.goto(link)
    scanner.close()

    assert changes(before, every_row(but=(LinkUse._meta.db_table,))) == []
    assert LinkUse.objects.filter(is_press=False).exists()
    person.follow(move_link(letter, 1))
    move = as_printed(game)[0]
    person.press_play()
    assert LogEntry.objects.filter(game=game, kind="move", text=move).exists()


def proves(file: Path) -> bool:
    """Return whether the engine's own command verifies the file."""
    command = [sys.executable, "-m", "engine", "verify", str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
