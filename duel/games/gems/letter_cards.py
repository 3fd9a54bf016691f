"""Cards as an HTML letter draws them, each with the links of its own moves."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, pgettext

from duel.games.gems.letter import EDGE, LAYOUT, At, chip, paint, side_by_side
from duel.games.gems.offer import CardLine, Face
from duel.games.gems.vocabulary import COLOURS, count_words, points_words
from engine.gems.pieces import LEVELS

_WIDTH = 108
"""Five stand beside each other, three on a phone."""
_LINE, _LINK, _LETTERS = 20, 33, 15
"""The height of a line and of a link, and how many letters fit into a line."""


def new_slots(since: Iterable[Mapping[str, Any]], cards: Iterable[CardLine]) -> set[str]:
    """Return where cards lie that came to the table since then, move by move."""
    events = (event for item in since for event in item["events"])
    came = {event["id"] for event in events if event["kind"] == "revealed"}
    return {card.slot for card in cards if card.card in came}


def draw_card_rows(
    cards: Sequence[CardLine], decks: Mapping[str, int], at: At, new: Collection[str]
) -> str:
    """Return the cards level by level, then the reader's own; `new` are slots to be marked."""
    parts = []
    for level in reversed(LEVELS):
        left = int(decks[str(level)])
        title = ngettext(
            "Level %(level)d, %(count)d card left in the deck",
            "Level %(level)d, %(count)d cards left in the deck",
            left,
        )
        parts.append(_heading(title % {"level": level, "count": left}))
        parts += [_paragraph(link) for link in at.get(f"deck{level}", ())]
        parts += _row([card for card in cards if card.slot[0] == str(level)], at, new)
    if own := [card for card in cards if card.slot[0] == "r"]:
        parts.append(_heading(gettext("Your reserved cards")))
        parts += _row(own, at, new)
    return "\n".join(parts)


def _heading(words: str) -> str:
    return f'<h3 style="margin:14px 0 6px;font-size:14px;font-weight:600">{words}</h3>'


def _paragraph(words: str) -> str:
    return f'<p style="margin:0 0 6px;font-size:14px">{words}</p>'


def _row(cards: Sequence[CardLine], at: At, new: Collection[str]) -> list[str]:
    """Return the cards of a row, all as high as the highest, and which of its slots are empty."""
    filled = [(card, card.face, at.get(card.card, [])) for card in cards if card.face]
    highest = max((_height(*each) for each in filled), default=0)
    drawn = [
        _card(
            card,
            face,
            links,
            highest - _LINK * len(links) - _LINE * _more_lines(face),
            is_new=card.slot in new,
        )
        for card, face, links in filled
    ]
    parts = [side_by_side(drawn, _WIDTH, is_fixed=True)] if drawn else []
    if empty := ", ".join(card.slot for card in cards if not card.card):
        parts.append(_paragraph(gettext("No card on %(slots)s") % {"slots": empty}))
    return parts


def _height(card: CardLine, face: Face, links: Sequence[str]) -> int:
    """Return about how high a card is, but for the first line of its name."""
    texts = (*face.traits, card.missing, card.secret)
    lines = max(1, len(card.cost)) + sum(-(-len(words) // _LETTERS) for words in texts)
    return _LINE * (lines + _more_lines(face)) + _LINK * len(links)


def _more_lines(face: Face) -> int:
    """Return how many lines the name of a colour has beyond the first, beside the points."""
    room = _LETTERS - 7 if face.points else _LETTERS
    return (len(face.name) - 1) // room


def _card(card: CardLine, face: Face, links: Sequence[str], height: int, *, is_new: bool) -> str:
    edge = "2px solid" if card.is_affordable else f"1px solid {EDGE}"
    cost = card.cost
    price = "<br>\n".join([chip(c, count_words(c, cost[c])) for c in COLOURS if c in cost])
    lines = [*face.traits, price or card.price, card.missing, escape(card.secret)]
    return (
        f'{LAYOUT} width="104" style="margin:0 0 8px;border:{edge};border-radius:6px;'
        'font-size:13px;line-height:20px">'
        + _head(get_language(), card.slot, face, is_new)
        + f'<tr><td colspan="2" height="{height}" valign="top" style="padding:4px 6px 0">'
        + "<br>\n".join([line for line in lines if line])
        + '</td></tr><tr><td colspan="2" style="padding:0 4px 4px">\n'
        + "\n".join(links)
        + "</td></tr></table>"
    )


@lru_cache(maxsize=2**11)
def _head(language: str | None, slot: str, face: Face, is_new: bool) -> str:
    """Return the head of a card: where it lies, its colour, its points."""
    style = f"{paint(face.colour)};border-bottom:1px solid {EDGE};line-height:1.2"
    new = " " + pgettext("card", "new") if is_new else ""
    worth, span, corners = "", ' colspan="2"', "4px 4px 0 0"
    if face.points:
        number, _, word = points_words(face.points).partition(" ")
        span, corners = "", "4px 0 0 0"
        worth = (
            f'<td align="right" style="{style};padding:4px 6px 4px 0;font-size:11px;'
            'border-radius:0 4px 0 0">'
            f'<strong style="font:700 20px/1 Georgia,serif">{number}</strong><br>{word}</td>'
        )
    return (
        f'<tr><td{span} height="34" style="{style};padding:4px 0 4px 6px;'
        f'border-radius:{corners}">'
        f"<strong>{slot}</strong>{new}<br>{face.name}</td>{worth}</tr>\n"
    )
