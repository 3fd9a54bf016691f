"""Each kind of move in words, in three languages, and whether it can be taken back."""

from typing import Any

import pytest
from django.utils.translation import override

from engine.splendor import GAME
from engine.splendor.position import Position
from engine.turn import Win
from tests.duel.games.splendor.games import (
    MODULES,
    NAMES,
    SEED,
    SPLENDOR,
    sheet_of,
    steps,
    table,
)

FIRST = GAME.new(SEED, seats=4).first
GEMS = dict.fromkeys(("white", "blue", "green", "red", "black"), 2)
BLACK = ["S1-33", "S1-34", "S1-35"]
"""Cards that win the trading post that lets one draw two."""
WHITE_AND_RED = ["S1-01", "S1-25", "S1-26", "S1-27"]
"""Cards that win the trading post that brings a token after each purchase."""


def mine(**player: Any) -> Position:
    """A position with posts in which whoever is to move has these things."""
    others = {key: player.pop(key) for key in ("phase", "drawn", "pair", "market") if key in player}
    return table(options=("posts",), players={FIRST: player}, **others)


def words_of(position: Position) -> dict[str, str]:
    return {item.move: item.words for item in sheet_of(position).moves}


MOVES = [
    (
        {"tokens": {"green": 4}, "market": {"1": ["S1-08", "S1-02", "S1-03", "S1-04"]}},
        "buy S1-08",
        "buy 1.1 (white, 1 point) for 4 green",
        "acheter 1.1 (blanche, 1 point) pour 4 verts",
        "acquistare 1.1 (bianca, 1 punto) per 4 verdi",
    ),
    (
        {},
        "take white blue red",
        "take white, blue and red",
        "prendre blanc, bleu et rouge",
        "prendere bianco, blu e rosso",
    ),
    ({}, "take red red", "take 2 red", "prendre 2 rouges", "prendere 2 rossi"),
    (
        {},
        "reserve deck3",
        "reserve the top card of level 3",
        "réserver la première carte du paquet de niveau 3",
        "prenotare la prima carta del mazzo di livello 3",
    ),
    (
        {"market": {"1": ["S1-08", "S1-02", "S1-03", "S1-04"]}},
        "reserve S1-08",
        "reserve 1.1 (white, 1 point)",
        "réserver 1.1 (blanche, 1 point)",
        "prenotare 1.1 (bianca, 1 punto)",
    ),
    (
        {"phase": "keep", "cards": BLACK, "posts": ["T4"], "drawn": ["S2-06", "S2-01"]},
        "keep 1",
        "keep card 1: white, 3 points",
        "garder la carte 1\xa0: blanche, 3 points",
        "tenere la carta 1: bianca, 3 punti",
    ),
    (
        {"phase": "discard", "tokens": {**GEMS, "gold": 2}},
        "discard white gold",
        "return 1 white and 1 gold to the bank",
        "rendre 1 blanc et 1 or à la banque",
        "rimettere 1 bianco e 1 oro nella banca",
    ),
    (
        {
            "phase": "extra",
            "pair": "red",
            "tokens": {"red": 2},
            "cards": ["S1-01", "S1-02"],
            "posts": ["T2"],
        },
        "extra blue",
        "take an extra token: blue",
        "prendre un jeton supplémentaire\xa0: bleu",
        "prendere un gettone supplementare: blu",
    ),
    (
        {"phase": "post", "cards": ["S1-01", "S1-02", *BLACK]},
        "post T4",
        "choose the trading post: draw two cards",
        "choisir le comptoir\xa0: piocher deux cartes",
        "scegliere l’avamposto: pescare due carte",
    ),
]


def laid_out(words: dict[str, Any]) -> Position:
    given = dict(words)
    if "market" in given:
        given["market"] = {**GAME.dump(GAME.new(SEED, seats=4))["market"], **given["market"]}
    return mine(**given)


@pytest.mark.parametrize(("laid", "move", "english", "french", "italian"), MOVES)
def test_a_move_is_said_in_three_languages(
    laid: dict[str, Any], move: str, english: str, french: str, italian: str
) -> None:
    position = laid_out(laid)
    for language, expected in (("en", english), ("fr", french), ("it", italian)):
        with override(language):
            assert words_of(position)[move] == expected


def test_nobles_are_told_by_the_cards_they_come_for() -> None:
    each = ("S1-01", "S1-02", "S1-03", "S1-09", "S1-10", "S1-11", "S1-17", "S1-18", "S1-19")
    position = table(
        phase="noble",
        nobles=["N-06", "N-07", "N-01", "N-02", "N-03"],
        players={FIRST: {"cards": [*each, *BLACK]}},
    )
    assert words_of(position) == {
        "noble N-06": "choose the noble: 3 white, 3 blue, 3 green",
        "noble N-07": "choose the noble: 3 white, 3 blue, 3 black",
    }
    assert effects(position, "noble N-06") == [
        "You receive the noble for 3 white, 3 blue, 3 green."
    ]


