"""What chance decides in this game, in words."""

from django.utils.translation import gettext

from duel.games.gems.chance import chance_words as shared_words


def chance_words(label: str) -> str:
    """Return what followed from the seed under this label."""
    if label == "board":
        return gettext("The tokens on the board at the start follow from the seed.")
    if label.startswith("refill"):
        words = {"number": label.removeprefix("refill")}
        return gettext("The tokens of refill %(number)s follow from the seed.") % words
    return shared_words(label)
