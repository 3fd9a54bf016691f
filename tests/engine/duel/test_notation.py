"""The canonical text: strict, and the exact inverse of the move."""

import itertools

import pytest

from engine.duel.facts import CARDS, CELL_NAMES, COLOURS, LINES, ROYALS
from engine.duel.moves import read_move
from engine.errors import Unreadable
from engine.gems.moves import LONGEST_TEXT

GEMS_AND_PEARL = COLOURS[:6]


def every_text() -> list[str]:
    """Every text that is legal somewhere, and more."""
    cells, ids = CELL_NAMES, [card.id for card in CARDS]
    texts = ["replenish"]
    texts += [f"{verb} {cell}" for verb in ("use", "token") for cell in cells]
    texts += ["take " + " ".join(cells[cell] for cell in line) for line in LINES]
    texts += [f"reserve {cell} {source}" for cell in cells for source in (*ids, "deck1", "deck3")]
    texts += [f"steal {colour}" for colour in GEMS_AND_PEARL]
    texts += [f"royal {royal.id}" for royal in ROYALS]
    gold = [""] + [
        " gold " + " ".join(chosen)
        for number in (1, 2, 3)
        for chosen in itertools.combinations_with_replacement(GEMS_AND_PEARL, number)
    ]
    colours = ["", *(f" as {colour}" for colour in COLOURS[:5])]
    texts += [f"buy {card}{colour}{paid}" for card in ids for colour in colours for paid in gold]
    texts += [
        "discard " + " ".join(chosen)
        for number in range(1, 7)
        for chosen in itertools.combinations_with_replacement(COLOURS, number)
    ]
    return texts


def test_every_text_reads_to_a_move_that_writes_it() -> None:
    texts = every_text()
    assert len(texts) == len(set(texts)) > 30_000
    for text in texts:
        assert read_move(text).text == text


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("take b1 a1", "take a1 b1"),
        ("take a2 b1", "take b1 a2"),
        ("buy D1-01 gold red blue", "buy D1-01 gold blue red"),
        ("discard gold red", "discard red gold"),
    ],
)
def test_a_wrong_order_is_answered_with_the_right_one(loose: str, canonical: str) -> None:
    with pytest.raises(Unreadable, match=f"must be written “{canonical}”"):
        read_move(loose)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "pass",
            "TAKE a1",
            "Take a1",
            "take",
            "take ",
            "take  a1",
            "take a1 ",
            " take a1",
        ),
        *("take a6", "take f1", "take a1 a1", "take a1 b1 c1 d1", "take a1,b1", "take A1"),
        *("take a1\n", "take\ta1", "take a１", "take a²", "take a1\u00a0b1"),
        *("use", "use a1 b1", "replenish now", "replenish ", "token", "token a1 a2"),
        *("reserve a1", "reserve D1-01", "reserve a1 deck0", "reserve a1 deck4", "reserve a1 deck"),
        *("reserve a1 d1-01", "reserve D1-01 a1", "reserve a1 D1-01 x", "reserve a1 D1-1"),
        *("buy", "buy deck1", "buy D1-01 gold", "buy D1-01 gold gold", "buy D1-01 as"),
        *("buy D1-01 as pearl", "buy D1-01 as gold", "buy D1-01 gold red as red", "buy D1-01 red"),
        *("buy D1-01 as red blue", "buy D1-01 as red gold", "buy D1-٠١", "buy 1.1"),
        *("steal", "steal gold", "steal red red", "steal rouge", "royal", "royal R-1", "royal R01"),
        *("discard", "discard emerald", "discard red,red", "\ud800", "take a1 \ud800", "\0"),
    ],
)
def test_anything_but_the_canonical_text_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_move(text)


def test_an_endless_text_is_refused_without_repeating_it() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_move("discard" + " red" * 10_000)
    assert len(str(refusal.value)) < LONGEST_TEXT + 60


def test_ids_of_the_right_shape_are_readable_whether_they_exist_or_not() -> None:
    for text in ("buy D9-99", "buy D1-00 as red", "reserve a1 D4-01", "royal R-77"):
        assert read_move(text).text == text
