"""Carrying out what an operator has chosen after an outage: written down first, then game by game.

A process that dies midway leaves the rest to the next sweep. Each game is decided about once.
"""

from collections.abc import Mapping, Sequence

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import User
from duel.errors import BrokenGame, Refused
from duel.integrity.divergences import note_broken
from duel.models import Act, Decision, Game, Relief, RelievedGame
from duel.operators.decisions.deciding import decide
from duel.operators.decisions.everybody import add_time_to_all
from duel.operators.decisions.out_of_time import MOST_LISTED, OutOfTime
from duel.operators.decisions.ruling import Ruling, checked_message, checked_reason

logger = structlog.get_logger(__name__)


@transaction.atomic
def begin_relief(
    listed: Sequence[OutOfTime],
    chosen: Mapping[int, int],
    *,
    key: str,
    operator: User,
    reason: str,
    message: str,
    seconds: int,
) -> tuple[Relief, bool]:
    """Return what is to be carried out, and whether it is new: of the same key there is one.

    All games have the time at once. A game that goes on only then has its full time, and no more.
    `chosen` has the seq at which each game was looked at, by the game's key.
    """
    relief, is_new = Relief.objects.get_or_create(
        key=key,
        operator=operator,
        defaults={
            "reason": checked_reason(reason),
            "message": checked_message(message),
            "seconds": seconds,
            "made_at": timezone.now(),
        },
    )
    if is_new:
        add_time_to_all(operator=operator, reason=reason, seconds=seconds)
        RelievedGame.objects.bulk_create(
            RelievedGame(
                relief=relief, game=each.game, act=each.act, expected_seq=chosen[each.game.pk]
            )
            for each in listed[:MOST_LISTED]
            if each.act is not None and each.game.pk in chosen
        )
    return relief, is_new


def carry_out(relief: Relief) -> None:
    """Decide about every game of it that waits; another process may do the same at once."""
    waiting = relief.games.filter(is_decided=None).order_by("pk")
    for pk in list(waiting.values_list("pk", flat=True)):
        _decide_once(pk)
    if not relief.games.filter(is_decided=None).exists():
        Relief.objects.filter(pk=relief.pk).update(reason="", message="")


def sweep_reliefs() -> int:
    """Return how many were carried on with whose process has not come to the end."""
    left = list(Relief.objects.exclude(reason=""))
    for relief in left:
        carry_out(relief)
    return len(left)


def let_go_on(game: Game, act: Act, ruling: Ruling, *, seconds: int) -> Decision:
    """Return the decision by which the game goes on: who is late has time, or it is reopened."""
    late = {"seat": game.to_move, "seconds": seconds} if act is Act.EXTEND else {}
    return decide(act, ruling, **late)


def _decide_once(pk: int) -> None:
    """Decide about the game unless somebody else has; one that is refused stops no other."""
    try:
        with transaction.atomic():
            # Whoever writes first has it; who comes second waits for the first, and finds it done.
            if RelievedGame.objects.filter(pk=pk, is_decided=None).update(is_decided=True):
                _decide(RelievedGame.objects.select_related("relief__operator", "game").get(pk=pk))
            return
    except (DatabaseError, SoftTimeLimitExceeded):  # no fault of the game: the next sweep goes on
        raise
    except Refused:
        pass
    except BrokenGame as broken:
        note_broken(broken.game)
    except Exception:  # of this one game: it must not keep all others waiting
        logger.exception("game_cannot_go_on_after_outage", relieved_game=pk)
    RelievedGame.objects.filter(pk=pk, is_decided=None).update(is_decided=False)


def _decide(one: RelievedGame) -> None:
    relief, game = one.relief, one.game
    ruling = Ruling(
        relief.operator, game.public_id, relief.reason, one.expected_seq, message=relief.message
    )
    let_go_on(game, Act(one.act), ruling, seconds=relief.seconds)
