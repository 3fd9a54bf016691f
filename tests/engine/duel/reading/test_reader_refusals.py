"""What cannot be read, what is then said, and what is offered instead."""

import pytest

from engine.duel import GAME
from engine.duel.position import Position
from tests.engine.duel.reading.reader_positions import (
    DISCARD,
    FIRST,
    FULL,
    ONE_BONUS,
    ROYAL,
    SHOP,
    STEAL,
    TOKEN,
    WILD,
    answer,
)
from tests.engine.duel.table import table

REFUSED = [
    (FIRST, "", "There is no move in this text."),
    (FIRST, "hello, thank you!", "There is no move in this text."),
    (FIRST, "take a1 " + "and " * 200, "This text is too long to be read as a move."),
    # Unknown words are never passed over.
    (
        FIRST,
        "take a1 unless b1 is better",
        "“unless” makes this a condition; please write only what you do.",
    ),
    (FIRST, "don't take a1", "“don't” says what not to do; please write only what you do."),
    (FIRST, "je ne prends pas a1", "“ne” says what not to do; please write only what you do."),
    (FIRST, "non prendo a1", "“non” says what not to do; please write only what you do."),
    (DISCARD, "all but red red", "“but” says what not to do; please write only what you do."),
    (DISCARD, "i do discard red", "Not understood: do."),
    (DISCARD, "go red", "Not understood: go."),
    (FIRST, "take a6", "Not understood: a6."),
    (FIRST, "take f1", "Not understood: f1."),
    (FIRST, "take a1 b1 c1 2", "Not understood: 2."),
    (FIRST, "take 2 tokens a1 b1 c1", "Not understood: 2."),
    (FIRST, "взять a1", "Not understood: взять."),
    (DISCARD, "discard 99 red", "Not understood: 99."),
    (ROYAL, "royal 5", "There is no royal r5 on offer."),
    # Not said by somebody who makes a move.
    (FIRST, "can I take a1", "“can” makes this a question; please write only what you do."),
    (FIRST, "take a1?", "“?” makes this a question; please write only what you do."),
    (FIRST, "take a1 when ready", "“when” makes this a condition; please write only what you do."),
    (
        FIRST,
        "I took a1",
        "“took” tells of something that was done; please write only what you do now.",
    ),
    (
        FIRST,
        "perhaps a1",
        "“perhaps” leaves open whether you mean it; please write only what you do now.",
    ),
    (FIRST, "you take a1", "“you” speaks of somebody else’s move; please write only what you do."),
    (
        FIRST,
        "take b3, you get a privilege",
        "“you get a privilege” does not happen with this move; please check it.",
    ),
    (
        FULL,
        "white 2 red 1 black",
        "It is not clear which number belongs to which colour; please write “2 red, 1 blue”.",
    ),
    # What fits two things is not guessed.
    (STEAL, "b", "“b” can mean black, blue, white; please write the word you mean."),
    (STEAL, "bl", "“bl” can mean black, blue, white; please write the word you mean."),
    (STEAL, "steal ro", "“ro” can mean red, steal; please write the word you mean."),
    (STEAL, "n", "“n” says what not to do; please write only what you do."),
    (
        SHOP,
        "re 2.1",
        "“re” can mean discard, red, replenish, reserve, take; please write the word you mean.",
    ),
    (
        FIRST,
        "take a1 or b1",
        "“or” can mean gold or offer a choice; please write “gold”, or only the one move you mean.",
    ),
    (
        DISCARD,
        "scarto rosso o blu",
        "“o” can mean gold or offer a choice; please write “gold”, or only the one move you mean.",
    ),
    (FIRST, "prends a1 ou b1", "“ou” offers a choice; please write only the one move you mean."),
    (FIRST, "take a1-c2", "a1 to c2 is no straight line of two or three cells."),
    (FIRST, "take a1-d1", "a1 to d1 is no straight line of two or three cells."),
    (FIRST, "take blue", "4 legal moves fit this text; please write which one you mean."),
    (FIRST, "reserve 2.1", "Please name the cell of the gold to take."),
    (WILD, "buy 1.2", "Please name the colour that the card shall take, with “as”."),
    (WILD, "buy 1.2 gold as black", "Please name the colour that the card shall take, with “as”."),
    (SHOP, "buy 1.4 gold", "2 legal moves fit this text; please write which one you mean."),
    (SHOP, "buy 1.4 1.3", "Only one card can be named here, not 1.4, 1.3."),
    # Something is missing or too much.
    (
        SHOP,
        "c4",
        "The text does not say what to do; possible now: buy, replenish, reserve, take, use.",
    ),
    (
        SHOP,
        "2.1",
        "The text does not say what to do; possible now: buy, replenish, reserve, take, use.",
    ),
    (
        SHOP,
        "token c4",
        "The text does not say what to do; possible now: buy, replenish, reserve, take, use.",
    ),
    (
        SHOP,
        "use a1 buy 1.4",
        "This reads like several moves (use, buy); put a semicolon between them.",
    ),
    (
        SHOP,
        "replenish and take",
        "This reads like several moves (replenish, take); put a semicolon between them.",
    ),
    (SHOP, "take", "Please name the cells."),
    (SHOP, "use a privilege", "Please name the cells."),
    (SHOP, "buy", "Please name the card."),
    (SHOP, "reserve", "Please name the card."),
    (SHOP, "reserve d2 and draw a card", "Please name the card."),
    (SHOP, "reserve d2 and draw one card", "Please name the card."),
    (STEAL, "steal", "Please name the colours."),
    (DISCARD, "discard", "Please name the colours."),
    (ROYAL, "royal", "Please name the card."),
    # Readable, but not to be done.
    (FIRST, "buy 1.1", "“buy” is not possible now; possible: reserve, take."),
    (FIRST, "use a1", "“use” is not possible now; possible: reserve, take."),
    (DISCARD, "take red blue", "“take” is not possible now; possible: discard."),
    (TOKEN, "buy 1.1", "“buy” is not possible now; possible: token."),
    (FIRST, "take c3", "“take c3” is not a legal move here."),
    (FIRST, "take a1 c1", "“take a1 c1” is not a legal move here."),
    (FIRST, "take a1 a1", "“take a1 a1” is not a legal move here."),
    (FIRST, "take the red on a1", "On a1 there is blue, not red."),
    (
        FIRST,
        "take a1 a2 a3, three reds",
        "On a1, a2, a3 there is blue, red, red, not red, red, red.",
    ),
    (SHOP, "take a5 red", "On a5 there is nothing, not red."),
    (FIRST, "take 2.1", "“take 2.1” is not a legal move here."),
    (SHOP, "buy the green card 1.4", "“buy 1.4 green” is not a legal move here."),
    (SHOP, "buy 1.2", "“buy 1.2” is not a legal move here."),
    (SHOP, "buy 1.4 c4", "“buy c4 1.4” is not a legal move here."),
    (SHOP, "buy 1.4 as red", "“buy 1.4 red” is not a legal move here."),
    (SHOP, "buy 1.4 gold red", "“buy 1.4 gold red” is not a legal move here."),
    (SHOP, "replenish a1", "“replenish a1” is not a legal move here."),
    (SHOP, "reserve d2 1.1 red", "What you write about 1.1 is not true of that card."),
    (SHOP, "reserve r1", "There is no card r1 that you can reserve."),
    (SHOP, "buy r3", "There is no card r3 that you can buy."),
    (SHOP, "buy 3.4", "There is no card 3.4 that you can buy."),
    (SHOP, "buy deck 2", "There is no card deck2 that you can buy."),
    (SHOP, "reserve deck 4", "There is no card deck4 that you can reserve."),
    (ROYAL, "R-09", "There is no royal R-09 on offer."),
    (DISCARD, "discard red", "“discard red” is not a legal move here."),
    (DISCARD, "discard d4 red", "“discard d4 red” is not a legal move here."),
    (STEAL, "steal gold", "“steal gold” is not a legal move here."),
]


