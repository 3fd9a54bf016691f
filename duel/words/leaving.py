"""What becomes of a game of three or four that a player leaves, in words."""

from django.utils.translation import gettext

from duel.models import Leaving
from duel.words.terms import Terms


def leaving_sentences(terms: Terms) -> list[str]:
    """Return what the players agree on about one who leaves; nothing where there are but two."""
    if terms.seats == 2:
        return []
    return [
        gettext("If a player leaves, or is out of the game because time is up: %(then)s")
        % {"then": _then(terms.leaving)}
    ]


def consequence_sentence(leaving: str, *, playing: int = 3) -> str:
    """Return what follows when one of so many players leaves now."""
    if playing == 2:
        return gettext("The one who is left wins the game.")
    told = {
        Leaving.OUT.value: gettext("The others play on."),
        Leaving.SCORE.value: gettext("The game ends, and whoever is first among the others wins."),
        Leaving.BOT.value: gettext("A bot plays on in the seat."),
    }
    offered = gettext(
        "The seat is offered to others for seven days, and all clocks stand still until somebody "
        "takes it."
    )
    return told.get(leaving, offered)


def _then(leaving: str) -> str:
    told = {
        Leaving.OUT.value: gettext("the others play on."),
        Leaving.SCORE.value: gettext("the game ends, and whoever is first among the others wins."),
        Leaving.BOT.value: gettext("a bot plays on in the seat."),
    }
    offered = gettext(
        "all clocks stand still, and anybody here may take the seat within seven days; then the "
        "others play on."
    )
    return told.get(leaving, offered)
