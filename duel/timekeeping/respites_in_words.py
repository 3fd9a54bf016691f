"""Readers: the time that a report gives its seat, and how that is told.

It is an ordinary `extend` entry of the log with a channel of its own, which all players can see.
"""

from datetime import timedelta

from django.utils.translation import gettext

from duel.models import AnyGame, LogEntry
from duel.operators import desk
from duel.words.naming import duration
from engine.kinds import Channel, Kind

MOST = timedelta(days=7)
"""What reports give to one seat of a game in all."""


def given_for_reports(game: AnyGame, seat: int) -> timedelta:
    """Return all the time that reports have given to the seat so far."""
    entries = LogEntry.objects.filter(
        game=game.pk, kind=Kind.EXTEND, channel=Channel.REPORT, seat=seat
    )
    return timedelta(seconds=sum(int(text) for text in entries.values_list("text", flat=True)))


def given_in_words(game: AnyGame, seat: int) -> str:
    """Return how much time reports have given to the seat so far, as in “4 days”."""
    return duration(int(given_for_reports(game, seat).total_seconds()))


def why_the_turn_is_longer(game: AnyGame, *, name: str, is_own: bool) -> list[str]:
    """Return why the turn that is being made has more time than was agreed on, if by a report.

    All players read it, so it says that there is a report and nothing of what it says. `name` is
    who makes the turn.
    """
    if game.to_move is None:
        return []
    given = given_for_reports(game, game.to_move)
    if not given:
        return []
    waits = desk().waits_with_respite(game, game.to_move)
    if not waits and not _was_given_in_this_turn(game):
        return []
    words = {"name": name, "time": duration(int(given.total_seconds()))}
    return [_sentence(waits=waits, is_own=is_own) % words]


def _was_given_in_this_turn(game: AnyGame) -> bool:
    """Return whether a report gave time since the last move: what came before is used up."""
    entries = LogEntry.objects.filter(
        game=game.pk, kind=Kind.EXTEND, channel=Channel.REPORT, seat=game.to_move
    )
    return game.moved_at is None or entries.filter(time__gte=game.moved_at).exists()


def _sentence(*, waits: bool, is_own: bool) -> str:
    if waits and is_own:
        return gettext(
            "Your report is not answered yet. You were given %(time)s meanwhile, and get more when "
            "less than a day is left: until it is answered, seven days in all at most."
        )
    if waits:
        return gettext(
            "%(name)s has reported something about this game to us. So that nobody loses on time "
            "while that waits, the service gave %(time)s, and gives more when less than a day is "
            "left: until we have answered, seven days in all at most."
        )
    if is_own:
        return gettext("You were given %(time)s while your report waited for its answer.")
    return gettext(
        "%(name)s has reported something about this game to us, and was given %(time)s while that "
        "waited for its answer."
    )