@pytest.mark.parametrize(("position", "text", "sentence"), REFUSED)
def test_it_says_why_it_cannot_read(position: Position, text: str, sentence: str) -> None:
    reading = answer(position, text)
    assert reading.move is None
    assert reading.problem is not None
    assert reading.problem.sentence == sentence
    assert set(reading.suggestions) <= set(GAME.legal(position))
    assert len(reading.suggestions) == min(3, len(GAME.legal(position)))


@pytest.mark.parametrize(
    ("position", "text", "suggestions"),
    [
        (FIRST, "tack a1 b1 c1", ("take a1 b1 c1", "take a1 b1", "take b1 c1")),
        (FIRST, "reserve 2.1", ("reserve c3 D2-08", "reserve c5 D2-08", "reserve d2 D2-08")),
        (WILD, "buy 1.2", ("buy D1-27 as black", "buy D1-27 as green")),
        (SHOP, "bye 1.3", ("buy D1-06 gold red", "buy D1-06 gold white red", "reserve d2 D1-06")),
        (SHOP, "1.4 for 1 white 1 blue", ("buy D1-16",)),
        (SHOP, "r1, gold for the red", ("buy D1-01 gold red", "buy D1-01 gold blue red")),
        (SHOP, "ressrrve 1.3", ("reserve d2 D1-06",)),
        (SHOP, "acchetta 1.4", ("buy D1-16",)),
        (STEAL, "rde", ("steal red", "steal blue")),
        (DISCARD, "discard 3 red", ("discard red red",)),
    ],
)
def test_it_offers_the_nearest_legal_moves(
    position: Position, text: str, suggestions: tuple[str, ...]
) -> None:
    assert answer(position, text).suggestions[: len(suggestions)] == suggestions


@pytest.mark.parametrize(
    ("position", "text", "understood"),
    [
        (FIRST, "i take the blu on a1 perhaps", "take a1 blue"),
        (SHOP, "compro 1.4 domani", "buy 1.4"),
        (FIRST, "blah", ""),
    ],
)
def test_it_repeats_what_it_did_understand(position: Position, text: str, understood: str) -> None:
    assert answer(position, text).understood == understood


def test_a_verb_alone_is_enough_where_the_rules_leave_one_choice() -> None:
    position = table(board="R", mine="UUGG", reserved=["D1-17"], their_cards=["D1-30"], theirs="W")
    position = GAME.apply(position, "buy D1-17")
    assert GAME.legal(position) == ["token a1"]
    assert answer(position, "token").move == "token a1"


def test_least_gold_is_one_payment_for_each_colour_of_the_card() -> None:
    for position in (SHOP, WILD, ONE_BONUS):
        payments: dict[str, list[int]] = {}
        for move in GAME.legal(position):
            if move.startswith("buy"):
                stem, _, gold = move.partition(" gold ")
                payments.setdefault(stem, []).append(len(gold.split()))
        assert payments
        for numbers in payments.values():
            assert numbers.count(min(numbers)) == 1
