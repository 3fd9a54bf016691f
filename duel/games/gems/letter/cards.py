"""Cards as an HTML letter draws them, each with the links of its own moves."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, pgettext

from duel.games.gems.letter.blocks import LAYOUT, side_by_side
from duel.games.gems.letter.moves import At
from duel.games.gems.offer import CardLine, Face
from duel.games.gems.token_styles import EDGE, chip, paint
from duel.games.gems.vocabulary import COLOURS, counted, points_words
from engine.gems.market import LEVELS

_WIDTH = 108
"""Five in a row beside each other, three on a phone."""


def new_slots(since: Iterable[Mapping[str, Any]], cards: Sequence[CardLine]) -> set[str]:
    """Return where cards lie that came to the table since then, move by move."""
    came = {
        event["id"] for item in since for event in item["events"] if event["kind"] == "revealed"
    }
    return {card.slot for card in cards if card.card in came}


def drawn_market(
    cards: Sequence[CardLine], decks: Mapping[str, int], at: At, new: Collection[str]
) -> str:
    """Return the cards level by level, then the reader's own; `new` are slots to be marked."""
    parts = []
    for level in reversed(LEVELS):
        row = [card for card in cards if card.level == level and card.slot[0] != "r"]
        parts.append(_level(level, int(decks[str(level)]), at.get(f"deck{level}", ())))
        parts.append(_row(row, at, new))
    own = [card for card in cards if card.slot[0] == "r"]
    if own:
        parts.append(_heading(escape(gettext("Your reserved cards"))))
        parts.append(_row(own, at, new))
    return "\n".join(parts)


def _heading(words: str) -> str:
    return f'<h3 style="margin:14px 0 6px;font-size:14px;font-weight:600">{words}</h3>'


def _level(level: int, left: int, links: Iterable[str]) -> str:
    words = ngettext(
        "Level %(level)d, %(count)d card left in the deck",
        "Level %(level)d, %(count)d cards left in the deck",
        left,
    ) % {"level": level, "count": left}
    heading = _heading(words)
    moves = "".join(f'<p style="margin:0 0 6px;font-size:14px">{link}</p>' for link in links)
    return heading + moves


def _row(cards: Sequence[CardLine], at: At, new: Collection[str]) -> str:
    drawn = [
        _card(card, card.face, at.get(card.card, ()), is_new=card.slot in new)
        for card in cards
        if card.face
    ]
    empty = ", ".join(card.slot for card in cards if not card.card)
    row = side_by_side(drawn, _WIDTH, is_fixed=True) if drawn else ""
    if empty:
        told = gettext("No card on %(slots)s") % {"slots": empty}
        row += f'<p style="margin:0 0 6px;font-size:14px">{told}</p>'
    return row


def _card(card: CardLine, face: Face, links: Iterable[str], *, is_new: bool) -> str:
    edge = "2px solid" if card.is_affordable else f"1px solid {EDGE}"
    price = " ".join(
        chip(colour, counted(colour, card.cost[colour]))
        for colour in COLOURS
        if card.cost.get(colour)
    )
    lines = [*face.traits, price or card.price, card.missing, escape(card.secret)]
    return (
        f'{LAYOUT} width="104" style="margin:0 0 8px;border:{edge};border-radius:6px;'
        'font-size:13px;line-height:1.5">'
        f"{_band(get_language(), card.slot, face.colour, face.name, face.points, is_new)}"
        '<tr><td colspan="2" height="70" valign="top" style="padding:4px 6px">'
        + "<br>\n".join(line for line in lines if line)
        + '</td></tr><tr><td colspan="2" style="padding:0 4px 4px">\n'
        + "\n".join(links)
        + "</td></tr></table>"
    )


@lru_cache(maxsize=2**11)
def _band(
    language: str | None, slot: str, colour: str, name: str, points: int, is_new: bool
) -> str:
    """Return the head of a card: where it lies, its colour, its points."""
    painted = paint(colour)
    new = f" {pgettext('card', 'new')}" if is_new else ""
    worth = ""
    if points:
        number, _, word = points_words(points).partition(" ")
        worth = (
            f'<td align="right" style="{painted};padding:4px 6px 4px 0;font-size:11px;'
            'line-height:1.2;border-radius:0 4px 0 0">'
            f'<strong style="font:700 20px/1 Georgia,serif">{number}</strong><br>{word}</td>'
        )
    span, corner = ("", "4px 0 0 0") if points else (' colspan="2"', "4px 4px 0 0")
    return (
        f'<tr><td{span} height="34" style="{painted};padding:4px 0 4px 6px;line-height:1.2;'
        f'border-radius:{corner}"><strong>{slot}</strong>{new}<br>{name}</td>{worth}</tr>\n'
    )
