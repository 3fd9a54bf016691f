"""What happened, told to each player and to a spectator."""

from typing import Any

import pytest
from django.utils.translation import override

from duel.games.results import result_sentence
from duel.words.terms import Terms
from engine.splendor import GAME
from tests.duel.games.splendor.games import ID, LANGUAGES, MODULES, NAMES, SPLENDOR, steps

POINTS = "most points after the last round (fewer cards decide a tie)"
CITY = "a city was met, and nobody stood better after the last round"
POWER = "each gold pays for two tokens of one colour"

TOLD_TO: list[tuple[dict[str, Any], str, str]] = [
    (
        {"kind": "taken", "seat": 0, "colors": ["white", "blue", "red"], "by": "take"},
        "You took 1 white, 1 blue and 1 red.",
        "Ada took 1 white, 1 blue and 1 red.",
    ),
    (
        {"kind": "taken", "seat": 0, "colors": ["red"], "by": "extra"},
        "You also took 1 red, by a trading post.",
        "Ada also took 1 red, by a trading post.",
    ),
    (
        {"kind": "looked", "seat": 0, "level": 2, "ids": ["S2-01", "S2-06"]},
        "You looked at the top two cards of level 2: white, 1 point; white, 3 points.",
        "Ada looked at the top two cards of level 2.",
    ),
    (
        {"kind": "reserved", "seat": 0, "from": "deck", "level": 2, "id": "S2-06"},
        "You reserved a card of deck 2 (white, 3 points).",
        "Ada reserved a hidden card of level 2.",
    ),
    (
        {"kind": "buried", "seat": 0, "level": 2, "id": "S2-06"},
        "You put the other card under deck 2: white, 3 points.",
        "Ada put the other card under deck 2.",
    ),
    (
        {
            "kind": "bought",
            "seat": 0,
            "id": "S1-08",
            "color": "white",
            "from": "reserve",
            "was_hidden": True,
            "paid": {"green": 3, "gold": 1},
            "gold_for": ["green"],
        },
        "You bought a reserved card (white, 1 point) for 3 green and 1 gold.",
        "Ada bought a reserved card (white, 1 point) for 3 green and 1 gold.",
    ),
    (
        {"kind": "revealed", "level": 1, "slot": 4, "id": "S1-08"},
        "New on 1.4: white, 1 point.",
        "New on 1.4: white, 1 point.",
    ),
    (
        {"kind": "slot_empty", "level": 1, "slot": 4},
        "1.4 stays empty: its deck has run out.",
        "1.4 stays empty: its deck has run out.",
    ),
    (
        {"kind": "discarded", "seat": 0, "colors": ["red", "gold"]},
        "You returned 1 red and 1 gold to the bank.",
        "Ada returned 1 red and 1 gold to the bank.",
    ),
    (
        {"kind": "noble", "seat": 0, "id": "N-04"},
        "You received a noble for these cards: 4 green, 4 red (3 points).",
        "Ada received a noble for these cards: 4 green, 4 red (3 points).",
    ),
    (
        {"kind": "post", "seat": 0, "id": "T3"},
        f"You won a trading post: {POWER}.",
        f"Ada won a trading post: {POWER}.",
    ),
    ({"kind": "passed", "seat": 0}, "You passed.", "Ada passed."),
    (
        {"kind": "last_round", "seat": 0, "by": "points"},
        "With that the last round began.",
        "With that the last round began.",
    ),
    (
        {"kind": "victory", "seats": [0], "by": ["points"]},
        f"You won the game: {POINTS}.",
        f"Ada won the game: {POINTS}.",
    ),
    (
        {"kind": "victory", "seats": [0, 2], "by": ["city"]},
        f"You won the game together with Olga: {CITY}.",
        f"Ada and Olga won the game together: {CITY}.",
    ),
]


@pytest.mark.parametrize(("event", "to_ada", "to_bruno"), TOLD_TO)
def test_each_player_is_told_in_their_own_person(
    event: dict[str, Any], to_ada: str, to_bruno: str
) -> None:
    for seat, expected in ((0, to_ada), (1, to_bruno), (None, to_bruno)):
        told = SPLENDOR.event_sentences(GAME.events_for([event], seat), NAMES, seat)
        assert told == [expected]


def test_what_goes_back_is_told_when_a_player_leaves() -> None:
    left = {"kind": "retired", "seat": 1, "tokens": {"red": 2, "gold": 1}, "cards": [3, 1]}
    assert SPLENDOR.event_sentences([left], NAMES, 0) == [
        "Back in the bank: 2 red and 1 gold.",
        "2 reserved cards left the game with their player.",
    ]
    nothing = {**left, "tokens": {}, "cards": []}
    assert SPLENDOR.event_sentences([nothing], NAMES, 1) == []
    chosen = {"kind": "returned", "seat": 1, "level": 2, "count": 2}
    assert SPLENDOR.event_sentences([chosen], NAMES, 0) == [
        "The cards Bruno was choosing from went back under deck 2."
    ]
    assert SPLENDOR.event_sentences([chosen], NAMES, 1) == [
        "The cards you were choosing from went back under deck 2."
    ]


def test_a_card_that_is_reserved_is_told_with_its_gold_and_its_slot() -> None:
    position = GAME.new(bytes(32), seats=3)
    card = GAME.dump(position)["market"]["2"][1]
    told = SPLENDOR.event_sentences(GAME.step(position, f"reserve {card}").events, NAMES, None)
    assert told[0].startswith(f"{NAMES[position.first]} took a gold and reserved 2.2 (")
    assert told[1].startswith("New on 2.2: ")


def test_a_card_whose_slot_waits_is_told_by_its_level() -> None:
    event = {**TOLD_TO[5][0], "from": "market", "was_hidden": False}
    assert SPLENDOR.event_sentences([event], NAMES, 1) == [
        "Ada bought a card of level 1 (white, 1 point) for 3 green and 1 gold."
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_whole_games_is_told_without_ids(language: str) -> None:
    kinds: set[str] = set()
    with override(language):
        for number, options in ((0, ("posts",)), (4, MODULES), (2, ("noble11",))):
            for _, _, step in steps(number, options=options):
                kinds.update(event["kind"] for event in step.events)
                for seat in (0, None):
                    told = SPLENDOR.event_sentences(GAME.events_for(step.events, seat), NAMES, seat)
                    assert told or {e["kind"] for e in step.events} <= {"turn", "taken"}
                    assert not any(ID.search(said) or "%(" in said for said in told)
    assert kinds >= {"bought", "post", "noble", "last_round", "victory", "reserved", "taken"}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "Ada a reçu la visite d’un noble pour ces cartes\xa0: 4 vertes, 4 rouges"),
        ("it", "Ada ha ricevuto la visita di un nobile per queste carte: 4 verdi, 4 rosse"),
    ],
)
def test_what_happened_is_told_in_french_and_italian(language: str, told: str) -> None:
    with override(language):
        (said,) = SPLENDOR.event_sentences([{"kind": "noble", "seat": 0, "id": "N-04"}], NAMES, 1)
    assert said.startswith(told)


@pytest.mark.parametrize("by", ["points", "city", "passes", "retire"])
@pytest.mark.parametrize("winners", [[1], [0, 2], [1, 3]])
def test_the_end_is_told_as_the_result_is(by: str, winners: list[int]) -> None:
    event = {"kind": "victory", "seats": winners, "by": [by]}
    terms = Terms(game="splendor", seats=4)
    for viewer in (0, 1, None):
        told = SPLENDOR.event_sentences([event], NAMES, viewer)
        assert told == [result_sentence(terms, {"winners": winners, "by": [by]}, NAMES, viewer)]
