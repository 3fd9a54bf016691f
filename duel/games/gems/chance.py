"""What chance decides in games of cards and tokens, in words."""

from django.utils.translation import gettext


def chance_words(label: str) -> str:
    """Return what followed from the seed under this label, if all such games have it.

    A label that is not known is named as it is.
    """
    if label == "first":
        return gettext("Who began follows from the seed.")
    if label.startswith("deck"):
        words = {"level": label.removeprefix("deck")}
        return gettext("The order of the deck of level %(level)s follows from the seed.") % words
    return gettext("“%(label)s” follows from the seed.") % {"label": label}
