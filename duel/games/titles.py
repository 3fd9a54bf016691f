"""What a game is called in full: what is played, by how many, and with what."""

from django.utils.translation import gettext

from duel.games.registry import presentation_of
from duel.models import AnyGame
from duel.words.naming import joined
from duel.words.terms import Terms, terms_of
from engine.games import find_game


def full_title(terms: Terms) -> str:
    """Return it as in “Splendor for 3, with Cities”.

    Of a game that is always played by the same number, that number is not told.
    """
    told = presentation_of(terms)
    words = {"game": told.title, "seats": terms.seats}
    words["options"] = joined([str(name) for key, name in told.options if key in terms.options])
    is_for_some = len(find_game(terms.game, terms.rules).seat_counts) > 1
    if words["options"] and is_for_some:
        return gettext("%(game)s for %(seats)d, with %(options)s") % words
    if words["options"]:
        return gettext("%(game)s, with %(options)s") % words
    return gettext("%(game)s for %(seats)d") % words if is_for_some else told.title


def title_of(game: AnyGame) -> str:
    """Return the same of a game that was proposed."""
    return full_title(terms_of(game))


def excluded_options(terms: Terms) -> list[str]:
    """Return those of the chosen options that make no sense beside the others, in words."""
    told = presentation_of(terms)
    offered = told.offered(terms.options)
    return [str(name) for key, name in told.options if key in terms.options and key not in offered]
