"""The things in words that only this game has: crowns and abilities."""

from django.utils.translation import ngettext, pgettext


def crowns_words(count: int) -> str:
    """Return so many crowns."""
    return ngettext("%(count)d crown", "%(count)d crowns", count) % {"count": count}


def ability_word(ability: str) -> str:
    """Return the short word for an ability, as it stands in a description of a card."""
    words = {
        "again": pgettext("ability", "another turn"),
        "token": pgettext("ability", "token"),
        "privilege": pgettext("ability", "privilege"),
        "steal": pgettext("ability", "steal"),
    }
    return words[ability]
