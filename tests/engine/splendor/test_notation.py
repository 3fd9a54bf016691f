"""The canonical text: strict, and the exact inverse of the move."""

import itertools

import pytest

from engine.errors import Unreadable
from engine.gems.moves import LONGEST_TEXT
from engine.gems.pieces import GEM_NAMES
from engine.splendor.facts import COLOURS, RULES_1
from engine.splendor.moves import option_of, read_move


def chosen(colours: tuple[str, ...], numbers: range) -> list[str]:
    """Every choice of so many of the colours, in colour order."""
    return [
        " ".join(choice)
        for number in numbers
        for choice in itertools.combinations_with_replacement(colours, number)
    ]


def every_text() -> list[str]:
    """Every text that is legal somewhere, and more."""
    ids = [card.id for card in RULES_1.cards]
    texts = ["pass", "keep 1", "keep 2"]
    texts += [f"take {colours}" for colours in chosen(GEM_NAMES, range(1, 4))]
    texts += [f"extra {colour}" for colour in GEM_NAMES]
    texts += [f"reserve {source}" for source in (*ids, "deck1", "deck2", "deck3")]
    gold = ["", *(f" gold {colours}" for colours in chosen(GEM_NAMES, range(1, 6)))]
    texts += [f"buy {card}{paid}" for card in ids for paid in gold]
    texts += [f"discard {colours}" for colours in chosen(COLOURS, range(1, 4))]
    texts += [f"noble {noble.id}" for noble in RULES_1.nobles]
    texts += [f"post {post.id}" for post in RULES_1.posts]
    return texts


def test_every_text_reads_to_a_move_that_writes_it() -> None:
    texts = every_text()
    assert len(texts) == len(set(texts)) > 20_000
    for text in texts:
        assert read_move(text).text == text


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("take green white red", "take white green red"),
        ("buy S1-01 gold red blue", "buy S1-01 gold blue red"),
        ("discard gold red", "discard red gold"),
    ],
)
def test_a_wrong_order_is_answered_with_the_right_one(loose: str, canonical: str) -> None:
    with pytest.raises(Unreadable, match=f"must be written “{canonical}”"):
        read_move(loose)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "take", "take gold", "take pearl", "take white blue green red", "Take white"),
        *("take white  blue green", " pass", "pass ", "pass pass", "extra", "extra gold"),
        *("extra white blue", "reserve", "reserve deck", "reserve deck4", "reserve N-01"),
        *("reserve S1-01 gold", "reserve S1-1", "keep", "keep 0", "keep 3", "keep 1 2", "keep ١"),
        *("buy", "buy deck1", "buy S1-01 gold", "buy S1-01 blue", "buy S1-01 gold gold"),
        *("buy S1-01 as red", "discard", "discard pearl", "noble", "noble T1", "noble N-1"),
        *("post", "post N-01", "post T10", "replenish", "use a1", "discard " + "white " * 30),
    ],
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="is not the text of a move"):
        read_move(text)


def test_a_foreign_text_is_shown_shortened_and_printable() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_move("\n\t" + "x" * 500)
    assert len(str(refusal.value)) < LONGEST_TEXT + 60
    assert str(refusal.value).isprintable()


def test_the_parts_of_a_move_make_the_move_again() -> None:
    for text in every_text():
        option = option_of(text)
        words = [option.verb, *([option.card] if option.card else [])]
        words += ["gold"] if option.verb == "buy" and option.colours else []
        words += [*option.colours, *([str(option.number)] if option.number else [])]
        assert " ".join(words) == option.move == text
