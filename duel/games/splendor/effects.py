"""What a move certainly does, in full sentences, for the page of that one move."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from duel.games.gems.move_lists import payment
from duel.games.gems.vocabulary import GOLD, colour_word, token_phrase
from duel.games.splendor.phrases import (
    brings_a_token,
    kept_card,
    looks_at_two,
    named_card,
    tokens_taken,
    turns_up,
)
from duel.games.splendor.seat_view import SeatView
from engine.gems.pieces import DECK_ROWS
from engine.splendor.facts import TOKEN_AFTER_PAIR
from engine.splendor.moves import Option
from engine.turn import Win


def move_sentences(option: Option, side: SeatView, wins: Win | None) -> list[str]:
    """Return what a legal move does, in sentences to its player, without what it reveals."""
    sentences = [*_EFFECTS[option.verb](option, side)]
    if wins is Win.BY_CHOICE:
        sentences.append(gettext("This can win the game: it depends on what you choose then."))
    elif wins:
        sentences.append(gettext("This wins the game."))
    return sentences


def _buy(option: Option, side: SeatView) -> Iterator[str]:
    card = str(option.card)
    price = token_phrase(payment(option, side))
    words = {"card": named_card(card, side), "price": price}
    if price:
        yield gettext("You buy %(card)s for %(price)s.") % words
    else:
        yield gettext("You buy %(card)s for nothing.") % words
    if brings_a_token(option, side):
        yield gettext("You then take a token, by your trading post.")
    yield from _turned_up(option, side)
    yield from _gains(side, Counter([side.printed.colour(card)]))


def _turned_up(option: Option, side: SeatView) -> Iterator[str]:
    """Yield what becomes of the place that the card leaves, and who sees it."""
    slot, kind = side.slots[str(option.card)], turns_up(option, side)
    level = side.printed.facts.card_of[str(option.card)].level
    if kind == "hidden":
        yield gettext("The others see this card for the first time.")
    elif not slot.startswith("r") and side.deck_size(level):
        yield gettext("A new card comes to %(slot)s.") % {"slot": slot}
    elif not slot.startswith("r"):
        yield gettext("%(slot)s then stays empty: its deck has run out.") % {"slot": slot}


def _gains(side: SeatView, more: Counter[str] | None = None) -> Iterator[str]:
    """Yield which noble and which trading post come at the end of the turn, with so many cards."""
    facts, bonuses = side.printed.facts, side.mine.bonuses + (more or Counter())

    def meets(needs: tuple[tuple[int, int], ...]) -> bool:
        return side.mine.cards_missing(needs, bonuses) == 0

    nobles = [tile for tile in side.view["nobles"] if meets(facts.noble_of[tile].needs)]
    if len(nobles) == 1:
        words = {"cards": side.printed.noble(nobles[0])}
        yield gettext("You then receive the noble for %(cards)s.") % words
    elif nobles:
        yield gettext("You then choose one of the nobles who would come.")
    if not side.view["options"]["posts"]:
        return
    posts = [p.id for p in facts.posts if p.id not in side.mine.posts and meets(p.needs)]
    if len(posts) == 1:
        words = {"power": side.printed.power(posts[0])}
        yield gettext("You then win a trading post: %(power)s.") % words
    elif posts:
        yield gettext("You then choose one of the trading posts that you can win.")


def _limit(more: int, side: SeatView) -> Iterator[str]:
    surplus = side.mine.surplus_with(more)
    if surplus:
        yield ngettext(
            "You then have %(count)d token too many and return it to the bank.",
            "You then have %(count)d tokens too many and return them to the bank.",
            surplus,
        ) % {"count": surplus}


def _take(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You take %(tokens)s.") % {"tokens": tokens_taken(option)}
    pair = option.colours[0] if len(set(option.colours)) < len(option.colours) else None
    left = side.gems_in_bank - Counter({pair: side.gems_in_bank[pair]}) if pair else None
    brings_more = bool(left) and side.mine.has_power(TOKEN_AFTER_PAIR)
    if brings_more:
        yield gettext("You then take one more token of another colour, by your trading post.")
    yield from _limit(len(option.colours) + brings_more, side)
    yield from _gains(side)


def _reserve(option: Option, side: SeatView) -> Iterator[str]:
    card, has_gold = str(option.card), bool(side.view["bank"][GOLD])
    if looks_at_two(option, side):
        yield gettext(
            "You look at the top two cards of level %(level)s, which only you will see, and "
            "reserve one of them."
        ) % {"level": card[-1]}
    elif card in DECK_ROWS:
        yield gettext("You reserve the top card of level %(level)s, which only you will see.") % {
            "level": card[-1]
        }
    else:
        yield gettext("You reserve %(card)s.") % {"card": named_card(card, side)}
    if has_gold:
        yield gettext("You take a gold with it.")
    else:
        yield gettext("There is no gold in the bank, so you take none.")
    if card not in DECK_ROWS:
        yield from _turned_up(option, side)
    yield from _limit(int(has_gold), side)
    yield from _gains(side)


def _pass(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You pass: nothing else is possible.")
    yield from _gains(side)


def _extra(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You take one more token: %(colour)s.") % {
        "colour": colour_word(option.colours[0])
    }
    if slot := side.open_slot():
        yield gettext("A new card comes to %(slot)s.") % {"slot": slot}
    yield from _limit(1, side)
    yield from _gains(side)


def _keep(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You keep this card in reserve: %(card)s.") % {"card": kept_card(option, side)}
    other = side.view["drawn"][0 if option.number == 2 else 1]
    yield gettext("The other card goes under its deck: %(card)s.") % {
        "card": side.printed.card(other)
    }
    yield from _limit(0, side)
    yield from _gains(side)


def _discard(option: Option, side: SeatView) -> Iterator[str]:
    yield gettext("You return %(tokens)s to the bank.") % {"tokens": token_phrase(option.colours)}
    yield from _gains(side)


def _noble(option: Option, side: SeatView) -> Iterator[str]:
    words = {"cards": side.printed.noble(str(option.card))}
    yield gettext("You receive the noble for %(cards)s.") % words


def _post(option: Option, side: SeatView) -> Iterator[str]:
    words = {"power": side.printed.power(str(option.card))}
    yield gettext("You win a trading post: %(power)s.") % words


_EFFECTS = {
    "buy": _buy,
    "take": _take,
    "reserve": _reserve,
    "pass": _pass,
    "extra": _extra,
    "keep": _keep,
    "discard": _discard,
    "noble": _noble,
    "post": _post,
}
