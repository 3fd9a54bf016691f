"""The clock of a game in one sentence, told to one reader.

The API calls it.
"""

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.perspective.perspective import Perspective
from duel.words.naming import all_others, by_the_clock_in


def deadline_words(perspective: Perspective) -> str:
    """Return until when the player to move has time; nothing once the game is over."""
    game = perspective.game
    if game.to_move is None:
        return ""
    if game.deadline is None:
        return gettext("The clock does not run at the moment.")
    deadline = by_the_clock_in(timezone.get_current_timezone(), game.deadline)
    words = {"deadline": deadline, "opponent": perspective.names[game.to_move]}
    is_mine = game.to_move == perspective.number
    if not game.is_late:
        if is_mine:
            return gettext("You have until %(deadline)s.") % words
        return gettext("%(opponent)s has until %(deadline)s.") % words
    if not is_mine:
        return gettext("The time of %(opponent)s was up on %(deadline)s.") % words
    others = all_others(perspective.names, game.to_move)
    told = ngettext(
        "Your time was up on %(deadline)s. You can still move until %(opponent)s claims the game.",
        "Your time was up on %(deadline)s. You can still move until one of %(opponent)s claims the "
        "game.",
        int(others["others"]),
    )
    return told % {**words, **others}
