"""Letters about decisions that hang on no notice of a seat: posted with the decision."""

from datetime import datetime

from accounts.models import User
from duel.integrity.broken_table import BrokenTable
from duel.notices.intents import call_off_waiting, topic_of
from duel.notices.kinds import OPERATOR_DECISION
from mail.services import post
from support.models import Decision, Settlement


def tell_former_player(decision: Decision, former: User, *, seat: int) -> None:
    """Tell somebody whose seat was given to another: no notice of the seat is theirs any more."""
    if former.is_bot:
        return
    public_id = decision.game.public_id
    post(
        kind=OPERATOR_DECISION,
        to=former.email,
        key=f"{public_id}:{seat}:former-player:{decision.seq}",
        data={"decision": decision.pk, "person": former.pk},
        topic=topic_of(decision.game),
    )


def notice_settlement(settlement: Settlement, table: BrokenTable, *, now: datetime) -> None:
    """Tell every seat what became of its game, whose record is broken.

    What still waits to be told of the game is called off: it cannot be worked out any more.
    """
    game = table.game
    call_off_waiting(table, now=now)
    for seat in table.seats:
        if seat.user is not None and not seat.is_bot:
            post(
                kind=OPERATOR_DECISION,
                to=seat.user.email,
                key=f"{game.public_id}:{seat.number}:settled:{settlement.number}",
                data={"settlement": settlement.pk, "person": seat.user.pk, "seat": seat.number},
                topic=topic_of(game),
            )
