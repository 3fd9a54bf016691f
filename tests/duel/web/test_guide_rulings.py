"""How we play: every ruling has an address of its own, what we do, and why."""

import re

import pytest

from duel.games.registry import game_choices
from tests.duel.web.guide_pages import LANGUAGES, article, words_of

IN_EVERY_GAME = (
    "first-by-lot",
    "reserved-stay-visible",
    "counts-are-open",
    "gold-instead",
    "no-overpaying",
    "single-choices",
    "abilities-are-mandatory",
    "take-back",
    "asking-to-take-back",
    "warnings",
    "shared-victory",
    "clock-starts",
    "when-time-is-up",
    "leaving",
    "bots",
    "calling-off",
    "secret-opens",
    "reports",
)
OF_GAMES = {
    "duel": (
        "duel-no-dead-end",
        "duel-order-before-action",
        "duel-forced-replenish",
        "duel-forced-replenish-hidden",
        "duel-privilege-once",
        "duel-again-once",
        "duel-limit-and-victory-first",
        "duel-colour-victory",
        "duel-royals-without-crowns",
        "duel-all-victories",
    ),
    "splendor": (
        "splendor-fewer-colours",
        "splendor-pass",
        "splendor-all-pass",
        "splendor-shared",
        "splendor-nobles",
        "splendor-cities",
        "splendor-posts-order",
        "splendor-extra",
        "splendor-draw-two",
        "splendor-double-gold",
        "splendor-noble11",
        "splendor-leaving",
        "splendor-leaving-last-round",
        "splendor-last-one",
    ),
}
"""These addresses stand in letters and answers of operators: they are never given to others."""


def test_every_game_has_rulings() -> None:
    assert set(OF_GAMES) == {name for name, _ in game_choices()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_told_with_its_reason(language: str) -> None:
    rulings = article(language, "how-we-play").find("section", **{"class": "ruling"})
    ids = [each.attributes["id"] for each in rulings]
    assert ids == [*IN_EVERY_GAME, *(ruling for name in OF_GAMES for ruling in OF_GAMES[name])]
    for ruling in rulings:
        (heading,) = ruling.find("h3")
        assert heading.find("a")[0].attributes["href"] == f"#{ruling.attributes['id']}"
        *what, why = ruling.find("p")
        assert why.attributes["class"] == "why"
        assert what
        assert all(words_of(paragraph).endswith(".") for paragraph in what)
        assert re.fullmatch(r"[^.]+\.|.*«\u00a0après\u00a0»\.", words_of(why)), words_of(why)
