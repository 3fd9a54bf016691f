"""The offline proof of an exported game: nothing is believed, everything is done again.

Checked are the form of the file, the secret against its commitment, the words that were derived
from it, the hash chain from the header on, every entry by replay from the seed with the hash of
the position after it, the result, that the record is whole, and the signature if there is one. A
record is whole if it ends in the end of the position or in an entry that ends a game. What the
reader gives is compared too (`engine.comparison`). Names of the seats are not part of the proof.
The times of entries are hashed, but need not ascend (see `engine.record.chain_problems`).

Exit codes of `python -m engine verify FILE`: 0 verified · 1 not verified: something is false, each
with its place, or the secret has not been shown yet · 2 no such file, no exported game, or
something is wrong with the arguments.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from engine.comparison import Comparison, Expectations
from engine.course import Course
from engine.errors import EngineError
from engine.exported_file import FORMATS, SIGNATURE, form_problems, header_of_file, is_signed
from engine.fairness import commitment, derived_nonce, seed_of
from engine.games import find_game
from engine.kinds import ADVANCES, FORMS, Channel, Kind, check_form
from engine.record import Entry, Header, Problem, chain_problems, read_entry
from engine.request import read_json

LARGEST_FILE = 1 << 26
_NOTHING = Expectations()


class NoGameFile(EngineError):
    """The file is not there, or holds no exported game."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an exported game is worth: all that is false, what was compared, how much was checked.

    `compared` and `for_reader` are empty if the file has not the form of one.
    """

    problems: tuple[Problem, ...]
    entries: int
    moves: int
    secret_shown: bool
    compared: tuple[str, ...] = ()
    for_reader: str = ""

    @property
    def exit_code(self) -> int:
        """0 for a game that is proved, 1 for one that is not: false, or its secret still closed."""
        return 0 if self.secret_shown and not self.problems else 1

    @property
    def verdict(self) -> str:
        """What is false, a line each; or how many moves were proved."""
        if self.problems:
            return "\n".join(f"failed: {problem}" for problem in self.problems)
        if not self.secret_shown:
            return (
                "not verified: the secret has not been shown yet; "
                f"the chain of {self.entries} entries is unbroken"
            )
        return f"verified: {self.moves} moves"

    def __str__(self) -> str:
        for_reader = "" if self.problems else self.for_reader
        return "\n".join(filter(None, (*self.compared, self.verdict, for_reader)))


def verify_file(path: str, out: TextIO, known: Expectations = _NOTHING) -> int:
    """Write to `out` what the file at `path` is worth, and return the exit code."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise NoGameFile(f"The file {path!r} cannot be read: {reason}.") from error
    if len(content) > LARGEST_FILE:
        raise NoGameFile(f"The file {path!r} is too large for a game.")
    report = verify(read_json(content), known)
    print(report, file=out)
    return report.exit_code


def verify(data: object, known: Expectations = _NOTHING) -> Report:
    """Return the report on an exported game, parsed from JSON; raise NoGameFile for any other."""
    name = data.get("format") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(name, str) or name not in FORMATS:
        raise NoGameFile(f"This is no exported game of the formats {', '.join(FORMATS)}.")
    problems = list(form_problems(data))
    if problems:
        return Report(tuple(problems), 0, 0, secret_shown=False)
    header = header_of_file(data)
    entries = [read_entry(entry) for entry in data["entries"]]
    problems.extend(chain_problems(header, entries))
    problems.extend(bot_problems(header, entries))
    secret = None if data["secret"] is None else bytes.fromhex(data["secret"])
    if secret is not None and commitment(secret) != header.commitment:
        problems.append(Problem(None, "secret", "does not match the commitment"))
    elif secret is not None:
        problems.extend(word_problems(header, secret))
        problems.extend(_replay_problems(header, secret, entries, data["result"]))
    else:
        problems.extend(_kind_problems(header, entries))
    signature = data.get(SIGNATURE)
    if signature is not None and not is_signed(data):
        problems.append(Problem(None, SIGNATURE, "does not fit the rest of the file"))
    compared = Comparison(header, entries, data["seats"], secret is not None, signature, known)
    problems.extend(compared.problems())
    return Report(
        tuple(problems),
        len(entries),
        moves=sum(entry.kind in ADVANCES for entry in entries),
        secret_shown=secret is not None,
        compared=tuple(compared.lines()),
        for_reader=compared.reader_line(),
    )


def word_problems(header: Header, secret: bytes) -> Iterator[Problem]:
    """The words that should follow from the secret and do not."""
    for seat, is_drawn in enumerate(header.drawn or ()):
        if is_drawn and header.nonces[seat] != derived_nonce(secret, seat):
            yield Problem(None, "nonces", f"that of seat {seat} is not derived from the secret")


def bot_problems(header: Header, entries: Iterable[Entry]) -> Iterator[Problem]:
    """Return the bots that played from the start with a word that is said to be a player's own."""
    # Such a word could have been drawn until the service liked the cards. Format 1 says nothing of
    # words, and a later player of a seat has the word of the one before.
    unchecked = {seat for seat, is_drawn in enumerate(header.drawn or ()) if not is_drawn}
    for entry in entries:
        if entry.seat in unchecked and entry.channel == Channel.BOT:
            yield Problem(entry.seq, "channel", "a bot plays, whose word is not derived")
        if entry.channel == Channel.BOT or entry.kind == Kind.REPLACE:
            unchecked.discard(entry.seat)


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
    if course.outcome is None:
        yield Problem(None, "entries", "end before the game does: something was cut off")


def _kind_problems(header: Header, entries: list[Entry]) -> Iterator[Problem]:
    for entry in entries:
        try:
            check_form(entry.kind, entry.seat, entry.person, entry.text, seats=header.seats)
        except EngineError as error:
            yield Problem(entry.seq, _place(entry), str(error))


def _place(entry: Entry) -> str:
    return entry.kind if entry.kind in FORMS else "kind"
