"""What a move does, in full sentences, for the page of that one move.

Only what is certain beforehand is said; what would be turned up is not in the view.
"""

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


def move_sentences(option: Option, seen: SeatView, *, wins: Win | None = None) -> list[str]:
    """Return what a legal move does, in sentences to its player, without what it would reveal.

    Whether it wins the game is for the caller to know.
    """
    sentences = [*_EFFECTS[option.verb](option, seen)]
    if wins is Win.BY_CHOICE:
        sentences.append(gettext("This can win the game: it depends on what you choose then."))
    elif wins:
        sentences.append(gettext("This wins the game."))
    return sentences


def _buy(option: Option, seen: SeatView) -> Iterator[str]:
    card = str(option.card)
    price = token_phrase(payment(option, seen))
    words = {"card": named_card(card, seen), "price": price}
    if price:
        yield gettext("You buy %(card)s for %(price)s.") % words
    else:
        yield gettext("You buy %(card)s for nothing.") % words
    if brings_a_token(option, seen):
        yield gettext("You then take a token, by your trading post.")
    yield from _turned_up(option, seen)
    yield from _gains(seen, Counter([seen.printed.colour(card)]))


def _turned_up(option: Option, seen: SeatView) -> Iterator[str]:
    """Yield what becomes of the place that the card leaves, and who sees it."""
    slot, kind = seen.slots[str(option.card)], turns_up(option, seen)
    level = seen.printed.facts.card_of[str(option.card)].level
    if kind == "hidden":
        yield gettext("The others see this card for the first time.")
    elif not slot.startswith("r") and seen.deck_size(level):
        yield gettext("A new card comes to %(slot)s.") % {"slot": slot}
    elif not slot.startswith("r"):
        yield gettext("%(slot)s then stays empty: its deck has run out.") % {"slot": slot}


def _gains(seen: SeatView, more: Counter[str] | None = None) -> Iterator[str]:
    """Yield which noble and which trading post come at the end of the turn, with so many cards."""
    facts, bonuses = seen.printed.facts, seen.mine.bonuses + (more or Counter())

    def meets(needs: tuple[tuple[int, int], ...]) -> bool:
        return seen.mine.cards_missing(needs, bonuses) == 0

    nobles = [tile for tile in seen.view["nobles"] if meets(facts.noble_of[tile].needs)]
    if len(nobles) == 1:
        words = {"cards": seen.printed.noble(nobles[0])}
        yield gettext("You then receive the noble for %(cards)s.") % words
    elif nobles:
        yield gettext("You then choose one of the nobles who would come.")
    if not seen.view["options"]["posts"]:
        return
    posts = [p.id for p in facts.posts if p.id not in seen.mine.posts and meets(p.needs)]
    if len(posts) == 1:
        words = {"power": seen.printed.power(posts[0])}
        yield gettext("You then win a trading post: %(power)s.") % words
    elif posts:
        yield gettext("You then choose one of the trading posts that you can win.")


def _limit(more: int, seen: SeatView) -> Iterator[str]:
    surplus = seen.mine.surplus_with(more)
    if surplus:
        yield ngettext(
            "You then have %(count)d token too many and return it to the bank.",
            "You then have %(count)d tokens too many and return them to the bank.",
            surplus,
        ) % {"count": surplus}


def _take(option: Option, seen: SeatView) -> Iterator[str]:
    yield gettext("You take %(tokens)s.") % {"tokens": tokens_taken(option)}
    pair = option.colours[0] if len(set(option.colours)) < len(option.colours) else None
    left = seen.gems_in_bank - Counter({pair: seen.gems_in_bank[pair]}) if pair else None
    brings_more = bool(left) and seen.mine.has_power(TOKEN_AFTER_PAIR)
    if brings_more:
        yield gettext("You then take one more token of another colour, by your trading post.")
    yield from _limit(len(option.colours) + brings_more, seen)
    yield from _gains(seen)


def _reserve(option: Option, seen: SeatView) -> Iterator[str]:
    card, has_gold = str(option.card), bool(seen.view["bank"][GOLD])
    if looks_at_two(option, seen):
        yield gettext(
            "You look at the top two cards of level %(level)s, which only you will see, and "
            "reserve one of them."
        ) % {"level": card[-1]}
    elif card in DECK_ROWS:
        yield gettext("You reserve the top card of level %(level)s, which only you will see.") % {
            "level": card[-1]
        }
    else:
        yield gettext("You reserve %(card)s.") % {"card": named_card(card, seen)}
    if has_gold:
        yield gettext("You take a gold with it.")
    else:
        yield gettext("There is no gold in the bank, so you take none.")
    if card not in DECK_ROWS:
        yield from _turned_up(option, seen)
    yield from _limit(int(has_gold), seen)
    yield from _gains(seen)


def _pass(option: Option, seen: SeatView) -> Iterator[str]:
    yield gettext("You pass: nothing else is possible.")
    yield from _gains(seen)


def _extra(option: Option, seen: SeatView) -> Iterator[str]:
    yield gettext("You take one more token: %(colour)s.") % {
        "colour": colour_word(option.colours[0])
    }
    if slot := seen.open_slot():
        yield gettext("A new card comes to %(slot)s.") % {"slot": slot}
    yield from _limit(1, seen)
    yield from _gains(seen)


def _keep(option: Option, seen: SeatView) -> Iterator[str]:
    yield gettext("You keep this card in reserve: %(card)s.") % {"card": kept_card(option, seen)}
    other = seen.view["drawn"][0 if option.number == 2 else 1]
    yield gettext("The other card goes under its deck: %(card)s.") % {
        "card": seen.printed.card(other)
    }
    yield from _limit(0, seen)
    yield from _gains(seen)


def _discard(option: Option, seen: SeatView) -> Iterator[str]:
    yield gettext("You return %(tokens)s to the bank.") % {"tokens": token_phrase(option.colours)}
    yield from _gains(seen)


def _noble(option: Option, seen: SeatView) -> Iterator[str]:
    words = {"cards": seen.printed.noble(str(option.card))}
    yield gettext("You receive the noble for %(cards)s.") % words


def _post(option: Option, seen: SeatView) -> Iterator[str]:
    words = {"power": seen.printed.power(str(option.card))}
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
