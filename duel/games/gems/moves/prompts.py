"""What is asked of a seat, where games ask the same."""

from collections.abc import Collection

from django.utils.translation import gettext

ACTIONS = frozenset({"take", "reserve", "buy"})


def action_prompt(possible: Collection[str]) -> str:
    """Return the sentence that names the actions that are possible now, and no other."""
    possible = set(possible)
    if possible == {"take", "reserve", "buy"}:
        return gettext("Choose one action: take tokens, reserve a card or buy a card.")
    if possible == {"take", "reserve"}:
        return gettext("Choose one action: take tokens or reserve a card.")
    if possible == {"take", "buy"}:
        return gettext("Choose one action: take tokens or buy a card.")
    if possible == {"reserve", "buy"}:
        return gettext("Choose one action: reserve a card or buy a card.")
    if possible == {"take"}:
        return gettext("One action is possible: take tokens.")
    if possible == {"reserve"}:
        return gettext("One action is possible: reserve a card.")
    return gettext("One action is possible: buy a card.")
