"""Lists as they are read aloud."""

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext


def joined(parts: Sequence[str]) -> str:
    """Return the parts as one reads a list aloud: “d3, d4 and d5”."""
    if len(parts) < 2:
        return "".join(parts)
    words = {"most": ", ".join(parts[:-1]), "last": parts[-1]}
    if parts[-1].startswith("e"):  # two equal vowels do not meet in Italian
        return pgettext("before an e", "%(most)s and %(last)s") % words
    return gettext("%(most)s and %(last)s") % words
