"""Posts and builds letters that letters to the opponent do not arrive, or arrive again.

The receivers of signals call it.
"""

from typing import Any

from accounts.models.person import speaking_to
from duel.letters.context import context_for, letter_context
from duel.models import Seat, Status
from duel.notices.kinds import DELIVERY_TROUBLE, REACHED_AGAIN, builds
from duel.perspective.perspective import perspective_of_game
from duel.words.naming import by_the_clock_of, others, short_id
from mail.models import Letter
from mail.registry import Draft
from mail.services import post

_ARRIVED_NOWHERE = ("bounced", "complained", "failed")


@builds(DELIVERY_TROUBLE)
def delivery_trouble_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None if the game has ended meanwhile or nobody is there."""
    ctx = letter_context(perspective_of_game(data["game"], data["seat"]))
    if ctx is None or not ctx.perspective.is_running:
        return None
    game, number = ctx.perspective.game, ctx.perspective.number
    # Letters that were posted when there were two seats do not say whose letter was lost.
    lost = data.get("lost", others(range(game.seat_count), number)[0])
    with speaking_to(ctx.reader):
        return ctx.draft(
            "delivery_trouble",
            {
                "name": ctx.perspective.names[lost],
                "game": short_id(game),
                "stands_still": ctx.perspective.history.is_bouncing(lost),
            },
        )


@builds(REACHED_AGAIN)
def reached_again(data: dict[str, Any]) -> Draft | None:
    """Return the letter that the opponent's clock goes on, or None if it does not any more."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running or ctx.perspective.is_to_move:
        return None
    game, history = ctx.perspective.game, ctx.perspective.history
    mover = history.turn.seat
    if history.is_bouncing(mover) or ctx.perspective.late_seat is not None:
        return None
    with speaking_to(ctx.reader):
        deadline = by_the_clock_of(ctx.reader, game.deadline) if game.deadline else ""
        name = ctx.perspective.names[mover]
        return ctx.draft("reached_again", {"opponent": name, "deadline": deadline})


def tell_opponents(lost: Letter, reason: str, *, topic: str = "") -> None:
    """Post the letter to the others at the table, if the lost one was about a running game.

    A daily letter is about several games: `topic` names one. An address that bounces gets nothing
    more, so the others read this once and not for every turn.
    """
    topic = topic or lost.topic
    family, _colon, public_id = topic.partition(":")
    if family != "game" or reason not in _ARRIVED_NOWHERE or lost.kind == DELIVERY_TROUBLE:
        return
    running = Seat.objects.filter(game__public_id=public_id, game__status=Status.RUNNING)
    seats = list(running.select_related("user").order_by("number"))
    theirs = next((each.number for each in seats if each.user and each.user.email == lost.to), None)
    if theirs is None:
        return
    for seat in seats:
        if seat.user is not None and not seat.user.is_bot and seat.user.email != lost.to:
            post(
                kind=DELIVERY_TROUBLE,
                to=seat.user.email,
                key=f"{public_id}:{seat.number}:{DELIVERY_TROUBLE}:{lost.pk}",
                data={"game": seat.game_id, "seat": seat.number, "lost": theirs},
                topic=topic,
            )
