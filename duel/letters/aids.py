"""The player aid in letters: in a person's first letter of each kind of game, and on request.

Letters with a turn, the daily letter and answers to replies call it.
"""

from duel.games.registry import aid_lines
from duel.letters.context import LetterContext
from duel.models import Seat


def aid_at_first(ctx: LetterContext) -> list[str]:
    """Return the lines for the first turn of a seat, if this is its player's first such game."""
    earlier = Seat.objects.filter(
        user=ctx.reader, game__game=ctx.game.game, game__began_at__lt=ctx.game.began_at
    )
    return [] if earlier.exists() else aid_of(ctx)


def aid_of(ctx: LetterContext) -> list[str]:
    """Return the lines about the game as it is played here, in the reader's language."""
    options = (name for name, is_on in dict(ctx.game.options).items() if is_on)
    return aid_lines(ctx.perspective.presentation, options, ctx.reader.language)
