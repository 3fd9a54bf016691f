import os
import pickle
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from duel.integrity import replay as replaying
from duel.integrity.replay import begun_games, check_games, key_chunks, load_games, problems_of
from duel.lobby.proposals import propose
from duel.management.progress import Progress
from duel.models import Game, GameSecret
from duel.play.moves import resign
from duel.play.offers import accept_offer, offer_to_cancel
from duel.play.undo import take_back_turn
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.tables import begin, play_any, play_on, play_to_the_end

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


def replay(*options: str) -> str:
    out = StringIO()
    call_command("replaygames", "--jobs=1", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def alter(game: Game, **columns: object) -> None:
    Game.objects.filter(pk=game.pk).update(**columns)


def test_every_kind_of_end_is_as_it_was_written(ada: User, bruno: User) -> None:
    propose(by=ada, terms=Terms(), invite=[bruno.email])  # not begun, so not counted
    begin(ada, bruno)
    running = begin(ada, bruno)
    play_on(running, 7)
    played_out = begin(ada, bruno)
    play_to_the_end(played_out)
    given_up = begin(ada, bruno)
    resign(public_id=given_up.public_id, seat=0, channel=Channel.WEB)
    called_off = begin(ada, bruno)
    terms = offer_to_cancel(public_id=called_off.public_id, seat=0, channel=Channel.WEB)
    accept_offer(public_id=called_off.public_id, seat=1, terms=terms, channel=Channel.LINK)
    assert replay() == "Games replayed, all as they were written: 5.\n"


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_was_taken_back_is_replayed_too(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    seat = game.to_move
    assert seat is not None
    play_any(game, lambda moves: next(move for move in moves if move.startswith("take")))
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    play_on(game, 2)
    assert replay() == "Games replayed, all as they were written: 1.\n"


def test_no_game_at_all_is_no_failure(db: None) -> None:
    assert replay() == "Games replayed, all as they were written: 0.\n"


def test_it_replays_one_game_alone(ada: User, bruno: User) -> None:
    good, bad = begin(ada, bruno), begin(ada, bruno)
    alter(bad, ply=3)
    assert replay("--game", good.public_id) == "Games replayed, all as they were written: 1.\n"
    with pytest.raises(CommandError, match="1 of 1"):
        replay("--game", bad.public_id)


def test_it_names_a_game_that_is_not_there(db: None) -> None:
    with pytest.raises(CommandError, match="No such game has begun: nowhere"):
        replay("--game", "nowhere")


def test_it_replays_what_happened_since_a_day(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    assert replay("--since=2000-01-01").endswith(": 1.\n")
    assert replay("--since=2999-01-01").endswith(": 0.\n")


@pytest.mark.parametrize("options", [["--since=yesterday"], ["--jobs=0"], ["--jobs=many"]])
def test_it_refuses_what_it_cannot_read(db: None, options: list[str]) -> None:
    with pytest.raises(CommandError, match="is no "):
        call_command("replaygames", *options)


def test_one_altered_game_does_not_hide_another(ada: User, bruno: User) -> None:
    games = [begin(ada, bruno) for _ in range(3)]
    alter(games[0], turn=9)
    alter(games[2], to_move=None)
    out = StringIO()
    with pytest.raises(CommandError, match="2 of 3"):
        call_command("replaygames", jobs=1, stdout=out, stderr=StringIO())
    named = {line.split(":")[0] for line in out.getvalue().splitlines()}
    assert named == {games[0].public_id, games[2].public_id}


def test_the_report_tells_no_secret(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_on(game, 3)
    alter(game, commitment="0" * 64, ply=9)
    other = begin(ada, bruno)
    alter(other, head="1" * 64)
    findings = check_games([game.pk, other.pk]).findings
    assert len(findings) == 2
    told = " ".join(str(problem) for finding in findings for problem in finding.problems)
    for kept in GameSecret.objects.all():
        assert bytes(kept.secret).hex() not in told
        assert repr(bytes(kept.secret)) not in told


def test_more_games_take_no_more_queries(ada: User, bruno: User) -> None:
    keys = [begin(ada, bruno).pk for _ in range(6)]
    with CaptureQueriesContext(
        connection,
    ) as few:
        check_games(keys[:2])
    with CaptureQueriesContext(connection) as many:
        check_games(keys)
    assert len(few) == len(many) == 7


def test_it_goes_on_where_the_last_chunk_ended(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "CHUNK", 2)
    keys = [begin(ada, bruno).pk for _ in range(5)]
    assert list(key_chunks(begun_games())) == [keys[:2], keys[2:4], keys[4:]]


def test_a_move_that_comes_in_between_is_no_difference(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(ada, bruno)
    [before] = load_games([game.pk])
    play_on(game, 1)
    [after] = load_games([game.pk])
    torn = replace(before, entries=after.entries)
    assert problems_of(torn)
    first_look = iter([[torn]])
    monkeypatch.setattr(replaying, "load_games", lambda keys: next(first_look, [after]))
    assert check_games([game.pk]).findings == []


def test_findings_travel_between_processes(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    alter(game, ply=3)
    checked = check_games([game.pk])
    assert pickle.loads(pickle.dumps(checked)) == checked


@pytest.mark.django_db(transaction=True)
def test_several_processes_find_what_one_finds(ada: User, bruno: User, database_url: str) -> None:
    games = [begin(ada, bruno) for _ in range(replaying.CHUNK + 2)]
    environment = os.environ | {"DATABASE_URL": database_url}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "replaygames", "--jobs=2"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    fine = run()
    assert (fine.returncode, fine.stderr.splitlines()[-1]) == (0, "52 of 52 games")
    assert fine.stdout == "Games replayed, all as they were written: 52.\n"
    alter(games[-1], ply=3)
    wrong = run()
    assert wrong.returncode == 1
    assert wrong.stdout == f"{games[-1].public_id}: ply: expected 0, found 3\n"
    assert "not as they were written: 1 of 52." in wrong.stderr


def test_a_terminal_sees_a_bar_and_a_file_a_line_now_and_then() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), StringIO()
    for stream in (terminal, file):
        progress = Progress(40, OutputWrapper(stream))
        for _ in range(40):
            progress.advance(1)
        progress.clear()
    assert "# 40 of 40 games" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()
    assert file.getvalue().splitlines() == [f"{n} of 40 games" for n in range(4, 41, 4)]
