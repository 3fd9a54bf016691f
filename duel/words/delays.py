"""How long a turn can be taken back, in words."""

from django.utils.translation import ngettext


def unsend_words(seconds: int) -> str:
    """Return it as in “5 minutes”; nothing if letters leave at once."""
    if not seconds:
        return ""
    if seconds % 60:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    minutes = seconds // 60
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
