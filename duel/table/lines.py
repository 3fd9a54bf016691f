"""Lines that players try out: what their moves come to, kept for them, shown to nobody else.

The page on which a game is tried out calls it; a task deletes old ones. The player moves for all
seats, as far as they know the game (`Game.try_out`): what is hidden from them stays unknown, so no
line can show anything hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import GameIsOver, HasLeft, IllegalMove, NotYourSeat, Refused, Unreadable
from duel.games.base import Choice
from duel.games.results import result_sentence
from duel.models import KnownGame, Seat, Status, TriedLine
from duel.models.note import LINE_NAME_LENGTH
from duel.perspective.perspective import Perspective
from engine import errors as engine_errors

MOST_MOVES = 60
"""Nobody thinks further ahead."""


@dataclass(frozen=True)
class TriedMove:
    """One move of a line."""

    seat: int
    text: str
    words: str


@dataclass(frozen=True)
class LineResult:
    """Where some moves have led."""

    moves: tuple[TriedMove, ...]
    to_move: int | None
    """The seat for which the next move is tried; None if the game is over there."""
    view: dict[str, Any]
    choices: tuple[Choice, ...]
    """The moves that can follow for certain."""
    result: str
    """How the game would end there; else nothing."""
    is_long: bool
    """Whether no more moves are kept."""
    is_past: bool
    """Whether the game has moved on from where it begins: then it is only read."""

    @property
    def is_unknown(self) -> bool:
        """Whether all that could follow hangs on what the player does not know."""
        can_go_on = self.to_move is not None and not self.is_long and not self.is_past
        return can_go_on and not self.choices


def try_out(
    perspective: Perspective, moves: Sequence[str] = (), *, ply: int | None = None
) -> LineResult:
    """Return what the moves come to from where the reader's game stands; nothing is written.

    With a `ply`, from where it stood then. Raise what is wrong with one of the moves, or why the
    reader can try nothing.
    """
    seat, presentation, names = perspective.viewer, perspective.presentation, perspective.names
    if perspective.seat is None:
        raise NotYourSeat
    if seat is None:
        raise HasLeft
    is_over = perspective.game.status != Status.RUNNING
    if is_over and ply is None:
        raise GameIsOver
    is_past = ply is not None and (is_over or ply != perspective.game.ply)
    ahead = perspective.try_out(ply=ply if is_past else None)
    tried: list[TriedMove] = []
    for text in moves:
        view = ahead.view()
        mover = view["to_move"]
        try:
            if text not in ahead.legal():
                ahead.play(text)  # says whether it can be read
                raise IllegalMove
            [choice] = presentation.choices(view, [text], mover, names)
            ahead.play(text)
        except engine_errors.Unreadable as error:
            raise Unreadable from error
        except engine_errors.Illegal as error:
            raise IllegalMove from error
        tried.append(TriedMove(mover, text, choice.words))
    view = ahead.view()
    mover, is_long = view["to_move"], len(tried) >= MOST_MOVES
    legal = [] if is_past or is_long or ahead.ended else ahead.legal()
    result = view["result"]
    return LineResult(
        moves=tuple(tried),
        to_move=mover,
        view=view,
        choices=tuple(presentation.choices(view, legal, mover, names)) if legal else (),
        result=result_sentence(perspective.game, result, names, seat) if result else "",
        is_long=is_long,
        is_past=is_past,
    )


MOST_LINES = 20
"""How many lines somebody may have in one game."""

KEPT_FOR = timedelta(days=30)
"""How long lines are kept after the end of their game."""


class TooManyLines(Refused):
    """There is room for so many lines in a game, and no more."""

    code = "too_many_lines"
    sentence = _("You have tried out as many lines as there is room for. Delete one first.")


class LineTooLong(Refused):
    """A line has so many moves, and no more."""

    code = "line_too_long"
    sentence = _("A line ends here: it can have no more moves.")


class StaleLine(Refused):
    """The game has moved on from where a line begins."""

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
    """Set the name of the line, in one row; it may be empty."""
    line.name = " ".join(name.replace("\0", "").split())[:LINE_NAME_LENGTH]
    line.save(update_fields=["name"])


def forget_old_lines(*, now: datetime) -> int:
    """Delete lines of games long over and of players who left; return how many."""
    sits = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    is_old = Q(game__ended_at__lt=now - KEPT_FOR)
    return TriedLine.objects.filter(is_old | ~Exists(sits)).delete()[0]
