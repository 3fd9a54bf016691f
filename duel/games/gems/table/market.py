"""The market and its decks, drawn."""

from collections.abc import Iterator

from django.utils.html import escape
from django.utils.translation import gettext, ngettext, pgettext

from duel.games.base import View
from duel.games.gems.purse import Purse
from duel.games.gems.table.cards import PictureOf, card
from duel.games.gems.table.pen import Pen, image, symbol, titled
from engine.gems.pieces import LEVELS


def market(pen: Pen, view: View, picture_of: PictureOf, purse: Purse | None) -> Iterator[str]:
    """Yield the rows of the market with their decks, from level 3 down.

    With a purse, of the reader who may buy, each card shows what is missing in it.
    """
    rows = (_row(pen, view, level, picture_of, purse) for level in reversed(LEVELS))
    yield titled(pgettext("table", "Market"), *rows)
    if purse:
        yield _legend()


def upcoming(view: View, picture_of: PictureOf) -> Iterator[str]:
    """Yield the decks laid open, next card first; nothing while they are hidden."""
    decks = view.get("upcoming", {})
    if any(decks.values()):
        pen = Pen(None)
        title = gettext("Still in the decks, next card first")
        yield f"<h2>{escape(title)}</h2>"
        for level in reversed(LEVELS):
            cards = "".join(card(pen, picture_of(found), None) for found in decks[str(level)])
            yield f'<div class="row">{_back(level)}<div class="cards">{cards}</div></div>'


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
            is_own=pen.mover == pen.seat,
        )
        if found
        else _empty(level, number)
        for number, found in enumerate(cards, 1)
    ]
    deck = _deck(pen, level, view["decks"][str(level)])
    drawn = f'<div class="cards">{"".join(slots)}</div>'
    return f'<div class="row" data-cards="{len(cards)}">{deck}{drawn}</div>'


def _empty(level: int, number: int) -> str:
    where = f"{level}.{number}"
    foot = f'<span class="foot"><span>{where}</span></span>'
    words = f"{where}: {gettext('empty')}"
    return image("card gone", foot, words, mark=f"slot-{level}-{number}")


def _deck(pen: Pen, level: int, size: int) -> str:
    words = {"level": level, "count": size}
    label = ngettext("deck %(level)d: %(count)d card", "deck %(level)d: %(count)d cards", size)
    return pen.thing(
        "deck" if size else "deck gone",
        f"{symbol(f'back{level}', 'back')}<b>{size}</b>",
        label=label % words,
        pick=f"deck{level}" if size else "",
        mark=f"deck-{level}",
        value=size,
    )


def _back(level: int) -> str:
    words = gettext("level %(level)d") % {"level": level}
    return image("deck", symbol(f"back{level}", "back"), words)


def _legend() -> str:
    """Return what the signs on the cards mean; to who hears the page, each card tells its own."""
    signs = (
        ('<i class="b"></i>', pgettext("sign on a card", "bonus")),
        ('<i class="t"></i>', pgettext("sign on a card", "token")),
        ("<i></i>", pgettext("sign on a card", "missing")),
        (symbol("tick", "sign"), gettext("you can pay")),
    )
    told = "".join(f"<span>{sign}{escape(words)}</span>" for sign, words in signs)
    return f'<p class="legend" aria-hidden="true">{told}</p>'
