"""Cards as they are drawn: what they bring, what they cost, and what a player lacks for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext, ngettext

from duel.games.base import View
from duel.games.gems.cards import hidden_card_words
from duel.games.gems.offer import missing_words
from duel.games.gems.purse import Purse
from duel.games.gems.table.pen import Pen, marked, symbol, titled, unseen
from duel.games.gems.vocabulary import GOLD, tokens_listed
from engine.gems.market import LEVELS


@dataclass(frozen=True)
class CardPicture:
    """What is printed on a card."""

    id: str
    level: int
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
    where: str,
    mark: str,
    pick: str = "",
    is_own: bool = True,
    secret: str = "",
) -> str:
    """Return a card face up, with what the owner of the purse lacks for it.

    `where` is the name of its place, `secret` says that nobody else knows the card. If the purse is
    not the reader's own, its prices are drawn, but not told.
    """
    told = [f"{where}: {picture.words}" if where else picture.words]
    told.append(_price_words(picture))
    kind = f"card t-{picture.tint}"
    if purse and is_own:
        told += _own_price(picture, purse)
        kind += " can" if purse.can_pay(picture.id) else ""
    told += [secret] if secret else []
    sign = symbol("secret", "sign") if secret else ""
    foot = f'<span class="foot">{_lack(picture.id, purse)}{sign}<span>{where}</span></span>'
    inner = f'{picture.top}<span class="cost">{_price(picture, purse)}</span>{foot}'
    return pen.thing(kind, inner, label=". ".join(told), pick=pick, mark=mark, value=picture.id)


def card_back(level: int, *, mark: str) -> str:
    """Return a card face down."""
    words = unseen(hidden_card_words(level))
    face = symbol(f"back{level}", "back")
    return f'<span class="card down l-{level}"{marked(mark, level)}>{face}{words}</span>'


def market(pen: Pen, view: View, picture_of: PictureOf, purse: Purse | None, *more: str) -> str:
    """Return the rows of the market with their decks, from level 3 down."""
    rows = (_row(pen, view, level, picture_of, purse) for level in reversed(LEVELS))
    return titled(gettext("Market"), *rows, *more)


def legend() -> str:
    """Return what the signs on the cards mean to whoever may buy them."""
    signs = (
        ('<i class="b"></i>', gettext("bonus")),
        ('<i class="t"></i>', gettext("token")),
        ("<i></i>", gettext("missing")),
        (symbol("tick", "sign"), gettext("you can pay")),
    )
    told = "".join(f"<span>{sign}{words}</span>" for sign, words in signs)
    return f'<p class="legend" aria-hidden="true">{told}</p>'


def upcoming(pen: Pen, view: View, picture_of: PictureOf) -> str:
    """Return the decks laid open, next card first, where nothing is hidden any more."""
    rows = []
    for level in reversed(LEVELS):
        cards = view["upcoming"][str(level)]
        drawn = "".join(card(pen, picture_of(c), None, where="", mark="") for c in cards)
        words = gettext("Next in deck %(level)d") % {"level": level}
        rows.append(f'<h3>{words}</h3><div class="cards">{drawn}</div>')
    return titled(gettext("What was still hidden"), *rows)


def _row(pen: Pen, view: View, level: int, picture_of: PictureOf, purse: Purse | None) -> str:
    cards = view["market"][str(level)]
    slots = [
        card(
            pen,
            picture_of(found),
            purse,
            where=f"{level}.{number}",
            mark=f"slot-{level}-{number}",
            pick=found,
        )
        if found
        else _empty(level, number)
        for number, found in enumerate(cards, 1)
    ]
    deck = _deck(pen, level, view["decks"][str(level)])
    return f'<div class="row of-{len(cards)}">{deck}<div class="cards">{"".join(slots)}</div></div>'


def _empty(level: int, number: int) -> str:
    where = f"{level}.{number}"
    mark = marked(f"slot-{level}-{number}", "")
    foot = f'<span class="foot"><span>{where}</span></span>'
    return f'<span class="card gone"{mark}>{unseen(gettext("empty"))}{foot}</span>'


def _deck(pen: Pen, level: int, size: int) -> str:
    label = ngettext("deck %(level)d: %(count)d card", "deck %(level)d: %(count)d cards", size) % {
        "level": level,
        "count": size,
    }
    inner = f"{symbol(f'back{level}', 'back')}<b>{size}</b>"
    return pen.thing(
        f"deck l-{level}" + ("" if size else " gone"),
        inner,
        label=label,
        pick=f"deck{level}" if size else "",
        mark=f"deck-{level}",
        value=size,
    )


def _price(picture: CardPicture, purse: Purse | None) -> str:
    if purse is None:
        return "".join(_amount(colour, amount, -1, 0) for colour, amount in picture.cost)
    bonuses, tokens = purse.bonuses, purse.tokens
    return "".join(
        _amount(colour, amount, min(amount, bonuses[colour]), min(amount, tokens[colour]))
        for colour, amount in picture.cost
    )


@lru_cache(maxsize=2**12)
def _amount(colour: str, amount: int, bonuses: int, tokens: int) -> str:
    """Return how much of a colour is asked, and what of it is there; bonuses -1: not known."""
    drawn = f"{symbol(colour)}<b>{amount}</b>"
    if bonuses < 0:
        return f"<span>{drawn}</span>"
    paid = min(tokens, amount - bonuses)
    lacking = amount - bonuses - paid
    pips = '<i class="b"></i>' * bonuses + '<i class="t"></i>' * paid + "<i></i>" * lacking
    kind = ' class="lacking"' if lacking else ""
    return f'<span{kind}>{drawn}<span class="pips">{pips}</span></span>'


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


def _own_price(picture: CardPicture, purse: Purse) -> list[str]:
    price = tokens_listed(purse.price(picture.id)) or gettext("nothing")
    told = [gettext("you pay %(price)s") % {"price": price}]
    missing = missing_words(picture.id, purse)
    return [*told, missing] if missing else told


def reserve(
    pen: Pen,
    seat: int,
    purse: Purse,
    picture_of: PictureOf,
    *,
    is_running: bool,
    secret: str,
) -> str:
    """Return the reserved cards of a seat; those that the reader does not know face down."""
    if not purse.reserved:
        return ""
    is_own = seat == pen.seat
    prices = purse if is_running else None

    def drawn(number: int, reserved: Mapping[str, Any]) -> str:
        mark = f"reserved-{seat}-{number}"
        if "id" not in reserved:
            return card_back(reserved["level"], mark=mark)
        return card(
            pen,
            picture_of(reserved["id"]),
            prices,
            where=f"r{number}" if is_own else "",
            mark=mark,
            pick=reserved["id"] if is_own else "",
            is_own=is_own,
            secret=secret if reserved["from"] == "deck" and is_own and is_running else "",
        )

    cards = "".join(drawn(number, each) for number, each in enumerate(purse.reserved, 1))
    return f'<div class="held"><h4>{gettext("Reserved")}</h4><div class="cards">{cards}</div></div>'
