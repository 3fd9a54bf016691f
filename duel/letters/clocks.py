"""The letters about time: your opponent is out of it, you are, you have been given some."""

from typing import Any

from accounts.readers import speaking_to
from duel.letters.context import letter_context_of, notice_in
from duel.letters.turns import deadline_words, turn_draft
from duel.notices.kinds import MAIL_WAITS, OWN_TIME_IS_UP, TIME_GIVEN, TIME_IS_UP, builds
from duel.timekeeping.in_words import clock_sentences, giver_of
from duel.timekeeping.leaving import what_follows
from duel.words.time_controls import duration
from mail.drafts import Draft


@builds(TIME_IS_UP)
def time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the link to claim, or None if nobody is late any more."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if ctx is None or not ctx.is_running:
        return None
    late = ctx.log.course.flagged
    if late is None or late == ctx.seat.number:
        return None
    with speaking_to(ctx.reader):
        return ctx.drafted(
            "time_is_up",
            {
                "opponent": ctx.names[late],
                "is_unreachable": ctx.log.history.is_unreachable(late),
                "leaving": what_follows(ctx.log, late),
                "time_url": ctx.addresses.time,
            },
        )


@builds(OWN_TIME_IS_UP)
def own_time_is_up(data: dict[str, Any]) -> Draft | None:
    """Return the letter that brings the turn once more, or None if its player is not late."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None or not ctx.is_to_move:
        return None
    if ctx.log.course.flagged != ctx.seat.number:
        return None
    is_unreachable = ctx.log.history.is_unreachable(ctx.seat.number)
    return turn_draft("own_time_is_up", ctx, {"is_unreachable": is_unreachable})


@builds(TIME_GIVEN)
def time_given(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells of a gift of time, or None once the game is over."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None or not ctx.is_running:
        return None
    given = ctx.log.entry(notice.mark)
    number = ctx.seat.number
    with speaking_to(ctx.reader):
        return ctx.drafted(
            "time_given",
            {
                "opponent": giver_of(ctx.log, given, number),
                "given": duration(int(given.text)),
                "deadline": deadline_words(ctx) if ctx.is_to_move else "",
                "is_to_move": ctx.is_to_move,
                "clock": clock_sentences(ctx.log, number, ctx.reader, with_gifts=False),
            },
        )


@builds(MAIL_WAITS)
def mail_waits(data: dict[str, Any]) -> Draft | None:
    """Return the letter that says why the game is held, or None once it is not."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None or not ctx.is_running or not ctx.log.course.stopped:
        return None
    late = ctx.log.history.turn.seat
    with speaking_to(ctx.reader):
        told = {"is_mine": late == ctx.seat.number, "writer": ctx.names[late]}
        return ctx.drafted("mail_waits", told)
