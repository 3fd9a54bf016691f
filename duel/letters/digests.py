"""The daily letter: all games where it is your move, instead of single letters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.tokens import preferences_url
from duel.letters.occasions import Occasion, occasion_at, short_id, speaking_to
from duel.letters.turns import deadline_words
from duel.recap import notes_since_last_turn, since_last_turn
from duel.selectors import games_waiting_for
from duel.wording.story import story_sentences
from duel.wording.titles import game_title
from mail.drafts import Draft
from mail.registry import letter
from mail.rendering import render

DIGEST = "digest"


@letter(DIGEST, name=_("the daily letter"))
def digest(data: dict[str, Any]) -> Draft | None:
    """Return the letter about all games that wait for this person, or None if none does."""
    reader = User.objects.filter(pk=data["person"], is_active=True).first()
    if reader is None:
        return None
    occasions = [
        occasion
        for game in games_waiting_for(reader)
        for seat in game.seats.filter(user=reader, is_to_move=True)
        if (occasion := occasion_at(game, seat.number)) and occasion.is_to_move
    ]
    return digest_letter(reader, occasions) if occasions else None


def digest_letter(reader: User, occasions: Sequence[Occasion]) -> Draft:
    """Return the letter about these turns of the reader's."""
    with speaking_to(reader):
        draft = render(
            "digest",
            {
                "reader": str(reader),
                "games": [_told(occasion) for occasion in occasions],
                "preferences_url": preferences_url(reader),
            },
            reader.language,
        )
    return replace(draft, list_id=f"games.{settings.SITE_HOST}")


def _told(occasion: Occasion) -> dict[str, Any]:
    game, log, number = occasion.game, occasion.log, occasion.seat.number
    since = since_last_turn(game, number, log=log)
    return {
        "title": game_title(game.game),
        "opponent": occasion.opponent,
        "short_id": short_id(game),
        "deadline": deadline_words(occasion),
        "since": story_sentences(since, occasion.names, number),
        "notes": [note.text for note in notes_since_last_turn(game, number, log=log)],
        "board_url": occasion.addresses.board,
    }
