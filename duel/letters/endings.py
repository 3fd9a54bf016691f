"""Builds the last letter of a game: how it ended, and the file that proves it."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables

from accounts.models.person import speaking_to
from duel.games.stories import leaving_sentence
from duel.letters.context import context_for, grouped_head
from duel.letters.turns import order_sentences
from duel.notices.kinds import GAME_OVER, builds
from duel.perspective.acts import last_to_leave
from duel.perspective.clock_words import why_called_off
from duel.perspective.perspective import Perspective
from duel.record.export import current_key, game_file
from duel.record.links import Purpose
from duel.words.naming import by_the_clock_of
from mail.registry import Attachment, Draft


@sensitive_variables()
@builds(GAME_OVER)
def game_over(data: dict[str, Any]) -> Draft | None:
    """Return the letter about the end, or None if the game goes on after all."""
    ctx = context_for(data)
    if ctx is None or ctx.perspective.is_running:
        return None
    perspective = ctx.perspective
    game, number = perspective.game, perspective.number
    with speaking_to(ctx.reader):
        context = {
            "result": perspective.result_words,
            "places": perspective.places_words,
            "why": why_called_off(perspective) or _who_left(perspective),
            "by_order": order_sentences(ctx),
            "since": perspective.story(),
            "notes": perspective.note_sentences(),
            "sheet": perspective.sheet(),
            "secret": (perspective.open_secret or b"").hex(),
            "secret_opens": by_the_clock_of(ctx.reader, game.secret_opens_at)
            if game.secret_opens_at
            else "",
            "commitment": game.commitment,
            "signing_key": current_key().public,
            "signing_keys_url": settings.SITE_URL + reverse("duel:signing-keys"),
            "rematch_url": ctx.address(Purpose.REMATCH) if perspective.can_be_played_again else "",
            "head": grouped_head(perspective.head),
        }
        draft = ctx.draft("game_over", context)
    file = Attachment(
        name=f"duelpost-{game.public_id}.json",
        content=game_file(game, reader={number}).encode(),
        media_type="application/json",
    )
    return replace(draft, attachments=(file,))


def _who_left(perspective: Perspective) -> str:
    """Return who has left, if the game ended by that and was scored; else nothing."""
    result = perspective.game.result
    if result is None or list(result["by"]) != ["score"]:
        return ""
    seat, how = last_to_leave(perspective)
    return leaving_sentence(how, perspective.names[seat], seat == perspective.number)
