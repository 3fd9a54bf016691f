"""Opens the replay of a stored game or of a file from a disk, for the API and pages of replays."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, ngettext
from django.views.decorators.debug import sensitive_variables

from duel.errors import BadGameFile, NotOver
from duel.games.results import places_of, result_sentence
from duel.models import Status
from duel.perspective.perspective import Perspective, log_behind
from duel.table.replay import Replay
from engine.course import Course
from engine.errors import EngineError, UnknownGame
from engine.exported_file import SIGNATURE, header_of_file
from engine.fairness import seed_of
from engine.games import find_game
from engine.record import read_entry, timestamp
from engine.request import read_json
from engine.verify import Report, verify

LARGEST_FILE = 1024 * 1024
"""Bytes; a game of four that lasts long has a tenth of it."""
MOST_ENTRIES = 3000
MOST_STEPS = 1000
"""Each move that counts is told and drawn."""
_LONGEST_NAME = 100
_MOST_PROBLEMS = 12
"""How many problems of a file are shown: one altered byte breaks all that follows."""


@sensitive_variables()
def replay_of_game(perspective: Perspective) -> Replay:
    """Return the replay as its reader may know it; raise NotOver for spectators until the end."""
    game = perspective.game
    if perspective.seat is None and game.status != Status.OVER:
        raise NotOver
    log, names = log_behind(perspective), perspective.names
    return Replay(
        header=log.header,
        entries=log.entries,
        course=log.course,
        names=names,
        persons={seat.number: seat.person for seat in log.seats},
        seat=perspective.viewer,
        began_at=timestamp(game.began_at or game.proposed_at),
        is_over=game.status == Status.OVER,
        closing=tuple(filter(None, (perspective.result_words, perspective.places_words))),
        secret=perspective.open_secret,
    )


@sensitive_variables()
def replay_of_file(content: bytes) -> Replay:
    """Return the replay of a valid file, keeping nothing; raise BadGameFile with a sentence."""
    data = _read(content)
    _refuse_unknown_rules(data)
    try:
        report = verify(data)
    except EngineError as error:
        raise BadGameFile(gettext("This is no file of a game."), [str(error)]) from error
    _refuse_unless_proved(report)
    header = header_of_file(data)
    entries = [read_entry(entry) for entry in data["entries"]]
    secret = bytes.fromhex(data["secret"])
    game = find_game(header.game, header.rules)
    course = Course.replay(game, seed_of(secret, header.nonces), header, entries)
    if len(course.line()) > MOST_STEPS:
        raise BadGameFile(gettext("This game is too long to be shown here."))
    replay = Replay(
        header=header,
        entries=entries,
        course=course,
        names=[name or gettext("a player who left") for name in data["seats"]],
        persons=dict(enumerate(course.persons)),
        seat=None,
        began_at=entries[0].time if entries else "",
        is_over=course.outcome is not None,
        secret=secret,
        signature=data.get(SIGNATURE),
    )
    return replace(replay, closing=_closing(replay))


def _read(content: bytes) -> Any:
    """Return what the file says, if it is small enough to be looked at."""
    if len(content) > LARGEST_FILE:
        raise BadGameFile(gettext("This file is too large for a game."))
    try:
        data = read_json(content)
    except EngineError as error:
        raise BadGameFile(gettext("This is no file of a game."), [str(error)]) from error
    if not isinstance(data, dict):
        raise BadGameFile(gettext("This is no file of a game."))
    entries, names = data.get("entries"), data.get("seats")
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        raise BadGameFile(gettext("This game is too long to be shown here."))
    if isinstance(names, list) and any(len(str(name)) > _LONGEST_NAME for name in names):
        raise BadGameFile(gettext("The name of a player in this file is too long."))
    return data


def _refuse_unknown_rules(data: dict[str, Any]) -> None:
    """Raise BadGameFile for a game that is not ours, though it may be a true one."""
    game, rules = data.get("game"), data.get("rules")
    if not isinstance(game, str) or not isinstance(rules, int):
        return  # no file of a game at all, as will be said
    try:
        find_game(game, rules)
    except UnknownGame as error:
        sentence = gettext("This service does not know the rules of the game in this file.")
        raise BadGameFile(sentence, [str(error)]) from error


def _refuse_unless_proved(report: Report) -> None:
    """Raise BadGameFile if anything in the file is false, or its secret is not shown."""
    if report.problems:
        sentence = gettext("This file does not hold: it is no true record of a game.")
        problems = [str(problem) for problem in report.problems]
        raise BadGameFile(sentence, problems[:_MOST_PROBLEMS])
    if not report.secret_shown:
        sentence = ngettext(
            "The secret of this game is not in the file yet, so its cards are not known. "
            "The chain of its %(count)d entry is unbroken.",
            "The secret of this game is not in the file yet, so its cards are not known. "
            "The chain of its %(count)d entries is unbroken.",
            report.entries,
        )
        raise BadGameFile(sentence % {"count": report.entries})


def _closing(replay: Replay) -> tuple[str, ...]:
    """Return how the game of a file ended, in words."""
    course, names = replay.course, replay.names
    if course.result is None:
        return ()
    ended = result_sentence(replay.terms, course.result, names, None)
    return tuple(filter(None, (ended, places_of(course, names))))
