"""The games that wait for somebody's move: after one turn is sent, on to the next."""

from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.models import User
from duel.lobby.challenges import with_seats
from duel.lobby.lines import Line, by_urgency
from duel.models import Game, Status


@dataclass(frozen=True)
class WaitingGames:
    """What waits for somebody: the most urgent game, and how many there are with it."""

    next: Line | None
    count: int

    @property
    def words(self) -> str:
        """Which game is next, and how many wait; or that none does."""
        if self.next is None:
            return gettext("Nothing else waits for you. To your games")
        words = {"title": self.next.title, "name": self.next.opponent, "count": self.count}
        if self.count == 1:
            return gettext("Next game: %(title)s with %(name)s") % words
        return gettext("Next game: %(title)s with %(name)s (%(count)s wait)") % words


def games_waiting_after(user: User, public_id: str = "") -> WaitingGames:
    """Return what waits for this person's move beside the game of that name.

    By what they may know: not where somebody else can still take the turn before it back.
    """
    theirs = Game.objects.filter(
        seats__user=user, seats__is_to_move=True, status=Status.RUNNING
    ).exclude(public_id=public_id)
    lines = by_urgency(Line(game, user) for game in with_seats(theirs))
    lines = [line for line in lines if line.is_to_move]
    return WaitingGames(lines[0] if lines else None, len(lines))
