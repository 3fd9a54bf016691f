"""Cards of Splendor, drawn."""

from functools import lru_cache

from django.utils.translation import get_language

from duel.games.gems.table.cards import CardPicture, PictureOf, top_of
from duel.games.gems.vocabulary import GEMS
from duel.games.splendor.printed_cards import PrintedCards, by_name


def pictures(printed: PrintedCards) -> PictureOf:
    """Return how cards are drawn under one version of the rules."""

    def picture_of(card_id: str) -> CardPicture:
        return _picture(get_language(), card_id, printed)

    return picture_of


@lru_cache(maxsize=2**9)
def _picture(language: str | None, card_id: str, printed: PrintedCards) -> CardPicture:
    card = printed.facts.card_of[card_id]
    colour = GEMS[card.colour]
    return CardPicture(
        id=card_id,
        tint=colour,
        words=printed.card(card_id),
        top=top_of(card.points, [colour]),
        cost=tuple(by_name(card.cost)),
    )
