"""Who won over the board and how, in one sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duel.words.naming import joined


def victory_sentence(
    winners: Sequence[int], how: str, names: Sequence[str], viewer: int | None
) -> str:
    """Return that these seats have won, together if there are several, and how."""
    if len(winners) == 1:
        words = {"name": names[winners[0]], "reasons": how}
        if winners[0] == viewer:
            return gettext("You won the game: %(reasons)s.") % words
        return gettext("%(name)s won the game: %(reasons)s.") % words
    words = {"names": joined([names[each] for each in winners if each != viewer]), "why": how}
    if viewer in winners:
        return gettext("You won the game together with %(names)s: %(why)s.") % words
    return gettext("%(names)s won the game together: %(why)s.") % words
