"""Builds the letter to a player who is out of a game by no act of their own; others play on."""

from typing import Any

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.tokens import preferences_url
from duel.games.stories import leaving_sentence
from duel.letters.context import context_for
from duel.models import Game, Status
from duel.notices.kinds import SEAT_LEFT, builds
from duel.perspective.acts import how_left_by_entry
from duel.record.selectors import names_of
from duel.words.naming import all_others, short_id
from mail.registry import Draft
from mail.sending.rendering import render


@builds(SEAT_LEFT)
def seat_left(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None once the game is over or its reader plays in it again."""
    if "notice" not in data:
        return _seat_of_bot(data)
    ctx = context_for(data)
    if ctx is None or not ctx.perspective.is_running or ctx.perspective.seat.left_at is None:
        return None
    how = how_left_by_entry(ctx.perspective, ctx.notice.mark)
    if not how:
        return None
    with speaking_to(ctx.reader):
        return ctx.draft("seat_left", {"how": leaving_sentence(how, "", is_viewer=True)})


def _seat_of_bot(data: dict[str, Any]) -> Draft | None:
    """Return the letter to somebody in whose seat a bot plays on; it opens nothing of the game."""
    game = Game.objects.filter(pk=data["game"], status=Status.RUNNING).first()
    reader = User.objects.filter(pk=data["person"], is_active=True).first()
    if game is None or reader is None:
        return None
    with speaking_to(reader):
        context = {
            **all_others(names_of(game), data["seat"]),
            "short_id": short_id(game),
            "preferences_url": preferences_url(reader),
            "how": leaving_sentence(data["how"], "", is_viewer=True),
            "is_bots": True,
        }
        return render("seat_left", context, reader.language)
