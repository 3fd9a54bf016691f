"""The letter to somebody who is out of a game that the others play on, not by an act of theirs."""

from typing import Any

from accounts.readers import speaking_to
from duel.games.stories import leaving_sentence
from duel.letters.context import letter_context_of, notice_in
from duel.notices.kinds import SEAT_LEFT, builds
from duel.record.events import how_left
from engine.kinds import Kind
from mail.drafts import Draft


@builds(SEAT_LEFT)
def seat_left(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None once the game is over or its reader plays in it again."""
    notice = notice_in(data)
    ctx = letter_context_of(notice) if notice else None
    if notice is None or ctx is None or not ctx.is_running or not ctx.has_left:
        return None
    entry = ctx.log.entry(notice.mark)
    if entry.kind != Kind.RETIRE:
        return None
    with speaking_to(ctx.reader):
        how = leaving_sentence(how_left(ctx.log, entry), "", is_viewer=True)
        return ctx.drafted("seat_left", {"how": how})
