"""What a move certainly does, in full sentences, for the page of that one move."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from duel.games.duel.phrases import (
    colours_on,
    gives_a_privilege,
    named_card,
    turns_up,
)
from duel.games.duel.seat_view import SeatView
from duel.games.duel.vocabulary import royal_words
from duel.games.gems.move_lists import payment
from duel.games.gems.vocabulary import (
    GOLD,
    card_colour_word,
    colour_list,
    colour_word,
    count_words,
    token_phrase,
)
from duel.words.naming import joined
from engine.duel.facts import CARD_OF, COLOURS, ROYAL_OF
from engine.duel.flow import CROWNS_FOR_ROYALS
from engine.duel.moves import Option
from engine.duel.position import PRIVILEGES_IN_ALL
from engine.gems.pieces import DECK_ROWS
from engine.turn import Win


def move_sentences(option: Option, side: SeatView, wins: Win | None) -> list[str]:
    """Return what a legal move does, in sentences to its player, without what it reveals."""
    sentences = [*_EFFECTS[option.verb](option, side)]
    if wins is None:
        return sentences
    if wins is Win.BY_CHOICE:
        return [*sentences, gettext("This can win the game: it depends on what you choose then.")]
    # The game is over before another turn could begin.
    lasting = [sentence for sentence in sentences if sentence != _another_turn()]
    return [*lasting, gettext("This wins the game.")]


def _another_turn() -> str:
    return gettext("You then have another turn.")


def _buy(option: Option, side: SeatView) -> Iterator[str]:
    card = CARD_OF[str(option.card)]
    price = token_phrase(payment(option, side))
    words = {"card": named_card(card.id, side), "price": price}
    if price:
        yield gettext("You buy %(card)s for %(price)s.") % words
    else:
        yield gettext("You buy %(card)s for nothing.") % words
    if option.wild:
        yield gettext("It counts as %(colour)s.") % {"colour": card_colour_word(option.wild)}
    yield from _turned_up(option, side)
    yield from _ability(card.ability, side, None if card.colour is None else COLOURS[card.colour])
    crowns = side.mine.crowns
    if any(crowns < needed <= crowns + card.crowns for needed in CROWNS_FOR_ROYALS):
        yield gettext("Your crowns then bring you a royal of your choice.")


def _turned_up(option: Option, side: SeatView) -> Iterator[str]:
    """Yield what becomes of the place that the card leaves, and who sees it."""
    card = str(option.card)
    kind = turns_up(option, side)
    if kind == "hidden":
        yield gettext("%(name)s sees this card for the first time.") % {"name": side.opponent}
    elif kind == "card":
        yield gettext("A new card comes to %(slot)s.") % {"slot": side.slots[card]}
    elif kind is None and not side.slots[card].startswith("r"):
        yield gettext("%(slot)s then stays empty: its deck has run out.") % {
            "slot": side.slots[card]
        }


def _ability(ability: str, side: SeatView, colour: str | None = None) -> Iterator[str]:
    name = {"name": side.opponent}
    if ability == "again":
        yield _another_turn()
    elif ability == "token" and colour:
        if colour in side.view["board"]:
            yield gettext("You then take a token from the board: %(colour)s.") % {
                "colour": colour_word(colour)
            }
        else:
            yield gettext("No token of its colour lies on the board, so it gives you none.")
    elif ability == "steal":
        if any(n for colour, n in side.theirs.tokens.items() if colour != GOLD):
            yield gettext("You then steal a gem or pearl of your choice from %(name)s.") % name
        else:
            yield gettext("%(name)s has no gem or pearl, so there is nothing to steal.") % name
    elif ability == "privilege":
        if side.mine.privileges == PRIVILEGES_IN_ALL:
            yield gettext("You already have all three privileges, so it gives you none.")
        elif side.view["supply"]:
            yield gettext("You take a privilege.")
        else:
            yield gettext("You take a privilege from %(name)s.") % name


def _privilege_for_opponent(option: Option, side: SeatView) -> Iterator[str]:
    if gives_a_privilege(option, side):
        name = {"name": side.opponent}
        if side.privilege_would_be_mine():
            yield gettext("%(name)s takes a privilege from you.") % name
        else:
            yield gettext("%(name)s takes a privilege.") % name


def _limit(more: int, side: SeatView) -> Iterator[str]:
    surplus = side.mine.surplus_with(more)
    if surplus:
        yield ngettext(
            "You then have %(count)d token too many and return it to the bag.",
            "You then have %(count)d tokens too many and return them to the bag.",
            surplus,
        ) % {"count": surplus}


def _take(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You take %(cells)s: %(colours)s.") % _cells(option, side)
    yield from _privilege_for_opponent(option, side)
    yield from _limit(len(option.cells), side)


def _reserve(option: Option, side: SeatView) -> Iterator[str]:
    card = str(option.card)
    words = {"cell": option.cells[0], "card": named_card(card, side)}
    if card in DECK_ROWS:
        words["level"] = card[-1]
        yield (
            gettext(
                "You take the gold on %(cell)s and reserve the top card of level %(level)s, "
                "which only you will see."
            )
            % words
        )
    else:
        yield gettext("You take the gold on %(cell)s and reserve %(card)s.") % words
        yield from _turned_up(option, side)
    yield from _limit(1, side)


def _replenish(option: Option, side: SeatView) -> Iterator[str]:
    bag = {"tokens": token_phrase(side.view["bag"])}
    yield gettext("You replenish the board with what is in the bag: %(tokens)s.") % bag
    yield from _privilege_for_opponent(option, side)
    yield gettext("Then your turn goes on with an action.")


def _use(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You use a privilege and take %(cells)s: %(colours)s.") % _cells(option, side)
    yield gettext("Then your turn goes on.")


def _token(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You take %(cells)s: %(colours)s.") % _cells(option, side)


def _cells(option: Option, side: SeatView) -> dict[str, str]:
    return {"cells": joined(option.cells), "colours": colour_list(colours_on(option, side))}


def _steal(option: Option, side: SeatView) -> Iterator[str]:
    words = {"token": count_words(option.colours[0], 1), "name": side.opponent}
    yield gettext("You steal %(token)s from %(name)s.") % words


def _royal(option: Option, side: SeatView) -> Iterator[str]:
    royal = ROYAL_OF[str(option.card)]
    yield gettext("You take the royal: %(royal)s.") % {"royal": royal_words(royal.id)}
    yield from _ability(royal.ability, side)


def _discard(option: Option, side: SeatView) -> Iterator[str]:
    words = {"tokens": token_phrase(option.colours)}
    yield gettext("You return %(tokens)s to the bag.") % words


_EFFECTS = {
    "buy": _buy,
    "take": _take,
    "reserve": _reserve,
    "replenish": _replenish,
    "use": _use,
    "token": _token,
    "steal": _steal,
    "royal": _royal,
    "discard": _discard,
}
