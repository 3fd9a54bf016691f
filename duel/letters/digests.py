"""Builds the daily letter: all games where it is your move, instead of single letters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.tokens import preferences_url
from duel.games.registry import title_of
from duel.integrity.divergences import leaving_broken_games
from duel.letters.context import LetterContext
from duel.letters.turns import aid_at_first, deadline_words, order_sentences
from duel.notices.kinds import DIGEST, YOUR_TURN, builds
from duel.perspective.clock_words import gifts_of_players, time_given_back
from duel.perspective.perspective import perspective_of_snapshot
from duel.play.order_turns import OrderOutcome, try_orders
from duel.play.undo import settle_turn_of
from duel.record.links import Purpose
from duel.record.selectors import games_waiting_for
from duel.words.naming import all_others, short_id
from mail.mutes import muted_topics
from mail.registry import Draft
from mail.sending.rendering import render


@builds(DIGEST)
def digest(data: dict[str, Any]) -> Draft | None:
    """Return the letter about all games that wait for this person, or None if no game does.

    None too if they have chosen single letters meanwhile: each turn that waits has its own then.
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
                "games": [_game_context(ctx) for ctx in turns],
                "preferences_url": preferences_url(reader),
            },
            reader.language,
        )
    return replace(draft, list_id=f"games.{settings.SITE_HOST}")


def _turn_of(public_id: str, reader: User) -> LetterContext | None:
    """Return the turn that the reader has to make in this game, or None if it is made by now.

    Under the game's lock the turn before becomes final, so that nobody takes back what this shows.
    """
    found = None
    with leaving_broken_games():  # the others wait for their turn too
        found = settle_turn_of(reader, public_id=public_id)
    if found is None:
        return None
    seat, snapshot = found
    perspective = perspective_of_snapshot(snapshot, seat)
    if perspective.seat.has_orders:
        outcome = try_orders(public_id=public_id, seat=seat)
        if outcome is OrderOutcome.PLAYED:
            return None
    return LetterContext(perspective, reader)


def _game_context(ctx: LetterContext) -> dict[str, Any]:
    perspective = ctx.perspective
    game, number = perspective.game, perspective.number
    begins = not any(move.seat == number for move in perspective.moves)
    return {
        "title": title_of(game),
        **all_others(perspective.names, number, left=perspective.left),
        "short_id": short_id(game),
        "begins": begins,
        "aid": aid_at_first(ctx) if begins else [],
        "help_url": ctx.help_url,
        "is_late": perspective.late_seat == number,
        "deadline": deadline_words(ctx),
        "given": [
            *gifts_of_players(perspective),
            *time_given_back(perspective, ctx.reader),
        ],
        "by_order": order_sentences(ctx),
        "since": perspective.story(),
        "notes": perspective.note_sentences(),
        "board_url": ctx.address(Purpose.BOARD),
        "timeline_url": ctx.address(Purpose.TIMELINE),
        "reply_address": ctx.own_reply_address,
    }
