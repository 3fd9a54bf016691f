"""Players and moves drawn in the HTML part of letters: colours, blocks side by side, buttons.

Mail programs know tables and the styles of single elements, so all is written in one go, without a
template for each chip. What must not break apart in a narrow window is a block of fixed width; the
oldest programs, which know no such blocks, find the columns of a table in comments for them alone.
A colour brings its own background, so that it reads by day and by lamplight, and stands beside its
word: colour is never the only sign.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import Generic

from django.utils.translation import gettext

from duel.games.base import MoveGroup, MoveItem, MoveLinks, MoveLists
from duel.games.gems.standing import Kinds, Way
from duel.games.gems.vocabulary import COLOURS, card_colour_word, colour_word, count_words
from engine.gems.pieces import DECK_ROWS
from engine.reading import O

TOKEN_COLOURS = {
    "white": ("#fff", "#2a2420"),
    "blue": ("#1f4e9c", "#fff"),
    "green": ("#1d6b3f", "#fff"),
    "red": ("#a3212f", "#fff"),
    "black": ("#000", "#fff"),
    "pearl": ("#f3dfe6", "#5b2340"),
    "gold": ("#e3b341", "#3a2a00"),
}
"""Background and ink."""

NO_COLOUR = ("#645a50", "#fff")
"""The same of cards that are wild or have no colour."""

SIGNS = {
    "white": "◉",
    "blue": "▣",
    "green": "▮",
    "red": "⬢",
    "black": "■",
    "pearl": "○",
    "gold": "◎",
}
"""The nearest that letters have to each token's silhouette, beside its word."""

EDGE = "#8a7d6b"
"""Of what is drawn, on any paper: it sets a black token apart by lamplight too."""


def paint(colour: str) -> str:
    """Return the background and the ink of a colour, or of none."""
    background, ink = TOKEN_COLOURS.get(colour, NO_COLOUR)
    return f"background:{background};color:{ink}"


def chip(colour: str, words: str) -> str:
    """Return so many tokens as one round coin: the words are no HTML and have none in them."""
    return _chip(colour, words, 9)


def card_chip(colour: str, words: str) -> str:
    """Return so many cards or bonuses, with square corners as cards have."""
    return _chip(colour, words, 2)


# A letter has some eighty of them, the same ones again and again.
@lru_cache(maxsize=2**11)
def _chip(colour: str, words: str, radius: int) -> str:
    return (
        f'<span style="{paint(colour)};border:1px solid {EDGE};border-radius:{radius}px;'
        f'padding:0 5px;white-space:nowrap">{words}</span>'
    )


def token_cell(colour: str, words: str, height: int) -> str:
    """Return the cell of a table with a token in it, or a pile of them; `words` are HTML."""
    return (
        f'<td height="{height}" style="{paint(colour)};border:1px solid {EDGE};border-radius:6px">'
        f'<span aria-hidden="true" style="font-size:18px;line-height:1">{SIGNS[colour]}</span>'
        f"<br>{words}</td>"
    )


HALF = 272
"""The width of what stands in pairs where there is room; a phone has one below the other."""

LAYOUT = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
"""The beginning of a table that only lays things out."""

_ROW = f"<!--[if mso]>{LAYOUT}><tr><![endif]-->"
_ROW_ENDS = "<!--[if mso]></tr></table><![endif]-->"
_BLOCK_ENDS = "</div><!--[if mso]></td><![endif]-->"


def heading(words: str) -> str:
    """Return a heading, given its HTML."""
    return f'<h2 style="margin:24px 0 8px;font:600 18px/1.3 Georgia,serif">{words}</h2>'


def paragraph(words: str) -> str:
    """Return a paragraph, given its HTML."""
    return f'<p style="margin:8px 0">{words}</p>'


def side_by_side(blocks: Iterable[str], width: int, *, is_fixed: bool = False) -> str:
    """Return blocks of that width in rows; unless fixed, they shrink in a narrower window."""
    wide = f"width:{width}px" if is_fixed else f"width:100%;max-width:{width}px"
    kind = "" if is_fixed else ' class="half"'
    begins = (
        f'<!--[if mso]><td width="{width}" valign="top"><![endif]-->'
        f'<div{kind} style="display:inline-block;vertical-align:top;{wide}">\n'
    )
    return _ROW + "".join(begins + block + _BLOCK_ENDS for block in blocks) + _ROW_ENDS


_BAR = f'{LAYOUT} width="100%" style="border:1px solid {EDGE}"><tr>'
_FILLED = "background:#cc4b3c;"
"""It stands out from the paper by day and by lamplight."""
_SENTENCES = '<p style="margin:4px 0;font-size:14px;line-height:1.4">'
_CHIPS = '<p style="margin:4px 0;font-size:14px;line-height:1.7">'


@dataclass(frozen=True)
class Portrait:
    """A player, for the drawing."""

    who: str
    ways: Sequence[Way]
    tokens: Mapping[str, int]
    tokens_total: str
    """How many tokens in all."""
    kinds: Kinds
    cards: str
    """The cards in a sentence, for a player without any."""
    sentences: Iterable[str]
    """What else the player has."""


def draw_players(players: Iterable[Portrait]) -> str:
    """Return the players side by side, or below each other in a narrow window."""
    return side_by_side(map(_player, players), HALF)


