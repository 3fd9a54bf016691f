"""The colours of letters can be told apart and read."""

import pytest

from duel.letters.colours import TOKEN_COLOURS


@pytest.mark.parametrize("colour", TOKEN_COLOURS)
def test_every_word_on_a_token_can_be_read(colour: str) -> None:
    assert contrast(*TOKEN_COLOURS[colour]) >= 4.5


@pytest.mark.parametrize(
    ("ink", "paper"), [("#8f1d2c", "#fffdf8"), ("#645a50", "#fffdf8"), ("#ffffff", "#8f1d2c")]
)
def test_ink_and_paper_differ_enough(ink: str, paper: str) -> None:
    assert contrast(ink, paper) >= 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
