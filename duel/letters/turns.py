"""Builds the letters of a turn: it is yours, it goes on, it is running out.

Answers to replies use its draft as well. The player aid goes with a person's first letter of each
kind of game, and on request.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from django.utils.safestring import SafeString

from accounts.models.person import speaking_to
from duel.games.base import MoveGroup, MoveLists
from duel.games.registry import aid_lines
from duel.games.stories import story_sentences
from duel.letters.answers_with_turn import was_brought_by_answer
from duel.letters.context import (
    LetterContext,
    NoticeContext,
    context_for,
    context_of_notice,
    grouped_head,
    notice_for,
)
from duel.letters.moves import Links, by_number, printed_move, with_addresses
from duel.models import Notice, Seat
from duel.notices.kinds import REMINDER, TURN_ASKED_FOR, TURN_GOES_ON, YOUR_TURN, builds
from duel.perspective.acts import memo_for_turn
from duel.perspective.clock_words import clock_sentences, expected_deadline, left_words
from duel.perspective.perspective import NoticePerspective, Perspective
from duel.play.order_turns import OrderOutcome, try_orders
from duel.play.orders import plies_by_order
from duel.record.export import current_key
from duel.record.links import Purpose, about_seat
from duel.words.naming import by_the_clock_of, unsend_words
from lib.statements import update
from mail.addresses import replies_are_on
from mail.inbound.door.limits import was_refused
from mail.registry import Draft


def aid_at_first(ctx: LetterContext) -> list[str]:
    """Return the lines for the first turn of a seat, if this is its player's first such game."""
    game = ctx.perspective.game
    earlier = Seat.objects.filter(
        user=ctx.reader, game__game=game.game, game__began_at__lt=game.began_at
    )
    return [] if earlier.exists() else aid_of(ctx)


def aid_of(ctx: LetterContext) -> list[str]:
    """Return the lines about the game as it is played here, in the reader's language."""
    options = (name for name, is_on in dict(ctx.perspective.game.options).items() if is_on)
    return aid_lines(ctx.perspective.presentation, options, ctx.reader.language)


MOST_LINES = 100
"""A phone can show this number of lines without its reader getting lost."""


