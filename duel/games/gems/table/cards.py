"""Cards as they are drawn: what they bring, what they cost, and what a player lacks for them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext

from duel.games.gems.cards import hidden_card_words
from duel.games.gems.offer import missing_words
from duel.games.gems.purse import Purse
from duel.games.gems.table.pen import Pen, image, symbol
from duel.games.gems.vocabulary import GOLD, tokens_listed


@dataclass(frozen=True)
class CardPicture:
    """What is printed on a card."""

    id: str
    tint: str
    """The key of its colour, `wild` or `none`."""
    words: str
    top: str
    """What it brings, drawn: points, bonuses, and what else a game has."""
    cost: tuple[tuple[str, int], ...]
    """Colours and amounts, as they are printed."""


PictureOf = Callable[[str], CardPicture]
"""How a game draws a card, by its id, in the active language."""


def top_of(points: int, bonuses: Sequence[str], extras: str = "") -> str:
    """Return the head of a card: its points, its bonuses, and what else it brings."""
    worth = f"<b>{points}</b>" if points else ""
    gems = "".join(map(symbol, bonuses))
    return (
        f'<span class="top"><span class="worth">{worth}{extras}</span>'
        f'<span class="bonus">{gems}</span></span>'
    )


def card(
    pen: Pen,
    picture: CardPicture,
    purse: Purse | None,
    *,
    mark: str = "",
    where: str = "",
    pick: str = "",
    is_own: bool = True,
    secret: str = "",
) -> str:
    """Return a card face up, with what the owner of the purse lacks for it.

    `where` is the name of its place, `secret` says that nobody else knows the card. If the purse is
    not the reader's own, what its owner lacks is drawn, and told in brief.
    """
    told = [f"{where}: {picture.words}" if where else picture.words, _price_words(picture)]
    if purse:
        told += _own_price(picture, purse) if is_own else _price_of_another(picture, purse)
    told += [secret] if secret else []
    sign = symbol("secret", "sign") if secret else ""
    foot = f'<span class="foot">{_lack(picture.id, purse)}{sign}<span>{where}</span></span>'
    inner = f'{picture.top}<span class="cost">{_price(picture, purse)}</span>{foot}'
    can_pay = purse is not None and purse.can_pay(picture.id)
    return pen.thing(
        "card can" if can_pay else "card",
        inner,
        label="; ".join(told),
        pick=pick,
        mark=mark,
        value=picture.id,
        tint=picture.tint,
    )


def card_back(level: int, *, mark: str) -> str:
    """Return a card face down."""
    back = symbol(f"back{level}", "back")
    return image("card down", back, hidden_card_words(level), mark=mark, value=level)


def unknown_card(*, mark: str) -> str:
    """Return a card of which not even the level is told."""
    return image("card down", symbol("unseen", "figure"), gettext("a hidden card"), mark=mark)


def _price(picture: CardPicture, purse: Purse | None) -> str:
    if purse is None:
        return "".join(_amount(colour, amount, None, 0) for colour, amount in picture.cost)
    bonuses, tokens = purse.bonuses, purse.tokens
    return "".join(
        _amount(colour, amount, min(amount, bonuses[colour]), min(amount, tokens[colour]))
        for colour, amount in picture.cost
    )


@lru_cache(maxsize=2**12)
def _amount(colour: str, amount: int, bonuses: int | None, tokens: int) -> str:
    """Return how much of a colour is asked, and for a buyer how much of that they have."""
    drawn = f"{symbol(colour)}<b>{amount}</b>"
    if bonuses is None:
        return f"<span>{drawn}</span>"
    paid = min(tokens, amount - bonuses)
    lacking = amount - bonuses - paid
    pips = '<i class="b"></i>' * bonuses + '<i class="t"></i>' * paid + "<i></i>" * lacking
    return f'<span>{drawn}<span class="pips">{pips}</span></span>'


def _lack(card_id: str, purse: Purse | None) -> str:
    """Return a sign for what is missing: that nothing is, how much gold it takes, or how many."""
    if purse is None:
        return ""
    if purse.can_pay(card_id):
        gold = purse.gold_needed(card_id)
        paid = f"{symbol(GOLD, 'sign')}{gold}" if gold else ""
        return f'<span class="lack">{symbol("tick", "sign")}{paid}</span>'
    missing = purse.missing(card_id)
    return f'<span class="lack"><i></i>{missing}</span>' if missing else ""


def _price_words(picture: CardPicture) -> str:
    return gettext("costs %(price)s") % {"price": tokens_listed(dict(picture.cost))}


def _own_price(picture: CardPicture, purse: Purse) -> Iterator[str]:
    price = tokens_listed(purse.price(picture.id)) or gettext("nothing")
    yield gettext("you pay %(price)s") % {"price": price}
    if missing := missing_words(picture.id, purse):
        yield missing


def _price_of_another(picture: CardPicture, purse: Purse) -> Iterator[str]:
    if purse.can_pay(picture.id):
        yield gettext("its owner can pay")
    elif missing := missing_words(picture.id, purse):
        yield missing