def _player(player: Portrait) -> str:
    tokens = "\n".join(
        chip(colour, count_words(colour, player.tokens[colour]))
        for colour in COLOURS
        if player.tokens.get(colour)
    )
    cards = "\n".join(card_chip(colour or "", words) for colour, words in player.kinds)
    sentences = [words for words in ("" if cards else player.cards, *player.sentences) if words]
    lines = [
        (_CHIPS, f"{tokens}\n{player.tokens_total}".strip()),
        (_CHIPS, cards),
        (_SENTENCES, escape(" ".join(sentences))),
    ]
    return (
        f'<div style="margin:0 8px 8px 0;padding:8px 10px;border:1px solid {EDGE};'
        'border-radius:6px">'
        f'<h3 style="margin:0 0 4px;font:600 16px/1.3 Georgia,serif">{escape(player.who)}</h3>\n'
        + "\n".join(map(_way, player.ways))
        + "\n".join(f"{begins}{line}</p>" for begins, line in lines if line)
        + "</div>"
    )


def _way(way: Way) -> str:
    """Return the words, and a bar that says the same to the eye."""
    share = min(100, 100 * way.count // way.goal) if way.goal else 0
    words = f'<td style="font-size:14px;line-height:1.4">{way.words}</td>'
    bar = ""
    if way.goal:
        cells = "".join(
            f'<td width="{part}%" height="8" style="{style}font-size:0">&nbsp;</td>'
            for part, style in ((share, _FILLED), (100 - share, ""))
            if part
        )
        bar = f'<td width="40%" style="padding:0 0 0 8px">{_BAR}{cells}</tr></table></td>'
    return f'{LAYOUT} width="100%"><tr>{words}\n{bar}</tr></table>'


At = Mapping[str, list[str]]
"""The links that stand at a card or deck, by its id."""

FEW = 12
"""So many moves are about as high as the board."""

NO_MOVES = MoveLists((), (), (), "")

_BUTTON = "display:block;margin:4px 0 0;padding:5px 2px;border-radius:4px;text-align:center;"
_BUY = f"{_BUTTON}background:#8f1d2c;color:#fff!important;text-decoration:none;font-weight:600"
_RESERVE = f"{_BUTTON}border:1px solid;text-decoration:none"
_OTHERS = "display:block;margin:4px 0 0;text-align:center"
_TAKE = (
    "display:inline-block;margin:0 4px 6px 0;padding:4px 6px;border:1px solid;border-radius:4px;"
    "text-decoration:none"
)
_AT_CARDS = ("buy", "reserve")


class MoveDrawing(Generic[O]):
    """The moves of one letter, as a game draws them."""

    def __init__(
        self,
        lists: MoveLists,
        links: MoveLinks,
        option_of: Callable[[str], O],
        colours_of: Callable[[O], Iterable[str]],
    ) -> None:
        """Take what a game alone knows: the parts of a move, and the tokens that a take brings."""
        self._lists = lists
        self._links = links
        self._option_of = option_of
        self._colours_of = colours_of

    def at_cards(self) -> At:
        """Return the moves that people mean, each at the card or deck that it is about."""
        at: dict[str, list[str]] = {}
        for group in self._lists.meant:
            if is_at_card(group):
                for item in group.items:
                    option = self._option_of(item.move)
                    at.setdefault(str(option.card), []).append(self._at_card(item, option))
        for group in self._lists.collected:
            if group.kind == "buy":
                card = str(self._option_of(group.items[0].move).card)
                other = self._links.elsewhere(group, gettext("Other payments"), _OTHERS)
                at.setdefault(card, []).append(other)
        return at

    @property
    def is_short(self) -> bool:
        """Whether what stands in lists is short enough to stand beside something."""
        groups = (group for group in self._lists.meant if not is_at_card(group))
        return sum(len(group.items) for group in groups) <= FEW

    def in_lists(self) -> str:
        """Return the moves that people mean and that stand at no card, group by group."""
        # Few takes that are enough for a card show their tokens: one looks for them first.
        return "\n".join(
            self._takes(group)
            if group.kind == "take" and group.items[0].good_for and len(group.items) <= FEW
            else self._links.listed(group)
            for group in self._lists.meant
            if not is_at_card(group)
        )

    def _at_card(self, item: MoveItem, option: O) -> str:
        if option.card in DECK_ROWS:
            return self._links.link(item, item.words)
        if option.verb == "reserve":
            return self._links.link(item, gettext("Reserve"), _RESERVE)
        if colour := getattr(option, "wild", None):
            words = gettext("as %(colour)s") % {"colour": card_colour_word(colour)}
            link = self._links.link(item, words, _as(colour))
        else:
            link = self._links.link(item, gettext("Buy"), _BUY)
        if item.wins:
            link += f'<strong style="display:block;text-align:center">{item.wins}</strong>'
        return link

    def _takes(self, group: MoveGroup) -> str:
        drawn = (self._take(item, self._option_of(item.move)) for item in group.items)
        title = f'<h3 style="margin:16px 0 6px;font-size:16px">{escape(group.title)}</h3>'
        return f'{title}<p style="margin:0;line-height:1.4">\n' + "\n".join(drawn) + "</p>"

    def _take(self, item: MoveItem, option: O) -> str:
        cells = " ".join(getattr(option, "cells", ()))
        chips = "\n".join(chip(colour, colour_word(colour)) for colour in self._colours_of(option))
        return self._links.link(item, f"{cells} {chips} {item.good_for}".strip(), _TAKE)


@cache
def _as(colour: str) -> str:
    """Return the style of the link by which a wild card takes a colour."""
    background, ink = TOKEN_COLOURS[colour]
    painted = f"background:{background};color:{ink}!important;border:1px solid {EDGE}"
    return f"{_BUTTON}{painted};text-decoration:none"


def is_at_card(group: MoveGroup) -> bool:
    """Return whether the moves of a group, if people mean them, stand at cards."""
    return group.kind in _AT_CARDS
