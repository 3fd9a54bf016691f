"""Builds the letters about time: the opponent is late, you are late, you got time, mail waits."""

from typing import Any

from accounts.models.person import speaking_to
from duel.letters.context import context_for
from duel.letters.turns import deadline_words, turn_draft
from duel.notices.kinds import MAIL_WAITS, OWN_TIME_IS_UP, TIME_GIVEN, TIME_IS_UP, builds
from duel.perspective.acts import what_follows
from duel.perspective.clock_words import clock_sentences, gift_words
from duel.record.links import Purpose
from mail.registry import Draft


@builds(TIME_IS_UP)
def time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the link to claim, or None if nobody is late any more."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running:
        return None
    late = ctx.perspective.late_seat
    if late is None or late == ctx.perspective.number:
        return None
    with speaking_to(ctx.reader):
        return ctx.draft(
            "time_is_up",
            {
                "opponent": ctx.perspective.names[late],
                "is_unreachable": ctx.perspective.history.is_unreachable(late),
                "leaving": what_follows(ctx.perspective, late),
                "time_url": ctx.address(Purpose.TIME),
            },
        )


@builds(OWN_TIME_IS_UP)
def own_time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter that brings the turn once more, or None if its player is not late."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_to_move:
        return None
    if ctx.perspective.late_seat != ctx.perspective.number:
        return None
    is_unreachable = ctx.perspective.history.is_unreachable(ctx.perspective.number)
    return turn_draft("own_time_is_up", ctx, {"is_unreachable": is_unreachable})


@builds(TIME_GIVEN)
def time_given(data: dict[str, Any]) -> Draft | None:
    """Return the letter about a gift of time, or None once the game is over."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running:
        return None
    with speaking_to(ctx.reader):
        giver, given = gift_words(ctx.perspective, ctx.notice.mark)
        return ctx.draft(
            "time_given",
            {
                "opponent": giver,
                "given": given,
                "deadline": deadline_words(ctx) if ctx.perspective.is_to_move else "",
                "is_to_move": ctx.perspective.is_to_move,
                "clock": clock_sentences(ctx.perspective, ctx.reader, with_gifts=False),
            },
        )


@builds(MAIL_WAITS)
def mail_waits(data: dict[str, Any]) -> Draft | None:
    """Return the letter that says why the game is held, or None once it is not."""
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running or not ctx.perspective.is_held:
        return None
    late = ctx.perspective.history.turn.seat
    with speaking_to(ctx.reader):
        context = {"is_mine": late == ctx.perspective.number, "writer": ctx.perspective.names[late]}
        return ctx.draft("mail_waits", context)
