"""The ways in which another player could win or end the game soon, for a warning to the reader."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

MOST_WAYS = 2
"""So many are told in words; more would bury the first."""


def ways_told(ways: Sequence[str]) -> str:
    """Return the ways within a sentence: the first in words, how many more there are."""
    told = list(ways[:MOST_WAYS])
    if more := len(ways) - len(told):
        told.append(
            ngettext("with %(count)d other card", "with %(count)d other cards", more)
            % {"count": more}
        )
    return _either(told)


def _either(ways: Sequence[str]) -> str:
    """Return the ways as one reads them aloud: “by this, by that or by a third”."""
    if len(ways) < 2:
        return "".join(ways)
    return gettext("%(most)s or %(last)s") % {"most": ", ".join(ways[:-1]), "last": ways[-1]}
