"""Finds answers to mails that already bring a turn, so that no second letter brings it again.

Bots, letters with turns and the receivers of signals call it. An answer shows where the game stands
when it leaves: one that left after the notice of the present ply has shown that ply.
"""

from collections.abc import Iterable

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from duel.models import AnyGame, AnySeat, Notice
from duel.models.game import TURN_KINDS
from duel.notices.intents import topic_of
from duel.notices.kinds import REPLY_ANSWER
from mail.models import Letter
from mail.services import hasten


def was_brought_by_answer(notice: Notice, *, person: int) -> bool:
    """Return whether an answer to this person has left since that shows what the notice brings."""
    answers = Letter.objects.filter(
        to__in=User.objects.filter(pk=person).values("email"),
        kind=REPLY_ANSWER,
        topic=topic_of(notice.game),
        status=Letter.Status.SENT,
        claimed_at__gt=notice.created_at,
        data__shows=True,
    )
    return answers.exists()


def hasten_answers(game: AnyGame, seats: Iterable[AnySeat]) -> None:
    """Let the answers leave that waited for a bot to move: now they can show its turn too."""
    readers = [seat.user.email for seat in seats if seat.user and not seat.is_bot]
    waiting = Letter.objects.filter(
        to__in=readers,
        kind=REPLY_ANSWER,
        topic=topic_of(game),
        status=Letter.Status.WAITING,
        not_before__gt=timezone.now(),
    )
    for key in list(waiting.values_list("key", flat=True)):
        hasten(key)


def turns_brought_by(answer: Letter) -> QuerySet[Notice]:
    """Return the notice of the turn that an answer has brought, if that is still to be made."""
    notices = Notice.objects.select_related("game").filter(
        kind__in=TURN_KINDS,
        cancelled_at=None,
        ply=F("game__ply"),
        seat=F("game__seats__number"),
        game__seats=answer.data["seat"],
        game__seats__is_to_move=True,
        created_at__lt=answer.claimed_at or answer.created_at,
    )
    return notices if answer.data.get("shows") else notices.none()
