import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli import main
from engine.games import find_game

ROOT = Path(__file__).parents[2]
DUEL = find_game("duel")
SPLENDOR = find_game("splendor")
SEED = "0f" * 32
BEGIN = ("--game", "duel", "--seed", SEED)


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process would, but in this one: to start one takes most of the time."""
    streams = {name: io.BytesIO() for name in ("stdout", "stderr")} | {"stdin": io.BytesIO(stdin)}
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, io.TextIOWrapper(stream, "utf-8", write_through=True))
        try:
            code: Any = main(arguments)
        except SystemExit as end:
            code = end.code
        out, err = (streams[name].getvalue() for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(arguments, code, out, err)


def run_process(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=stdin, capture_output=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip


def answer(*arguments: str, stdin: bytes = b"") -> Any:
    """What a command prints: one JSON value in one line, and nothing on stderr."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"\n")
    assert done.stdout.count(b"\n") == 1
    return json.loads(done.stdout)


def refusal(*arguments: str, stdin: bytes = b"") -> str:
    """The one sentence with which a command is refused."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, b"")
    sentence = done.stderr.decode()
    assert sentence.endswith(".\n")
    assert sentence.count("\n") == 1
    return sentence


@pytest.fixture(scope="module")
def start() -> bytes:
    return json.dumps(DUEL.dump(DUEL.new(bytes.fromhex(SEED)))).encode()


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("--help",), b""),
        (("new", *BEGIN), b""),
        (("new", *BEGIN, "--option", "cit\N{LATIN SMALL LETTER E WITH ACUTE}s"), b""),
        (("dance",), b""),
        (("legal",), None),
        (("legal",), b"[" * 100_000),
        (("apply", "\udcff"), None),
        (("perft", "--depth", "1" * 5000), b""),
    ],
)
def test_a_process_says_what_is_said_within_this_one(
    arguments: tuple[str, ...], stdin: bytes | None, start: bytes
) -> None:
    given = start if stdin is None else stdin
    process, here = run_process(*arguments, stdin=given), run(*arguments, stdin=given)
    assert (process.returncode, process.stdout) == (here.returncode, here.stdout)
    assert process.stderr == here.stderr


def test_a_game_is_played_through_the_commands(start: bytes) -> None:
    position = DUEL.new(bytes.fromhex(SEED))
    assert answer("new", *BEGIN) == json.loads(start)
    assert answer("new", "--game", "duel", "--seed", SEED.upper()) == json.loads(start)
    moves = answer("legal", stdin=start)
    assert moves == DUEL.legal(position)
    after = DUEL.dump(DUEL.apply(position, moves[3]))
    assert answer("apply", moves[3], stdin=start) == after
    assert answer("play", *BEGIN, stdin=f"{moves[3]}\n".encode()) == after
    assert answer("view", "--seat", "1", stdin=start) == DUEL.view(position, 1)
    assert answer("view", "--seat", "spectator", stdin=start) == DUEL.view(position, None)
    assert answer("perft", "--depth", "1", stdin=start) == len(moves)
    words = moves[3].upper().replace(" ", ", ")
    assert answer("read", f"please {words}!", stdin=start) == {"moves": [moves[3]]}
    refused = answer("read", "ne prends rien", "--language", "fr", stdin=start)
    assert (refused["refused"], refused["understood"]) == ("negated", ["take"])
    assert len(refused["nearest"]) == 3
    assert set(refused["nearest"]) <= set(moves)


def test_play_takes_a_move_a_line_and_none_at_all(start: bytes) -> None:
    position = DUEL.new(bytes.fromhex(SEED))
    lines = ""
    for end in ("\n", "\r\n", "\n\n", ""):
        move = DUEL.legal(position)[0]
        DUEL.play(position, move)
        lines += move + end
    assert answer("play", *BEGIN, stdin=lines.encode()) == DUEL.dump(position)
    assert answer("play", *BEGIN) == json.loads(start)


def test_a_byte_order_mark_before_the_text_does_no_harm(start: bytes) -> None:
    mark = b"\xef\xbb\xbf"
    moves = answer("legal", stdin=mark + start)
    assert moves == DUEL.legal(DUEL.new(bytes.fromhex(SEED)))
    assert answer("play", *BEGIN, stdin=mark + moves[0].encode())["turn"] == 2


def test_splendor_is_begun_with_players_and_options_and_a_seat_can_retire() -> None:
    begin = ("--game", "splendor", "--seed", SEED, "--players", "3", "--option", "posts")
    start = answer("new", *begin, "--option", "cities")
    assert len(start["players"]) == 3
    assert start["options"] == {"cities": True, "posts": True, "noble11": False}
    left = answer("retire", "--seat", "1", stdin=json.dumps(start).encode())
    assert left["out"] == [1]
    assert left == SPLENDOR.dump(SPLENDOR.retire(SPLENDOR.load(start), 1).position)
    for seat in ("3", "-1", "two", "spectator", "٠"):
        refusal("retire", "--seat", seat, stdin=json.dumps(start).encode())
    assert refusal("retire", "--seat", "1", stdin=json.dumps(left).encode()).startswith("Seat 1")


def test_nobody_retires_from_a_game_of_two(start: bytes) -> None:
    assert "game of two" in refusal("retire", "--seat", "0", stdin=start)


def test_play_says_which_move_failed() -> None:
    legal = DUEL.legal(DUEL.new(bytes.fromhex(SEED)))
    assert refusal("play", *BEGIN, stdin=f"{legal[0]}\nroyal R-01\n".encode()).startswith("Move 2:")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("new",),
        ("new", "--game", "duel"),
        ("new", "--game", "chess", "--seed", SEED),
        ("new", "--game", "duel", "--seed", "12"),
        ("new", "--game", "duel", "--seed", "zz" * 32),
        ("new", "--game", "duel", "--seed", SEED + "\n"),
        ("new", "--game", "duel", "--seed", "٠" * 64),
        ("new", *BEGIN, "--players", "3"),
        ("new", *BEGIN, "--players", "-1"),
        ("new", *BEGIN, "--players", "two"),
        ("new", *BEGIN, "--option", "cities"),
        ("new", *BEGIN, "extra"),
        ("apply",),
        ("view",),
        ("perft",),
        ("perft", "--depth", "deep"),
        ("perft", "--depth", "1" * 5000),
        ("verify",),
        ("verify", ""),
        ("serve", "now"),
        ("--version",),
    ],
)
def test_a_wrong_command_is_refused_in_one_sentence(arguments: tuple[str, ...]) -> None:
    refusal(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("apply", "dance"),
        ("apply", "royal R-01"),
        ("apply", ""),
        ("apply", "take a1\n"),
        ("apply", "\udcff"),
        ("view", "--seat", "2"),
        ("view", "--seat", "-1"),
        ("view", "--seat", "9" * 5000),
        ("view", "--seat", "both"),
        ("perft", "--depth", "-1"),
        ("perft", "--depth", "101"),
    ],
)
def test_a_command_that_does_not_fit_the_position_is_refused(
    start: bytes, arguments: tuple[str, ...]
) -> None:
    refusal(*arguments, stdin=start)


GARBAGE = [
    b"",
    b" \n",
    b"\xff\xfe",
    b"{",
    b"null",
    b"[]",
    b"NaN",
    b"{} {}",
    b"[" * 100_000,
    b'{"game":' * 100_000,
    b"1" * 10_000,
    b'{"game":"duel","game":"duel"}',
    b'{"game":"duel"}',
    b'{"game":"duel","rules":1e400}',
    b'{"game":"duel","rules":99999999999999999999}',
    b'{"game":["duel"],"rules":1}',
    b'{"game":"\\ud800","rules":1}',
    b'{"game":"du\\nel","rules":1}',
]


@pytest.mark.parametrize("stdin", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_on_stdin_is_refused_in_one_sentence(stdin: bytes) -> None:
    refusal("legal", stdin=stdin)


@pytest.mark.parametrize("command", [("apply", "take a1"), ("view", "--seat", "0"),
                                     ("perft", "--depth", "1"), ("play", *BEGIN)])  # fmt: skip
def test_every_command_that_reads_refuses_what_is_not_text(command: tuple[str, ...]) -> None:
    refusal(*command, stdin=b"\xff\xfe\x00")


def test_every_problem_of_a_position_is_named(start: bytes) -> None:
    position = json.loads(start)
    position["supply"] = 9
    position["phase"] = "breakfast"
    sentence = refusal("legal", stdin=json.dumps(position).encode())
    assert "supply" in sentence
    assert "phase" in sentence


def test_help_is_not_an_error() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"verify" in done.stdout


def test_a_reader_that_goes_away_is_told_in_one_sentence(start: bytes) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "legal"],
        input=start, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip
    os.close(writing)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_closed_streams_are_told_in_one_sentence(closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m engine legal {closed}', sys.executable],
        input=b"{}", capture_output=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@settings(max_examples=15, deadline=None)
@given(
    command=st.sampled_from(
        [("legal",), ("apply", "take a1"), ("view", "--seat", "0"), ("perft", "--depth", "2")]
    ),
    stdin=st.binary(max_size=200),
)
def test_any_bytes_are_refused_in_one_sentence(command: tuple[str, ...], stdin: bytes) -> None:
    refusal(*command, stdin=stdin)
