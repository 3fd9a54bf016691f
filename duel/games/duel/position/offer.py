"""The cards that a seat may buy, each with what it would pay and what is missing."""

from django.utils.translation import gettext

from duel.games.duel.position.cards import card_traits, card_words, colour_of_card
from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.offer import CardLine, Face, card_lines
from engine.duel.facts import CARD_OF, COLOURS


def offer_of(seen: SeatView) -> tuple[CardLine, ...]:
    """Return the market from level 3 down to level 1, then the seat's own reserve."""
    secret = gettext("%(name)s does not know this card") % {"name": seen.opponent}
    return tuple(card_lines(seen, _face, secret=secret))


def _face(card_id: str) -> Face:
    card = CARD_OF[card_id]
    colour = "" if card.colour is None else COLOURS[card.colour]
    return Face(
        level=card.level,
        colour=colour,
        words=card_words(card_id),
        name=colour_of_card(card_id),
        points=card.points,
        traits=card_traits(card_id),
    )
