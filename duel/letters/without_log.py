"""Letters about a game that never replay it, because its record may be damaged.

Letters of operators and answers to replies call it.
"""

from dataclasses import replace
from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.tokens import preferences_url
from duel.games.registry import game_title
from duel.letters.context import address_of
from duel.models import AnyGame
from duel.perspective.perspective import perspective_of_player
from duel.record.links import Purpose
from duel.record.selectors import names_of
from duel.words.naming import all_others, short_id
from mail.registry import Draft
from mail.sending.rendering import render


def drafted_without_log(
    name: str, game: AnyGame, reader: User, context: dict[str, Any], *, seat: int
) -> Draft:
    """Return the letter to a player, in the thread of its game, with links if they sit there.

    `seat` is the side from which it is told if they sit there no longer.
    """
    perspective = perspective_of_player(reader, game.public_id)
    sits = perspective.seat if perspective else None
    with speaking_to(reader):
        names = names_of(game)
        number = sits.number if sits else seat
        draft = render(
            name,
            {
                "reader": str(reader),
                **all_others(names, number),
                "title": game_title(game.game),
                "short_id": short_id(game),
                "board_url": address_of(sits, Purpose.BOARD) if sits else "",
                "trouble_url": address_of(sits, Purpose.TROUBLE) if sits else "",
                "preferences_url": preferences_url(reader),
                **context,
            },
            reader.language,
        )
    return replace(
        draft,
        headers={"X-Duelpost-Game": game.public_id},
        thread=f"game:{game.public_id}",
        list_id=f"games.{settings.SITE_HOST}",
    )