@pytest.mark.parametrize("options", [(), ("posts",), MODULES])
def test_a_move_is_final_exactly_when_the_engine_says_that_it_shows_something(
    options: tuple[str, ...],
) -> None:
    for number in range(2):
        for position, move, step in steps(number, seats=2 + number, options=options):
            view = GAME.view(position, position.to_move)
            assert bool(SPLENDOR.final_words(move, view, NAMES)) == step.reveals


def effects(position: Position, move: str, **more: Any) -> list[str]:
    return SPLENDOR.move_sentences(move, GAME.view(position, position.to_move), NAMES, **more)


def test_a_reserve_says_what_comes_with_it() -> None:
    assert effects(mine(), "reserve deck2") == [
        "You reserve the top card of level 2, which only you will see.",
        "You take a gold with it.",
    ]
    drawing_two = mine(cards=BLACK, posts=["T4"], tokens=GEMS)
    assert effects(drawing_two, "reserve deck2") == [
        "You look at the top two cards of level 2, which only you will see, and reserve one of "
        "them.",
        "You take a gold with it.",
        "You then have 1 token too many and return it to the bank.",
    ]
    without_gold = table(
        players={FIRST: {}, (FIRST + 1) % 4: {"tokens": {"gold": 5}}}, options=("posts",)
    )
    assert "There is no gold in the bank, so you take none." in effects(
        without_gold, "reserve deck1"
    )


def test_a_purchase_says_which_tiles_come_by_it() -> None:
    market = {**GAME.dump(GAME.new(SEED, seats=4))["market"]}
    market["1"] = ["S1-01", "S1-02", "S1-03", "S1-04"]
    position = mine(cards=["S1-08"], tokens={"blue": 3}, market=market)
    told = effects(position, "buy S1-01")
    assert told[:2] == ["You buy 1.1 (white) for 3 blue.", "A new card comes to 1.1."]
    assert told[2] == (
        "You then win a trading post: after taking two of one colour, take a token of another "
        "colour, not gold."
    )


def test_with_a_token_after_each_purchase_the_market_waits() -> None:
    market = {**GAME.dump(GAME.new(SEED, seats=4))["market"]}
    market["1"] = ["S1-02", "S1-03", "S1-04", "S1-05"]
    cards = WHITE_AND_RED
    position = mine(cards=cards, posts=["T1"], tokens={"blue": 2, "black": 2}, market=market)
    assert "You then take a token, by your trading post." in effects(position, "buy S1-03")
    view = GAME.view(position, position.to_move)
    assert SPLENDOR.final_words("buy S1-03", view, NAMES) == ""
    after = GAME.apply(position, "buy S1-03")
    assert after.phase == "extra"
    assert "A new card comes to 1.2." in effects(after, "extra white")
    view = GAME.view(after, after.to_move)
    assert SPLENDOR.final_words("extra white", view, NAMES) == "Final: it turns up a card."


def test_a_move_that_wins_says_so() -> None:
    assert effects(mine(), "take red red", wins=Win.SURELY)[-1] == "This wins the game."
    by_choice = effects(mine(), "take red red", wins=Win.BY_CHOICE)[-1]
    assert by_choice == "This can win the game: it depends on what you choose then."


def test_in_the_last_round_any_move_may_win() -> None:
    view = GAME.view(mine(), FIRST)
    assert not SPLENDOR.can_win("take red red", view)
    assert SPLENDOR.can_win("buy S1-01", view)
    assert SPLENDOR.can_win("take red red", {**view, "last_round": True})


def test_double_gold_is_counted_in_what_is_paid() -> None:
    market = {**GAME.dump(GAME.new(SEED, seats=4))["market"]}
    market["1"] = ["S1-08", "S1-02", "S1-03", "S1-04"]
    cards = ["S1-09", "S1-10", "S1-11", "S1-33"]
    position = mine(cards=cards, posts=["T3"], tokens={"green": 2, "gold": 2}, market=market)
    said = words_of(position)
    assert said["buy S1-08 gold green"] == "buy 1.1 (white, 1 point) for 2 green and 1 gold"
    assert said["buy S1-08 gold green green"] == "buy 1.1 (white, 1 point) for 2 gold"
    lines = {card.slot: card.line for card in sheet_of(position).cards}
    assert lines["1.1"] == "white, 1 point: 4 green, 2 missing (gold will do)"
