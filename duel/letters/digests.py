"""The daily letter: all games where it is your move, instead of single letters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.readers import speaking_to
from accounts.tokens import preferences_url
from duel.games.stories import story_sentences
from duel.games.titles import title_of
from duel.integrity.divergences import leaving_broken_games
from duel.letters.aids import aid_at_first
from duel.letters.context import LetterContext
from duel.letters.turns import deadline_words, played_by_order
from duel.notices.kinds import DIGEST, YOUR_TURN, builds
from duel.play.order_turns import Tried, try_orders
from duel.play.sending import end_wait
from duel.record.events import since_last_turn
from duel.record.log import writing
from duel.record.selectors import games_waiting_for
from duel.timekeeping.in_words import gifts_of_players, time_given_back
from duel.words.naming import all_others, short_id
from mail.drafts import Draft
from mail.sending.rendering import render
from mail.wishes.mutes import muted_topics


@builds(DIGEST)
def digest(data: dict[str, Any]) -> Draft | None:
    """Return the letter about all games that wait for this person, or None if none does.

    Nor if they have chosen single letters meanwhile: each turn that waits has its own then.
    """
    reader = User.objects.filter(
        pk=data["person"], is_active=True, letters=User.Letters.DIGEST
    ).first()
    if reader is None:
        return None
    muted = muted_topics(address=reader.email, kinds=[DIGEST, YOUR_TURN])
    names = games_waiting_for(reader).values_list("public_id", flat=True)
    turns = [
        ctx
        for public_id in names
        if f"game:{public_id}" not in muted and (ctx := _turn_of(public_id, reader))
    ]
    return digest_letter(reader, turns) if turns else None


def digest_letter(reader: User, turns: Sequence[LetterContext]) -> Draft:
    """Return the letter about these turns of the reader's."""
    with speaking_to(reader):
        draft = render(
            "digest",
            {
                "reader": str(reader),
                "games": [_told(ctx) for ctx in turns],
                "preferences_url": preferences_url(reader),
            },
            reader.language,
        )
    return replace(draft, list_id=f"games.{settings.SITE_HOST}")


def _turn_of(public_id: str, reader: User) -> LetterContext | None:
    """Return the turn that the reader has to make in this game, or None if it is made by now.

    What the letter tells is no longer taken back: decided under the game's lock. What there is of
    the reader's own turn it tells nobody else.
    """
    ctx = None
    with leaving_broken_games(), writing(public_id) as log:  # the others wait for their turn too
        turns = [LetterContext(log, seat, reader) for seat in log.seats if seat.user == reader]
        ctx = next((each for each in turns if each.is_to_move), None)
        if ctx is not None and log.game.unsent_seat != ctx.seat.number:
            end_wait(log)
    if ctx is not None and ctx.seat.has_orders:
        tried = try_orders(public_id=public_id, seat=ctx.seat.number)
        return None if tried is Tried.PLAYED else ctx
    return ctx


def _told(ctx: LetterContext) -> dict[str, Any]:
    game, log, number = ctx.game, ctx.log, ctx.seat.number
    since = since_last_turn(game, number, log=log)
    begins = not any(move.seat == number for move in log.course.standing())
    return {
        "title": title_of(game),
        **all_others(ctx.names, number, left=log.course.left),
        "short_id": short_id(game),
        "begins": begins,
        "aid": aid_at_first(ctx) if begins else [],
        "help_url": ctx.help_url,
        "is_late": log.course.flagged == number,
        "deadline": deadline_words(ctx),
        "given": [
            *gifts_of_players(log, number),
            *time_given_back(log, number, ctx.reader),
        ],
        "by_order": played_by_order(ctx),
        "since": story_sentences(ctx.game, since, ctx.names, number),
        "notes": ctx.notes(),
        "board_url": ctx.addresses.board,
        "timeline_url": ctx.addresses.timeline,
        "reply_address": ctx.own_reply_address,
    }
