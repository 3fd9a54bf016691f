"""Players who can be reached again: their clocks, which stood still for that, go on."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from duel.integrity.divergences import leaving_broken_games
from duel.models import Game, LogEntry, Status
from duel.notices.again import notice_lost_turn
from duel.record.log import Log, writing
from duel.timekeeping.clocks import go_on
from engine.kinds import Kind


def bring_lost_turns(person: User) -> None:
    """Bring the person each turn whose letter came back: the address takes letters again.

    The clock goes on once that letter has left (`duel.timekeeping.clocks.letter_has_arrived`).
    """
    for public_id in _stopped_games(person):
        with leaving_broken_games(), writing(public_id) as log:
            if _came_back(log, person):
                seat = log.seats[log.history.turn.seat]
                seat.game = log.game
                notice_lost_turn(seat, now=timezone.now())


def bring_turn_again(public_id: str, *, seat: int) -> None:
    """Bring the seat its turn once more, if it is still to move: a letter is said to be lost.

    Its clock goes on as it did: nobody but its player may have said so.
    """
    with leaving_broken_games(), writing(public_id) as log:
        if log.course.outcome is None and log.history.turn.seat == seat:
            mover = log.seats[seat]
            mover.game = log.game
            notice_lost_turn(mover, now=timezone.now())


def person_is_here(person: User) -> bool:
    """Return whether clocks go on that stood still because letters to the person came back.

    Whoever presses a button or signs in is there. A fetch is nobody's: it may be a scanner's.
    """
    is_news = False
    for public_id in _stopped_games(person):
        with leaving_broken_games(), writing(public_id) as log:
            if _came_back(log, person):
                go_on(log, at=timezone.now())
                is_news = True
    return is_news


def _stopped_games(person: User) -> list[str]:
    """Return the games in which it is the person's turn, no clock runs and letters came back.

    Always in the same order, so that two who do this at once do not wait for each other.
    """
    theirs = Game.objects.filter(seats__user=person, seats__is_to_move=True, status=Status.RUNNING)
    came_back = Exists(LogEntry.objects.filter(game=OuterRef("pk"), kind=Kind.BOUNCE))
    stopped = theirs.filter(came_back, deadline__isnull=True).order_by("pk")
    return list(stopped.values_list("public_id", flat=True))


def _came_back(log: Log, person: User) -> bool:
    """Return whether it is the person's turn and the log says that its letter came back."""
    seat = log.history.turn.seat
    is_theirs = log.course.outcome is None and log.seats[seat].user == person
    return is_theirs and log.history.is_bouncing(seat)
