"""The command line: `python -m engine …`, JSON in on stdin, JSON out on stdout.

Every error is one sentence on stderr, with exit code 2. Only `verify` also exits
with 1: the file is not proved, as something in it is false or its secret has not been shown yet.
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, NoReturn, TextIO

from engine.arena import command as arena
from engine.bots import LEVELS
from engine.comparison import Expectations
from engine.errors import EngineError
from engine.games import GAMES
from engine.operations import answer
from engine.record import canonical_json
from engine.request import BadRequest, read_json, read_text
from engine.serve import serve
from engine.verify import verify_file

PERFT_POSITIONS = 50_000_000
_INTERRUPTED = 130
_BOT_ARGUMENTS = ("level", "chance", "nodes", "seconds")
_EXIT_CODES = (
    "Exit codes: 0 proved; 1 not proved: something is false, or the secret has not been shown yet; "
    "2 no such file, no exported game, or wrong arguments."
)
_SEAT = re.compile(r"[0-9]{1,3}")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, _sentence(f"{message} (see {self.prog} --help)") + "\n")


def _sentence(message: str) -> str:
    text = " ".join(message.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description="Play by the rules.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, purpose: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=purpose, description=purpose, allow_abbrev=False)

    for name, purpose in (
        ("new", "print the position at the start"),
        ("play", "play the moves on stdin, one a line, and print the last position"),
    ):
        begin = command(name, purpose)
        begin.add_argument(
            "--game", required=True, help=" or ".join(sorted({name for name, _ in GAMES}))
        )
        begin.add_argument("--seed", required=True, metavar="HEX", help="64 hexadecimal digits")
        begin.add_argument("--players", type=int, metavar="N", help="number of seats")
        begin.add_argument("--option", action="append", default=[], metavar="NAME")
    command("legal", "list the legal moves of the position on stdin")
    command("apply", "play a move in the position on stdin").add_argument("move", metavar="MOVE")
    view = command("view", "show the position on stdin as a seat or a spectator sees it")
    view.add_argument("--seat", required=True, metavar="N|spectator")
    retire = command("retire", "let a seat leave the position on stdin, the others play on")
    retire.add_argument("--seat", required=True, metavar="N")
    read = command("read", "read a person's text as moves in the position on stdin")
    read.add_argument("text", metavar="TEXT")
    read.add_argument("--language", metavar="CODE", help="of the writer, if known: en, fr or it")
    bot = command("bot", "print the move that a bot makes who sees the view on stdin")
    bot.add_argument("--level", required=True, metavar="LEVEL", help=f"of: {', '.join(LEVELS)}")
    bot.add_argument("--chance", required=True, metavar="HEX", help="the bot's own chance")
    bot.add_argument("--nodes", type=int, metavar="N", help="how many positions it looks at")
    bot.add_argument("--seconds", type=float, metavar="S", help="for how long it may think")
    arena.add_arguments(command("arena", "match two bots and tell how often each wins"))
    perft = command("perft", "count the move sequences from the position on stdin")
    perft.add_argument("--depth", required=True, type=int, metavar="N")
    command("serve", "answer a JSON request a line until the input ends")
    verify = command("verify", "prove an exported game")
    verify.epilog = _EXIT_CODES
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--commitment", metavar="HEX", help="that you noted before you joined")
    for name, value, purpose in (
        ("--word", "TEXT", "that you gave for the shuffle"),
        ("--head", "HEX", "of the chain, as printed in your letters"),
    ):
        verify.add_argument(
            name, action="extend", nargs="+", default=[], metavar=value, help=purpose
        )
    verify.add_argument("--key", metavar="HEX", help="public key of the service, for the signature")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parsed = _parser().parse_args(arguments)
    try:
        code = _run(parsed)
        sys.stdout.flush()
        return code
    except EngineError as error:
        print(_sentence(str(error)), file=sys.stderr)
    except OSError as error:
        # Python would complain once more when it flushes what is left in stdout at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"Input or output failed: {error.strerror}.", file=sys.stderr)
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 2


def _run(parsed: argparse.Namespace) -> int:
    out = _bytes_of(sys.stdout, "output")
    if parsed.command == "verify":
        known = Expectations.parse(
            commitment=parsed.commitment, words=parsed.word, heads=parsed.head, key=parsed.key
        )
        return verify_file(parsed.file, sys.stdout, known)
    if parsed.command == "arena":
        return arena.run(parsed, out)
    if parsed.command == "serve":
        serve(_bytes_of(sys.stdin, "input"), out)
        return 0
    result = answer(_request(parsed), perft_at_most=PERFT_POSITIONS)
    out.write(canonical_json(result) + b"\n")
    return 0


def _bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    if stream is None:  # so Python leaves a stream that was closed before it began
        raise BadRequest(f"The standard {name} is closed.")
    return stream.buffer


def _request(parsed: argparse.Namespace) -> dict[str, Any]:
    request: dict[str, Any] = {"op": parsed.command}
    if parsed.command in ("new", "play"):
        request |= {"game": parsed.game, "seed": parsed.seed, "options": parsed.option}
        if parsed.players is not None:
            request["players"] = parsed.players
        if parsed.command == "play":
            request["moves"] = _lines(_bytes_of(sys.stdin, "input").read())
        return request
    if parsed.command == "bot":
        request["view"] = read_json(_bytes_of(sys.stdin, "input").read())
        return request | {name: getattr(parsed, name) for name in _BOT_ARGUMENTS}
    request["position"] = read_json(_bytes_of(sys.stdin, "input").read())
    if parsed.command == "apply":
        request["move"] = parsed.move
    elif parsed.command in ("view", "retire"):
        request["seat"] = int(parsed.seat) if _SEAT.fullmatch(parsed.seat) else parsed.seat
    elif parsed.command == "read":
        request |= {"text": parsed.text, "language": parsed.language}
    elif parsed.command == "perft":
        request["depth"] = parsed.depth
    return request


def _lines(data: bytes) -> list[str]:
    """The moves of a text, one a line; empty lines between them say nothing."""
    return [line for line in read_text(data).splitlines() if line.strip()]
