"""The last letter of a game: how it ended, and the file that proves it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables

from accounts.readers import speaking_to
from duel.games.results import places_of, result_of
from duel.games.stories import leaving_sentence, story_sentences
from duel.letters.context import grouped_head, letter_context_of, notice_in
from duel.letters.turns import played_by_order
from duel.lobby.selectors import can_be_played_again
from duel.models import GameSecret
from duel.notices.kinds import GAME_OVER, builds
from duel.record.events import how_left, since_last_turn
from duel.record.log import Log
from duel.record.selectors import game_file, secret_is_open
from duel.record.signing import current_key
from duel.timekeeping.in_words import why_called_off
from duel.words.moments import by_the_clock_of
from engine.kinds import Kind
from mail.drafts import Attachment, Draft


@sensitive_variables()
@builds(GAME_OVER)
def game_over(data: dict[str, Any]) -> Draft | None:
    """Return the letter about the end, or None if the game goes on after all."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if ctx is None or ctx.is_running:
        return None
    game, log, number = ctx.game, ctx.log, ctx.seat.number
    with speaking_to(ctx.reader):
        result = result_of(log, ctx.names, number)
        since = since_last_turn(game, number, log=log)
        context = {
            "result": result,
            "places": places_of(log, ctx.names),
            "why": why_called_off(log, ctx.names, number) or _who_left(log, ctx.names, number),
            "by_order": played_by_order(ctx),
            "since": story_sentences(game, since, ctx.names, number, is_over=True, result=result),
            "notes": ctx.notes(),
            "sheet": ctx.sheet(),
            "secret": bytes(GameSecret.objects.get(game=game).secret).hex()
            if secret_is_open(game)
            else "",
            "secret_opens": by_the_clock_of(ctx.reader, game.secret_opens_at)
            if game.secret_opens_at
            else "",
            "commitment": game.commitment,
            "signing_key": current_key().public,
            "signing_keys_url": settings.SITE_URL + reverse("duel:signing-keys"),
            "rematch_url": ctx.addresses.rematch if can_be_played_again(log.seats, number) else "",
            "head": grouped_head(log.head),
        }
        draft = ctx.drafted("game_over", context)
    file = Attachment(
        name=f"duelpost-{game.public_id}.json",
        content=game_file(game).encode(),
        media_type="application/json",
    )
    return replace(draft, attachments=(file,))


def _who_left(log: Log, names: Sequence[str], viewer: int) -> str:
    """Return who has left, if the game ended by that and was scored; else nothing."""
    if log.course.result is None or list(log.course.result["by"]) != ["score"]:
        return ""
    left = [entry for entry in log.entries if entry.kind == Kind.RETIRE and entry.seat is not None]
    seat = left[-1].seat
    assert seat is not None  # noqa: S101 (for the type checker)
    return leaving_sentence(how_left(log, left[-1]), names[seat], seat == viewer)
