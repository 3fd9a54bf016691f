"""Lines that players have tried out: kept for them, shown to nobody else, deleted by them.

The page on which a game is tried out calls it; a task deletes old ones.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import Refused
from duel.models import KnownGame, Seat, TriedLine
from duel.models.note import LINE_NAME_LENGTH
from duel.perspective.perspective import Perspective
from duel.table.trying import MOST_MOVES, try_out

MOST_LINES = 20
"""So many lines somebody may have in one game."""

KEPT_FOR = timedelta(days=30)
"""Lines are kept for this time after the end of their game."""


class TooManyLines(Refused):
    """There is room for so many lines in a game, and no more."""

    code = "too_many_lines"
    sentence = _("You have tried out as many lines as there is room for. Delete one first.")


class LineTooLong(Refused):
    """A line has so many moves, and no more."""

    code = "line_too_long"
    sentence = _("A line ends here: it can have no more moves.")


class StaleLine(Refused):
    """A line begins where the game no longer stands."""

    code = "stale_line"
    sentence = _("The game has moved on: begin a new line from where it stands now.")


class NoSuchLine(Refused):
    """There is no such line, or not for this person."""

    code = "no_such_line"
    sentence = _("There is no such line; perhaps you have deleted it.")


def lines_of(person: User, game: KnownGame) -> QuerySet[TriedLine]:
    """Return the lines that the person has in the game, the one last worked on first."""
    return TriedLine.objects.filter(user=person, game=game.pk).order_by("-changed_at", "-pk")


def line_of(person: User, game: KnownGame, key: int) -> TriedLine:
    """Return that line; raise NoSuchLine."""
    line = lines_of(person, game).filter(pk=key).first()
    if line is None:
        raise NoSuchLine
    return line


@transaction.atomic
def add_move(
    *,
    person: User,
    perspective: Perspective,
    move: str,
    line: TriedLine | None = None,
    after: int = 0,
) -> TriedLine:
    """Return the line with one more move after so many of its own; a new one if no line goes on.

    What stood after them is replaced. Raise what is wrong with the move, or why there is no room.
    """
    # Two presses at once wait for each other here, so that no limit is passed.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if line is None:
        if lines_of(person, perspective.game).count() >= MOST_LINES:
            raise TooManyLines
        line = TriedLine(user=person, game_id=perspective.game.pk, ply=perspective.game.ply)
    if line.ply != perspective.game.ply:
        raise StaleLine
    texts = [*line.texts[:after], move]
    if len(texts) > MOST_MOVES:
        raise LineTooLong
    line.moves = [[tried.seat, tried.text] for tried in try_out(perspective, texts).moves]
    line.changed_at = timezone.now()
    line.save()
    return line


def name_line(*, line: TriedLine, name: str) -> None:
    """Call the line so, in one row of words; without any, it has no name."""
    line.name = " ".join(name.replace("\0", "").split())[:LINE_NAME_LENGTH]
    line.save(update_fields=["name"])


def delete_line(*, line: TriedLine) -> None:
    """Forget the line for good."""
    line.delete()


def forget_old_lines(*, now: datetime) -> int:
    """Return how many lines were forgotten: of games long over, and of those who play no more."""
    sits = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    is_old = Q(game__ended_at__lt=now - KEPT_FOR)
    return TriedLine.objects.filter(is_old | ~Exists(sits)).delete()[0]
