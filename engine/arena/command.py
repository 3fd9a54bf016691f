"""`python -m engine arena`: two bots matched, and what came of it."""

import argparse
import sys
from time import monotonic
from typing import Any, BinaryIO

from engine.arena.contest import CHOOSERS, Contest, chooser
from engine.arena.playing import LONGEST, PlayedGame, play_match
from engine.arena.tally import Tally, interval, tally
from engine.games import find_game
from engine.record import canonical_json
from engine.request import BadRequest

_BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell the parser what the command needs."""
    names = ", ".join(CHOOSERS)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("one", metavar="BOT", help=f"on one seat, of: {names}")
    parser.add_argument("other", metavar="BOT", help="on all other seats")
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the whole match")
    parser.add_argument("--players", type=int, metavar="N", help="number of seats")
    parser.add_argument("--option", action="append", default=[], metavar="NAME")
    parser.add_argument("--nodes", type=int, metavar="N", help="for bots that search")
    parser.add_argument("--processes", type=int, metavar="N", help="as many as cores, if not said")
    parser.add_argument("--json", action="store_true", help="print the record of all games")


def run(parsed: argparse.Namespace, out: BinaryIO) -> int:
    """Play the match and print what came of it; raise an EngineError for what cannot be played."""
    game = find_game(parsed.game)
    contest = Contest(
        parsed.game,
        parsed.one,
        parsed.other,
        game.seat_counts[0] if parsed.players is None else parsed.players,
        tuple(sorted(parsed.option)),
        parsed.seed,
        parsed.nodes,
    )
    for name in (contest.one, contest.other):
        chooser(name)
    if parsed.games < 1 or (parsed.nodes is not None and parsed.nodes < 1):
        raise BadRequest("A match has one game at least, and a search one node at least.")
    game.new(bytes(32), seats=contest.seats, options=contest.options)  # raises for a bad set-up
    begun, games = monotonic(), []
    for played in play_match(contest, range(parsed.games), parsed.processes):
        games.append(played)
        _show_progress(games, parsed.games)
    result = tally(games, LONGEST)
    if parsed.json:
        out.write(canonical_json(record(contest, games)) + b"\n")
    else:
        out.write(in_words(contest, result, monotonic() - begun).encode())
    return 0


def record(contest: Contest, games: list[PlayedGame]) -> dict[str, Any]:
    """Return the whole match as an object: the set-up, the rates, and a line for each game."""
    return {
        "command": command(contest, len(games)),
        "game": contest.game,
        "bots": [contest.one, contest.other],
        "players": contest.seats,
        "options": list(contest.options),
        "seed": contest.seed,
        "nodes": contest.nodes,
        "result": tally(games, LONGEST).as_json(),
        "games": [game.line for game in games],
    }


def command(contest: Contest, games: int) -> str:
    """Return the arguments that play the match again."""
    words = ["arena", contest.game, contest.one, contest.other]
    words += ["--games", str(games), "--seed", str(contest.seed)]
    words += ["--players", str(contest.seats)]
    for option in contest.options:
        words += ["--option", option]
    if contest.nodes is not None:
        words += ["--nodes", str(contest.nodes)]
    return " ".join([*words, "--json"])


def in_words(contest: Contest, result: Tally, seconds: float) -> str:
    """Return the result in a few lines."""
    low, high = interval(result.share, result.games)
    moves = result.plies / max(seconds, 1e-9)
    lines = [
        f"{contest.one} won {result.rate:.1%} of {result.games} games against {contest.other}, "
        f"95 % interval {low:.1%} to {high:.1%}",
        f"{result.plies / result.games:.0f} plies and {result.turns / result.games:.0f} turns "
        f"a game, {result.unfinished} unfinished after {LONGEST} turns; {moves:.0f} moves a second",
        *(
            f"{name}: {1000 * result.seconds[name] / number:.2f} ms a decision"
            for name, number in sorted(result.decisions.items())
        ),
    ]
    return "\n".join(lines) + "\n"


def _show_progress(games: list[PlayedGame], number: int) -> None:
    """Draw a bar on standard error, where somebody looks at it."""
    if not sys.stderr or not sys.stderr.isatty():
        return
    done = _BAR * len(games) // number
    rate = sum(game.share for game in games) / len(games)
    end = "\n" if len(games) == number else ""
    bar = "#" * done + "." * (_BAR - done)
    print(f"\r[{bar}] {len(games)}/{number} {rate:.1%}", end=end, file=sys.stderr, flush=True)
