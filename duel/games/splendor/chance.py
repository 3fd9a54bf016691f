"""What chance decides in this game, in words."""

from django.utils.translation import gettext

from duel.games.gems.chance import chance_words as shared_words


def chance_words(label: str) -> str:
    """Return what followed from the seed under this label."""
    told = {
        "nobles": gettext("The nobles on the table follow from the seed."),
        "cities": gettext("The cities on the table follow from the seed."),
        "faces": gettext("Which face of each city lies up follows from the seed."),
    }
    return told.get(label) or shared_words(label)
