"""What cannot be read, what is then said, and what is offered instead."""

import pytest

from engine.reading import Problem
from engine.splendor import GAME
from engine.splendor.facts import RULES_1, Facts, Noble
from engine.splendor.position import Position
from engine.splendor.reading.reader import SplendorReader, read
from engine.turn import read_turn
from tests.engine.splendor.reading.reader_positions import (
    DISCARD,
    DOUBLE,
    DRY,
    EXTRA,
    FIRST,
    FULL,
    HELD,
    KEEP,
    LOOKS,
    NOBLE,
    POST,
    SHOP,
    STUCK,
    answer,
)

REFUSED = [
    (FIRST, "", "There is no move in this text."),
    (FIRST, "take red " + "and " * 200, "This text is too long to be read as a move."),
    (FIRST, "don't take red", "“don't” says what not to do; please write only what you do."),
    (FIRST, "взять red", "Not understood: взять."),
    (FIRST, "take 2 red on c3", "Not understood: c3."),
    (FIRST, "take 2 tokens white blue red", "Not understood: 2."),
    (FIRST, "take b red green", "“b” can mean black, blue, white; please write the word you mean."),
    (FIRST, "take red or blue",
     "“or” can mean gold or offer a choice; please write “gold”, or only the one move you mean."),
    (FIRST, "2.3", "The text does not say what to do; possible now: reserve, take."),
    (FIRST, "take red blue", "“take red blue” is not a legal move here."),
    (FIRST, "reserve", "Please name the card."),
    (FIRST, "reserve 2.3 2.4", "Only one card can be named here, not 2.3, 2.4."),
    (FIRST, "reserve the red card",
     "2 cards fit this description; please write which one you mean."),
    (FIRST, "reserve the blue card 2.3", "What you write about 2.3 is not true of that card."),
    (FIRST, "reserve S1-01", "There is no card S1-01 that you can reserve."),
    (FIRST, "pass", "“pass” is not possible now; possible: reserve, take."),
    (DRY, "reserve 2.3 and take a gold",
     "“gold” does not happen with this move; please check it."),
    (SHOP, "buy 1.1 with gold", "2 legal moves fit this text; please write which one you mean."),
    (SHOP, "buy 1.1 for free", "“buy 1.1” is not a legal move here."),
    (DOUBLE, "buy 1.3 with gold for 2 red",
     "2 legal moves fit this text; please write which one you mean."),
    (EXTRA, "extra", "Please name the colours."),
    (KEEP, "keep", "Please write which card you keep, the first or the second."),
    (KEEP, "keep both", "Not understood: both."),
    (KEEP, "keep the third", "“keep 3” is not a legal move here."),
    (DISCARD, "keep black", "“keep” is not possible now; possible: discard."),
    (FULL, "white 2 red 1 black",
     "It is not clear which number belongs to which colour; please write “2 red, 1 blue”."),
    (NOBLE, "noble", "Please name the noble, by the colours it shows."),
    (NOBLE, "the red noble", "2 nobles fit this description; please write which one you mean."),
    (NOBLE, "the white noble", "0 nobles fit this description; please write which one you mean."),
    (NOBLE, "noble N-08", "There is no noble N-08 that comes to you now."),
    (NOBLE, "the third noble", "There is no noble 3 that comes to you now."),
    (NOBLE, "N-04 with 3 red", "What you write about N-04 is not true of that card."),
    (POST, "post", "Please name the trading post, by its colours or its power."),
    (POST, "the black post",
     "2 trading posts fit this description; please write which one you mean."),
    (POST, "the post with 4 red",
     "0 trading posts fit this description; please write which one you mean."),
    (POST, "T6", "There is no trading post T6 that you win now."),
    (STUCK, "pass to Bruno", "Not understood: Bruno."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "text", "sentence"), REFUSED)
def test_a_refusal_says_why(position: Position, text: str, sentence: str) -> None:
    reading = answer(position, text)
    assert reading.move is None
    assert reading.problem is not None
    assert reading.problem.sentence == sentence


@pytest.mark.parametrize(
    ("position", "text", "suggestions"),
    [
        (FIRST, "take red red blue", ("take red red",)),
        (FIRST, "reserve the white card", ("reserve S1-02", "reserve S2-04", "reserve S3-01")),
        (FIRST, "ressrrve 1.3", ("reserve S1-18",)),
        (SHOP, "buy 1.1 with gold", ("buy S1-02 gold red", "buy S1-02 gold black")),
        (SHOP, "1.1", ("buy S1-02", "reserve S1-02")),
        (DISCARD, "discard 2 black", ("discard black",)),
        (NOBLE, "the black noble maybe", ("noble N-04", "noble N-05")),
        (KEEP, "keep it", ("keep 1", "keep 2")),
        (STUCK, "what now", ("pass",)),
    ],
)
def test_it_offers_the_nearest_legal_moves(
    position: Position, text: str, suggestions: tuple[str, ...]
) -> None:
    found = answer(position, text).suggestions
    assert len(found) <= 3
    assert found[: len(suggestions)] == suggestions


def test_nobles_are_counted_only_where_every_order_is_the_same() -> None:
    view, legal = GAME.view(NOBLE, 0), GAME.legal(NOBLE)
    assert read(view, legal, "the first noble").move == "noble N-04"
    for nobles in (["N-05", "N-04", "N-08"], ["N-08", "N-04", "N-05"]):
        assert read(view | {"nobles": nobles}, legal, "the first noble").move is None


def test_which_of_two_cards_is_kept_waits_until_they_are_seen() -> None:
    reading = read_turn(GAME, LOOKS, 0, "reserve deck2; keep the first")
    assert reading.moves == ()
    assert reading.problem == Problem("unseen")


def test_tiles_are_described_by_what_is_printed_under_the_rules_of_the_game() -> None:
    corrected = [
        Noble(noble.id, 3, ((0, 9),), noble.box) if noble.id == "N-04" else noble
        for noble in RULES_1.nobles
    ]
    facts = Facts(2, RULES_1.cards, corrected, RULES_1.cities, RULES_1.posts)
    view, legal = GAME.view(NOBLE, 0), GAME.legal(NOBLE)
    assert SplendorReader(facts).read(view, legal, "the noble with 9 white").move == "noble N-04"
    assert SplendorReader(facts).read(view, legal, "the red noble").move == "noble N-05"


def test_the_usual_payment_is_one_for_each_card() -> None:
    for position in (SHOP, HELD, DOUBLE, DRY):
        payments: dict[str, list[int]] = {}
        for move in GAME.legal(position):
            if move.startswith("buy"):
                stem, _, gold = move.partition(" gold ")
                payments.setdefault(stem, []).append(len(gold.split()))
        assert payments
        for stem, numbers in payments.items():
            assert numbers.count(min(numbers)) == 1
            assert answer(position, f"please {stem}").move is not None
