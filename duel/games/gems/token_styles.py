"""The colours of tokens in HTML letters, in styles of their own: mail programs heed little else.

Each brings its own background, so that it reads by day and by lamplight, and stands beside its
word: colour is never the only sign.
"""

TOKEN_COLOURS = {
    "white": ("#ffffff", "#2a2420"),
    "blue": ("#1f4e9c", "#ffffff"),
    "green": ("#1d6b3f", "#ffffff"),
    "red": ("#a3212f", "#ffffff"),
    "black": ("#000000", "#ffffff"),
    "pearl": ("#f3dfe6", "#5b2340"),
    "gold": ("#e3b341", "#3a2a00"),
}
"""Background and ink."""


def token_style(colour: str) -> str:
    """Return the style of a cell with a token of that colour in it."""
    background, ink = TOKEN_COLOURS[colour]
    # The edge sets it apart from an empty cell, also a black one by lamplight.
    return f"background:{background};color:{ink};border:2px solid #8a7d6b"
