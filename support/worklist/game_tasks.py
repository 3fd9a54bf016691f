"""Tasks about games: broken, stuck, or forgotten by players; `support.worklist.lines` calls it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from duel.models import Divergence, Game, Status
from duel.timekeeping.mail import HELD_AT_MOST, unread_mail_of_game
from duel.words.naming import moment, span
from support import lists
from support.conflicts import without_own
from support.models import Act
from support.status.figures import open_divergences
from support.worklist.tasks import ADJUDICATE, MOST_OF_A_KIND, Task, decide_at, page_of

FORGOTTEN_AFTER = timedelta(days=30)
"""How long after the last move a game whose time is up is listed, if nobody claims it."""


def broken_games(reader: User, _now: datetime) -> Iterator[Task]:
    """Yield the games that the replay found not to be as they were written, the oldest first."""
    found = without_own(reader, open_divergences(), game="game").select_related("game")
    for divergence in found[:MOST_OF_A_KIND]:
        game = divergence.game
        sentence = gettext("Not as it was written since %(when)s: %(problem)s")
        problem = divergence.problems.partition("\n")[0]
        is_running = game.status == Status.RUNNING
        why = sentence % {"when": moment(divergence.found_at), "problem": problem}
        yield _task(game, why, _deciding(reader, game, Act.HOLD) if is_running else _looking(game))


def stuck_games(reader: User, now: datetime) -> Iterator[Task]:
    """Yield the games that do not go on by themselves, but for those that are broken."""
    broken = Divergence.objects.filter(gone_at=None).values("game_id")
    games = without_own(reader, lists.stuck()).exclude(pk__in=broken).order_by("moved_at")
    patience = timedelta(seconds=settings.SWEEP_PATIENCE_SECONDS)
    for game in games[:MOST_OF_A_KIND]:
        if game.alarm_at is None:
            why = gettext("Nothing is due in it, though nobody stopped it: giving time helps.")
            decision = _deciding(reader, game, Act.EXTEND)
        elif game.deadline and game.alarm_at > game.deadline:
            why = gettext("The sweep could not work out its clock, and tries again.")
            decision = _looking(game)
        elif game.alarm_at < now - patience:
            sentence = gettext("Its clock should have been seen to %(time)s ago.")
            why, decision = sentence % {"time": span(now - game.alarm_at)}, _looking(game)
        elif game.seats.filter(is_to_move=True).exclude(user__bot="").exists():
            sentence = gettext("A bot is to move, and has not for %(time)s: does its process run?")
            waited = span(now - game.moved_at) if game.moved_at else "?"
            why, decision = sentence % {"time": waited}, _looking(game)
        else:
            why = gettext("The letter with the turn was given up.")
            decision = gettext("Send this turn again"), page_of(game)
        yield _task(game, why, decision)


def games_held_for_mail(reader: User, _now: datetime) -> Iterator[Task]:
    """Yield the games that the service holds until a mail is read, each with what keeps that up."""
    games = without_own(reader, lists.held_for_mail()).order_by("moved_at")
    for game in games[:MOST_OF_A_KIND]:
        mail = unread_mail_of_game(game)
        sentence = gettext(
            "The service holds it: an email that came in time was not read yet (%(cause)s). It "
            "goes on when that is read, or by a decision, or %(hours)d hours after the hold."
        )
        words = {
            "cause": (mail.last_error if mail else "") or gettext("no worker has come for it"),
            "hours": HELD_AT_MOST // timedelta(hours=1),
        }
        yield _task(game, sentence % words, _deciding(reader, game, Act.RESUME))


def forgotten_games(reader: User, now: datetime) -> Iterator[Task]:
    """Yield the games whose time is up and in which for weeks nobody moved or claimed anything."""
    late = without_own(reader, lists.overdue()).filter(moved_at__lt=now - FORGOTTEN_AFTER)
    for game in late.order_by("moved_at")[:MOST_OF_A_KIND]:
        sentence = gettext("The time is up, and for %(time)s nobody has moved or claimed the game.")
        waited = span(now - game.moved_at) if game.moved_at else "?"
        yield _task(game, sentence % {"time": waited}, _deciding(reader, game, Act.CANCEL))


def _task(game: Game, why: str, decision: tuple[str, str]) -> Task:
    what = gettext("Game %(name)s") % {"name": game.public_id}
    return Task(what, why, page_of(game), *decision)


def _deciding(reader: User, game: Game, act: Act) -> tuple[str, str]:
    if not reader.has_perm(ADJUDICATE):
        return _looking(game)
    return capfirst(str(act.label)), decide_at(game, act)


def _looking(game: Game) -> tuple[str, str]:
    return gettext("Look at it"), page_of(game)
