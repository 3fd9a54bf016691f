"""The offline proof of an exported game: nothing is believed, everything is done again.

Checked are the form of the file, the secret against its commitment, the hash chain from the
header on, every entry by replay from the seed with the hash of the position after it, and the
result. Names of the seats are not part of the proof. The times of entries are hashed, but need
not ascend (see `engine.record.chain_problems`).

Exit codes of `python -m engine verify FILE`: 0 verified · 1 something is false, each with its
place · 2 no such file, or no exported game · 3 the secret has not been shown yet: what can be
checked without it holds, the rest cannot be known.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from engine.contract import Game
from engine.course import Course
from engine.errors import EngineError, UnknownGame
from engine.fairness import BadNonce, commitment, normalise_nonce, seed_of
from engine.games import find_game
from engine.jsontext import read_json
from engine.kinds import ADVANCES, FORMS, check_form
from engine.record import (
    FILE_KEYS,
    FORMAT,
    Entry,
    Header,
    Problem,
    chain_problems,
    entry_problems,
    read_entry,
)

LARGEST_FILE = 1 << 26
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)


class NoGameFile(EngineError):
    """The file is not there, or holds no exported game."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an exported game is worth: everything that is false, and how much was checked."""

    problems: tuple[Problem, ...]
    entries: int
    moves: int
    secret_shown: bool

    @property
    def exit_code(self) -> int:
        """0 for a game that is proved, 1 for one that is not: false, or its secret still closed."""
        return 0 if self.secret_shown and not self.problems else 1

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(f"failed: {problem}" for problem in self.problems)
        if not self.secret_shown:
            return (
                "not verified: the secret has not been shown yet; "
                f"the chain of {self.entries} entries is unbroken"
            )
        return f"verified: {self.moves} moves"


def verify_file(path: str, out: TextIO) -> int:
    """Write to `out` what the file at `path` is worth, and return the exit code."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise NoGameFile(f"The file {path!r} cannot be read: {reason}.") from error
    if len(content) > LARGEST_FILE:
        raise NoGameFile(f"The file {path!r} is too large for a game.")
    report = verify(read_json(content))
    print(report, file=out)
    return report.exit_code


def verify(data: object) -> Report:
    """The report on an exported game, given as the JSON value of its file.

    Raises NoGameFile if it is no exported game at all.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NoGameFile(f"This is no exported game of the format {FORMAT!r}.")
    problems = list(_form_problems(data))
    if problems:
        return Report(tuple(problems), 0, 0, secret_shown=False)
    header = Header(
        id=data["id"],
        game=data["game"],
        rules=data["rules"],
        options=data["options"],
        commitment=data["commitment"],
        nonces=data["nonces"],
    )
    entries = [read_entry(entry) for entry in data["entries"]]
    problems.extend(chain_problems(header, entries))
    secret = None if data["secret"] is None else bytes.fromhex(data["secret"])
    if secret is not None and commitment(secret) != header.commitment:
        problems.append(Problem(None, "secret", "does not match the commitment"))
    elif secret is not None:
        problems.extend(_replay_problems(header, secret, entries, data["result"]))
    else:
        problems.extend(_kind_problems(header, entries))
    moves = sum(entry.kind in ADVANCES for entry in entries)
    return Report(tuple(problems), len(entries), moves, secret_shown=secret is not None)


def _form_problems(data: dict[str, Any]) -> Iterator[Problem]:
    """What is wrong with the shape of the file, so that its content cannot be looked at."""
    missing = [key for key in FILE_KEYS if key not in data]
    for key in missing:
        yield Problem(None, key, "is missing")
    for key in sorted(data.keys() - set(FILE_KEYS)):
        yield Problem(None, repr(key), "does not belong into the file")
    if missing:
        return
    try:
        game = find_game(data["game"], data["rules"])
        if type(data["rules"]) is not int:
            raise UnknownGame("The version of the rules is not a whole number.")
    except UnknownGame as error:
        yield Problem(None, "game", str(error))
    except TypeError:
        yield Problem(None, "game", "is not a name with a version of its rules")
    else:
        yield from _header_problems(data, game)
    if not isinstance(data["entries"], list):
        yield Problem(None, "entries", "is not a list")
        return
    for place, entry in enumerate(data["entries"], start=1):
        for name, sentence in entry_problems(entry):
            yield Problem(place, name, sentence)


def _header_problems(data: dict[str, Any], game: Game[Any]) -> Iterator[Problem]:
    if not _matches(_ID, data["id"]):
        yield Problem(None, "id", "is not an id")
    if not _matches(_HEX32, data["commitment"]):
        yield Problem(None, "commitment", "is not 64 lower-case hexadecimal digits")
    if data["secret"] is not None and not _matches(_HEX32, data["secret"]):
        yield Problem(None, "secret", "is neither null nor 64 lower-case hexadecimal digits")
    options = data["options"]
    if (
        not isinstance(options, dict)
        or options.keys() != set(game.option_names)
        or not all(isinstance(on, bool) for on in options.values())
    ):
        yield Problem(None, "options", "does not name every option of the game as on or off")
    if data["result"] is not None and not _is_result(data["result"]):
        yield Problem(None, "result", "is neither null nor an object of winners and reasons")
    nonces, names = data["nonces"], data["seats"]
    if not isinstance(nonces, list) or len(nonces) not in game.seat_counts:
        yield Problem(None, "nonces", "is not a list with one nonce for each seat")
        return
    for seat, nonce in enumerate(nonces):
        if not _is_nonce(nonce):
            yield Problem(None, "nonces", f"that of seat {seat} is not in its normal form")
    if (
        not isinstance(names, list)
        or len(names) != len(nonces)
        or not all(isinstance(name, str) for name in names)
    ):
        yield Problem(None, "seats", "is not a list with one name for each seat")


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_result(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"winners", "by"}
        and all(isinstance(items, list) for items in value.values())
        and all(type(seat) is int for seat in value["winners"])
        and all(isinstance(reason, str) for reason in value["by"])
    )


def _is_nonce(value: object) -> bool:
    try:
        return isinstance(value, str) and normalise_nonce(value) == value
    except BadNonce:
        return False


def _replay_problems(
    header: Header, secret: bytes, entries: list[Entry], result: object
) -> Iterator[Problem]:
    game = find_game(header.game, header.rules)
    course = Course.before(game, seed_of(secret, header.nonces), header, entries)
    for entry in entries:
        try:
            course.follow(entry.kind, entry.seat, entry.person, entry.text)
        except EngineError as error:
            yield Problem(entry.seq, _place(entry), str(error))
            return  # from here on nobody knows the position
        if entry.state_hash != course.state_hash:
            yield Problem(entry.seq, "state_hash", "does not match the position after the entry")
    if result != course.result:
        yield Problem(None, "result", f"the entries lead to {course.result}, not to {result}")


def _kind_problems(header: Header, entries: list[Entry]) -> Iterator[Problem]:
    for entry in entries:
        try:
            check_form(entry.kind, entry.seat, entry.person, entry.text, seats=header.seats)
        except EngineError as error:
            yield Problem(entry.seq, _place(entry), str(error))


def _place(entry: Entry) -> str:
    return entry.kind if entry.kind in FORMS else "kind"
