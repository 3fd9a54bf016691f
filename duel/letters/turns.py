"""The letters of a turn: it is yours, it goes on, it is running out."""

from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from duel.games.stories import story_sentences
from duel.letters.context import LetterContext, grouped_head, letter_context_of, notice_in
from duel.letters.just_built import keep
from duel.letters.length import without_gaps
from duel.letters.moves import by_number, with_addresses
from duel.models import Notice
from duel.models.notice import REMINDER, TURN_ASKED_FOR, TURN_GOES_ON, YOUR_TURN
from duel.notices.intents import keep_head
from duel.record.since_last_turn import since_last_turn
from duel.timekeeping.in_words import clock_sentences, expected_deadline, left_words
from duel.words.delays import unsend_words
from duel.words.moments import by_the_clock_of
from duel.words.readers import speaking_to
from mail.drafts import Draft
from mail.registry import letter


@letter(YOUR_TURN, name=_("letters with your turn"), one=_("turn"), can_be_folded=True)
def your_turn(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the whole turn, or None if it is no longer this turn."""
    return _turn_letter("your_turn", notice_in(data))


@letter(
    TURN_GOES_ON,
    name=_("letters with the rest of a turn"),
    one=_("rest of a turn"),
    can_be_folded=True,
)
def turn_goes_on(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the rest of a turn that was left in the middle."""
    return _turn_letter("turn_goes_on", notice_in(data))


@letter(
    TURN_ASKED_FOR,
    name=_("letters with your turn that you asked for"),
    one=_("turn that was asked for"),
    asked_for=True,
)
def turn_asked_for(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the present turn, or the rest of it, once more."""
    notice = notice_in(data)
    brought = Notice.objects.filter(kind=TURN_GOES_ON, cancelled_at=None)
    goes_on = notice and brought.filter(game=notice.game, ply=notice.ply).exists()
    return _turn_letter("turn_goes_on" if goes_on else "your_turn", notice)


@letter(REMINDER, name=_("reminders"), one=_("reminder"))
def reminder(data: dict[str, Any]) -> Draft | None:
    """Return the letter that says how much time is left, with the whole turn once more."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None or not _can_be_played(ctx):
        return None
    if ctx.log.history.turn.since > notice.created_at:  # it was played meanwhile
        return None
    if ctx.log.course.flagged is not None:  # too late: another letter tells of that
        return None
    keep_head(notice, ctx.log.head)
    with speaking_to(ctx.reader):
        left = {"left": left_words(ctx.log)}
        return without_gaps(ctx.drafted("reminder", _turn_context(ctx) | left))


def _turn_letter(name: str, notice: Notice | None) -> Draft | None:
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None:
        return None
    if not _can_be_played(ctx) or ctx.log.course.ply != notice.ply:
        return None
    keep_head(notice, ctx.log.head)
    return keep(turn_draft(name, ctx), ctx, notice=notice.pk)


def _can_be_played(ctx: LetterContext) -> bool:
    """Return whether the turn is the reader's and the links to it open something.

    Those of somebody who is suspended do not; when that is over, the turn comes anew.
    """
    return ctx.is_to_move and ctx.reader.suspended_at is None


def turn_draft(name: str, ctx: LetterContext, more: dict[str, Any] | None = None) -> Draft:
    """Return the letter of this name with the whole turn of the seat, and more in its context."""
    with speaking_to(ctx.reader):
        return without_gaps(ctx.drafted(name, _turn_context(ctx) | (more or {})))


def _turn_context(ctx: LetterContext) -> dict[str, Any]:
    log, number = ctx.log, ctx.seat.number
    sheet = ctx.sheet()
    with_links = not ctx.reader.numbers_only
    listed = partial(with_addresses, address=ctx.addresses.move) if with_links else by_number
    since = since_last_turn(ctx.game, number, log=log)
    begins = not any(move.seat == number for move in log.course.standing())
    return {
        "begins": begins,
        "deadline": deadline_words(ctx),
        "since": story_sentences(ctx.game, since, ctx.names, number),
        "since_the_start": not since or since[0]["ply"] == 1,
        "notes": ctx.notes(),
        "sheet": sheet,
        "groups": list(listed(sheet.moves.meant)),
        "rarer": list(listed(sheet.moves.rarer)),
        "left_out": sheet.moves.left_out,
        "payments_url": ctx.addresses.payments,
        "with_links": with_links,
        "clock": clock_sentences(log, number, ctx.reader, with_terms=begins),
        "unsend": unsend_words(settings.UNSEND_SECONDS),
        "head": grouped_head(log.head),
    }


def deadline_words(ctx: LetterContext) -> str:
    """Return until when the seat has time, by the reader's clock; nothing while that stands still.

    The clock starts when the letter has left: until then, what it says is at the earliest.
    """
    deadline = ctx.game.deadline or expected_deadline(ctx.log)
    return by_the_clock_of(ctx.reader, deadline) if deadline else ""
