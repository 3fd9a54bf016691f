"""How the opponent could win on the next turn, in words."""

import pytest
from django.utils.translation import override

from engine.contract import Threat
from engine.duel import GAME
from tests.duel.games.duel.games import DUEL, NAMES
from tests.engine.duel.table import table

CAREFUL = "Careful: as it stands before your move, Bruno could win on the next turn "
NINE_GREEN = {"their_cards": ("D3-05", "D3-06", "D2-12"), "board": "K"}
"""Nine points on green cards: a tenth wins."""


def words(**position: object) -> str:
    now = table(**position)
    view = GAME.view(now, 0)
    return DUEL.sheet(view, GAME.legal(now), 0, NAMES, threats=GAME.threats(now, 0)).warning


def test_without_a_threat_nothing_is_said() -> None:
    assert words(board="K", theirs="RRR", market=("D1-14",)) == ""


def test_it_says_by_which_card_and_what_that_would_come_to() -> None:
    told = words(**NINE_GREEN, theirs="WWWKK", market=("D1-15",))
    assert told == f"{CAREFUL}by buying 1.1 green (10 points in one colour)."


def test_it_says_which_tokens_privileges_would_fetch() -> None:
    offer = {**NINE_GREEN, "board": "KKW", "market": ("D1-15",), "privileges": (0, 2)}
    assert "by taking a1 with a privilege and buying 1.1" in words(**offer, theirs="WWWK")
    assert "by taking c1 and a1 with privileges and buying" in words(**offer, theirs="WWK")


def test_it_says_that_a_card_brings_another_turn() -> None:
    told = words(**NINE_GREEN, theirs="WWWWUUPP", market=("D1-23", "D1-29"))
    assert "by buying 1.1 black, which brings another turn, and then 1.2 wild (10" in told


def test_it_says_which_reserved_card_it_is() -> None:
    told = words(**NINE_GREEN, theirs="WWWKK", their_reserved=("D1-15",))
    assert "by buying the reserved card “green, 1 point” (10 points in one colour)" in told


def test_of_very_many_ways_some_are_only_counted() -> None:
    cards = ("D1-15", "D2-10", "D2-11", "D1-28")
    now = table(board="K", market=cards)
    ways = [Threat(1, (f"buy {card}",), (("points", 20),)) for card in cards]
    told = [
        DUEL.sheet(GAME.view(now, 0), [], 0, NAMES, threats=ways[:number]).warning
        for number in (2, 3, 4)
    ]
    two = "by buying 1.1 green (20 points)%s by buying 2.1 green (20 points)"
    assert told[0].endswith(f"{two % ' or'}.")
    assert told[1].endswith(f"{two % ','} or with 1 other card.")
    assert told[2].endswith(f"{two % ','} or with 2 other cards.")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "Attention\xa0: dans la position actuelle, avant votre coup, Bruno pourrait gagner"),
        ("it", "Attenzione: nella posizione attuale, prima della tua mossa, Bruno potrebbe"),
    ],
)
def test_it_speaks_the_readers_language(language: str, told: str) -> None:
    with override(language):
        assert words(**NINE_GREEN, theirs="WWWKK", market=("D1-15",)).startswith(told)
