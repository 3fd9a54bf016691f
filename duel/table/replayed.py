"""Where a replay comes from: a stored game, for those who may see it, or a file from a disk."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from duel.errors import NotOver
from duel.games.results import places_at, result_sentence
from duel.models import Game, GameSecret, Status
from duel.record.log import Log, log_as_of
from duel.record.selectors import player_names, secret_is_open
from duel.table.replay import Replay
from engine.record import timestamp


@sensitive_variables()
def replay_of_game(game: Game, seats: Collection[int]) -> Replay:
    """Return the replay of a game for whoever sits in these seats (none: a spectator).

    The game is what `duel.record.finality.game_known_to` has handed out for them: what others can
    still take back is not in it. Those who do not play in it see it when it is over.
    """
    if not seats and game.status != Status.OVER:
        raise NotOver
    log = log_as_of(game)
    kept = GameSecret.objects.filter(game=game).first() if secret_is_open(game) else None
    seat = _seat_of(log, seats)
    names = player_names(log.seats)
    return Replay(
        header=log.header,
        entries=log.entries,
        course=log.course,
        names=names,
        persons={each.number: each.person for each in log.seats},
        seat=seat,
        began_at=timestamp(game.began_at or game.proposed_at),
        is_over=game.status == Status.OVER,
        closing=_closing(log, names, seat),
        secret=bytes(kept.secret) if kept else None,
    )


def _seat_of(log: Log, seats: Collection[int]) -> int | None:
    """Return whose view it is: theirs who are to move, if both are; a spectator's, once they left.

    """
    playing = [seat for seat in sorted(seats) if seat not in log.left_at]
    if not playing:
        return None
    return log.game.to_move if log.game.to_move in playing else playing[0]


def _closing(log: Log, names: list[str], seat: int | None) -> tuple[str, ...]:
    result: Mapping[str, Any] | None = log.game.result
    if not result:
        return ()
    unreachable = log.history.is_unreachable(log.history.turn.seat)
    ended = result_sentence(log.game, result, names, seat, is_unreachable=unreachable)
    return tuple(filter(None, (ended, places_at(log.course, names))))