@builds(YOUR_TURN)
def your_turn(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the whole turn, or None if it is no longer this turn.

    None too if a bot's move has brought the turn, and the answer to a mail has shown it already.
    """
    found = notice_for(data)
    if found is None:
        return None
    plays_with_bot = any(seat.is_bot for seat in found.perspective.seats)
    if plays_with_bot and was_brought_by_answer(found.notice, person=data["person"]):
        return None
    return _turn_letter("your_turn", found)


@builds(TURN_GOES_ON)
def turn_goes_on(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the rest of an open turn; None if an answer to a mail brought it."""
    found = notice_for(data)
    if found is None or was_brought_by_answer(found.notice, person=data["person"]):
        return None
    return _turn_letter("turn_goes_on", found)


@builds(TURN_ASKED_FOR)
def turn_asked_for(data: dict[str, Any]) -> Draft | None:
    """Return the letter with the present turn, or the rest of it, once more."""
    found = notice_for(data)
    if found is None:
        return None
    brought = Notice.objects.filter(kind=TURN_GOES_ON, cancelled_at=None)
    goes_on = brought.filter(game=found.notice.game_id, ply=found.notice.ply).exists()
    return _turn_letter("turn_goes_on" if goes_on else "your_turn", found)


@builds(REMINDER)
def reminder(data: dict[str, Any]) -> Draft | None:
    """Return the letter that says how much time is left, with the whole turn once more."""
    ctx = context_for(data)
    if ctx is None or not _can_be_played(ctx):
        return None
    if ctx.perspective.history.turn.since > ctx.notice.created_at:  # it was played meanwhile
        return None
    if ctx.perspective.late_seat is not None:  # too late: there is another letter for that
        return None
    _store_head(ctx)
    with speaking_to(ctx.reader):
        return turn_draft("reminder", ctx, {"left": left_words(ctx.perspective)})


def _turn_letter(name: str, found: NoticePerspective) -> Draft | None:
    ctx = context_of_notice(found)
    if ctx is None or not _can_be_played(ctx) or ctx.perspective.game.ply != found.notice.ply:
        return None
    seat, outcome = ctx.perspective.seat, OrderOutcome.NONE
    if seat.has_orders:  # they are tried now that the letter is about to leave
        outcome = try_orders(public_id=seat.game.public_id, seat=seat.number)
    if outcome is OrderOutcome.PLAYED:
        return None
    _store_head(ctx)
    # What its player keeps for themselves is in no letter that operators are shown.
    own = {
        "no_order_was_possible": outcome is OrderOutcome.IMPOSSIBLE,
        "memo": memo_for_turn(ctx.perspective) if seat.has_memo else "",
    }
    return replace(turn_draft(name, ctx, own), source=ctx.turn_sent)


def _store_head(ctx: NoticeContext) -> None:
    """Store with the notice which head of the chain its letter carries: `replaygames` compares it.

    A letter that is tried again carries the head of that moment.
    """
    ctx.notice.head = ctx.perspective.head
    update(ctx.notice, ["head"])


def _can_be_played(ctx: LetterContext) -> bool:
    """Return whether the turn is the reader's, and its links work.

    Those of somebody who is suspended do not; when that is over, the turn comes anew.
    """
    return ctx.perspective.is_to_move and ctx.reader.suspended_at is None


def turn_draft(name: str, ctx: LetterContext, more: dict[str, Any] | None = None) -> Draft:
    """Return the letter of this name with the whole turn of the seat, and more in its context."""
    with speaking_to(ctx.reader):
        return without_gaps(ctx.draft(name, turn_context(ctx) | (more or {})))


def turn_context(ctx: LetterContext) -> dict[str, Any]:
    """Return what a letter with the whole turn of the seat is made of."""
    perspective, game, number = ctx.perspective, ctx.perspective.game, ctx.perspective.number
    sheet = perspective.sheet()
    is_by_mail = ctx.reader.answers_by_mail and replies_are_on()
    with_links = not ctx.reader.numbers_only and not is_by_mail
    addresses = _addresses(ctx, sheet.moves, is_by_mail=is_by_mail)
    links = Links(addresses, collected=ctx.address(Purpose.PAYMENTS) if with_links else "")
    listed = partial(with_addresses, addresses=addresses) if with_links else by_number
    since, made = perspective.events, perspective.moves
    begins = not any(move.seat == number for move in made)
    drawing = sheet.in_letter(links, since)
    following = perspective.next_player
    return {
        "begins": begins,
        "aid": aid_at_first(ctx) if begins else [],
        "first_to_move": perspective.names[made[0].seat] if made else "",
        "deadline": deadline_words(ctx),
        "by_order": order_sentences(ctx),
        "since": perspective.story(),
        "since_the_start": not since or since[0]["ply"] == 1,
        "mail_was_refused": was_refused(about_seat(game.public_id, number)),
        "notes": perspective.note_sentences(),
        "sheet": sheet,
        "drawing": drawing,
        "groups": list(listed(sheet.moves.meant)),
        "rarer": list(listed(sheet.moves.rarer)),
        "groups_drawn": _draw_groups(drawing.moves.meant, links),
        "rarer_drawn": _draw_groups(drawing.moves.rarer, links),
        "collected_drawn": _draw_links(drawing.moves.collected, links),
        "left_out": sheet.moves.left_out,
        "payments_url": ctx.address(Purpose.PAYMENTS),
        "with_links": with_links,
        "is_by_mail": is_by_mail,
        "clock": clock_sentences(perspective, ctx.reader, with_terms=begins),
        "unsend": unsend_words(perspective.seconds_until_final),
        "next_bot": perspective.names[following.number] if following.is_bot else "",
        "head": grouped_head(perspective.head),
        # Named before anything is played, and whole in the last letter: no query for those between.
        "signing_key": grouped_head(current_key().public) if begins else "",
    }


def _addresses(ctx: LetterContext, moves: MoveLists, *, is_by_mail: bool) -> dict[int, str]:
    """Return by number where the link of each move leads: to its page, or to a mail with it.

    Readers who want numbers only get no links.
    """
    if ctx.reader.numbers_only and not is_by_mail:
        return {}
    items = [item for group in (*moves.meant, *moves.rarer) for item in group.items]
    if is_by_mail:
        return {item.number: ctx.mail_with(printed_move(item)) for item in items}
    return {item.number: ctx.move_address(item.place) for item in items}


def _draw_groups(groups: Sequence[MoveGroup], links: Links) -> SafeString:
    return SafeString("\n".join(map(links.listed, groups)))


def _draw_links(groups: Sequence[MoveGroup], links: Links) -> SafeString:
    """Return a link to each of the groups that are left to a page of their own."""
    return SafeString(
        "\n<br>".join(links.elsewhere(group, escape(group.title)) for group in groups)
    )


def deadline_words(ctx: LetterContext) -> str:
    """Return until when the seat has time, by the reader's clock; nothing while the clock is held.

    The clock starts when the letter has left: until then this is the earliest deadline.
    """
    deadline = ctx.perspective.game.deadline or expected_deadline(ctx.perspective)
    return by_the_clock_of(ctx.reader, deadline) if deadline else ""


def without_gaps(draft: Draft) -> Draft:
    """Return the draft; a long text loses its empty lines."""
    lines = draft.text.split("\n")
    if len(lines) <= MOST_LINES:
        return draft
    *most, last = lines
    return replace(draft, text="\n".join([*(line for line in most if line), last]))


def order_sentences(ctx: LetterContext) -> list[str]:
    """Return the sentences about what the reader's orders have played since their last own move.

    These are several turns if each letter in between was cancelled by the next orders.
    """
    perspective = ctx.perspective
    if not perspective.seat.has_played_orders:
        return []
    plies = set(_last_plies(perspective, plies_by_order([perspective.seat])))
    if not plies:
        return []
    return [
        sentence
        for event in perspective.events_since(min(plies) - 1)
        if event["ply"] in plies
        for sentence in story_sentences(
            perspective.game, [event], perspective.names, perspective.number
        )
    ]


def _last_plies(perspective: Perspective, ordered: set[int]) -> Iterator[int]:
    """Yield the plies of moves that stand, back to the last one that the reader made."""
    for move in reversed(perspective.moves):
        if move.seat == perspective.number:
            if move.ply not in ordered:
                return
            yield move.ply
