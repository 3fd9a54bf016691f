"""The last letter of a game: how it ended, and the file that proves it."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from duel.clocks.telling import why_called_off
from duel.letters.occasions import (
    by_the_clock_of,
    grouped_head,
    notice_in,
    occasion_of,
    speaking_to,
)
from duel.models import GameSecret
from duel.notices import GAME_OVER
from duel.recap import notes_since_last_turn, since_last_turn
from duel.selectors import game_file, secret_is_open
from duel.wording.results import result_of
from duel.wording.sheet import turn_sheet
from duel.wording.story import story_sentences
from mail.drafts import Attachment, Draft
from mail.registry import letter


@sensitive_variables()
@letter(GAME_OVER, name=_("letters about the end of a game"))
def game_over(data: dict[str, Any]) -> Draft | None:
    """Return the letter about the end, or None if the game goes on after all."""
    notice = notice_in(data)
    occasion = occasion_of(notice) if notice else None
    if occasion is None or occasion.is_running:
        return None
    game, log, number = occasion.game, occasion.log, occasion.seat.number
    people = [seat.user for seat in log.seats]
    with speaking_to(occasion.reader):
        result = result_of(log, occasion.names, number)
        since = since_last_turn(game, number, log=log)
        context = {
            "result": result,
            "why": why_called_off(log, occasion.names, number),
            "since": story_sentences(since, occasion.names, number, is_over=True, result=result),
            "notes": [note.text for note in notes_since_last_turn(game, number, log=log)],
            "sheet": turn_sheet(occasion.view, [], number, occasion.names),
            "secret": bytes(GameSecret.objects.get(game=game).secret).hex()
            if secret_is_open(game)
            else "",
            "secret_opens": by_the_clock_of(occasion.reader, game.secret_opens_at)
            if game.secret_opens_at
            else "",
            "commitment": game.commitment,
            "rematch_url": "" if None in people else occasion.addresses.rematch,
            "head": grouped_head(log.head),
        }
        draft = occasion.drafted("game_over", context)
    file = Attachment(
        name=f"duelpost-{game.public_id}.json",
        content=game_file(game).encode(),
        media_type="application/json",
    )
    return replace(draft, attachments=(file,))
