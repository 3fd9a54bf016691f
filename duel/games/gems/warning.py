"""How another player could win on the next turn, as a warning to the reader."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

MOST_WAYS = 2
"""So many are told in words; more would bury the first."""


def warning_sentence(name: str, ways: Sequence[str]) -> str:
    """Return the warning about one player, about the position as it is, given each way in words."""
    told = list(ways[:MOST_WAYS])
    if more := len(ways) - len(told):
        told.append(
            ngettext("with %(count)d other card", "with %(count)d other cards", more)
            % {"count": more}
        )
    words = {"name": name, "ways": _either(told)}
    return (
        gettext(
            "Careful: as it stands before your move, %(name)s could win on the next turn %(ways)s."
        )
        % words
    )


def _either(ways: Sequence[str]) -> str:
    """Return the ways as one reads them aloud: “by this, by that or by a third”."""
    if len(ways) < 2:
        return "".join(ways)
    return gettext("%(most)s or %(last)s") % {"most": ", ".join(ways[:-1]), "last": ways[-1]}
