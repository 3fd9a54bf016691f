"""The colours of tokens in HTML letters, in styles of their own: mail programs heed little else.

Each brings its own background, so that it reads by day and by lamplight, and stands beside its
word: colour is never the only sign.
"""

from functools import lru_cache

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


def token_style(colour: str) -> str:
    """Return the style of a cell with a token of that colour in it."""
    return f"{paint(colour)};border:2px solid {EDGE}"


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
