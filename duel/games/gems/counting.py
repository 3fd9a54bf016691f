"""Giving tokens back by counting them, colour by colour."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from duel.games.base import Counter, Counters, View
from duel.games.gems.vocabulary import COLOURS, colour_word
from engine.gems.pieces import TOKEN_LIMIT


def counters_of(view: View, seat: int, chosen: Mapping[str, int] | None = None) -> Counters | None:
    """Return the seat's tokens by colour while it has to give some back, and its choice."""
    if view["phase"] != "discard" or view["to_move"] != seat:
        return None
    tokens, chosen = view["players"][seat]["tokens"], chosen or {}
    returned = [colour for colour in COLOURS for _ in range(chosen.get(colour, 0))]
    return Counters(
        counters=tuple(
            Counter(colour, colour_word(colour), owned, chosen.get(colour, 0))
            for colour, owned in tokens.items()
            if owned
        ),
        move=" ".join(["discard", *returned]),
        wrong=_wrong_number(tokens, chosen),
    )


def _wrong_number(tokens: Mapping[str, int], chosen: Mapping[str, int]) -> str:
    """Return how many tokens were chosen, and how many must go."""
    if any(number > tokens.get(colour, 0) for colour, number in chosen.items()):
        return gettext("You do not have so many tokens of that colour.")
    numbers = {"chosen": sum(chosen.values()), "count": sum(tokens.values()) - TOKEN_LIMIT}
    return (
        ngettext(
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            "You have chosen %(chosen)d, but exactly %(count)d must go, so that ten tokens remain.",
            numbers["count"],
        )
        % numbers
    )
