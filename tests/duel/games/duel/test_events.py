"""What happened, told to either player and to a spectator."""

import re

import pytest
from django.utils.translation import override

from duel.games.duel.events import event_sentences
from duel.games.results import result_sentence
from duel.words.terms import Terms
from engine.duel import GAME
from tests.duel.games.duel.games import LANGUAGES, NAMES, steps
from tests.engine.duel.table import table

DUEL = [
    (
        {"board": "KKK.."},
        "take a1 b1 c1",
        ["You took a1, b1 and c1: black, black, black.", "Bruno took a privilege."],
        ["Ada took a1, b1 and c1: black, black, black.", "You took a privilege."],
    ),
    (
        {"board": "KKK..", "privileges": (3, 0)},
        "take a1 b1 c1",
        ["You took a1, b1 and c1: black, black, black.", "Bruno took a privilege from you."],
        ["Ada took a1, b1 and c1: black, black, black.", "You took a privilege from Ada."],
    ),
    (
        {"board": "KR...", "privileges": (1, 0)},
        "use b1",
        ["You used a privilege and took b1: red."],
        ["Ada used a privilege and took b1: red."],
    ),
    (
        {"board": "K", "mine": "RRR", "market": ("D1-14", "D3-08")},
        "buy D1-14",
        ["You bought 1.1 (green, 1 crown) for 3 red.", "New on 1.1: white, 1 point."],
        ["Ada bought 1.1 (green, 1 crown) for 3 red.", "New on 1.1: white, 1 point."],
    ),
    (
        {"board": "KO", "empty_decks": (1,), "market": ("D1-14",)},
        "reserve b1 D1-14",
        [
            "You took the gold from b1 and reserved 1.1 (green, 1 crown).",
            "1.1 stays empty: its deck has run out.",
        ],
        [
            "Ada took the gold from b1 and reserved 1.1 (green, 1 crown).",
            "1.1 stays empty: its deck has run out.",
        ],
    ),
    (
        {"board": "KO"},
        "reserve b1 deck3",
        ["You took the gold from b1 and reserved the top card of level 3: blue, 4 points."],
        ["Ada took the gold from b1 and reserved a hidden card of level 3."],
    ),
    (
        {"board": "K", "mine": "WWWRRRR", "market": ("D2-10",), "theirs": "U"},
        "buy D2-10",
        ["You bought 2.1 (green, 1 point, steal) for 3 white and 4 red."],
        ["Ada bought 2.1 (green, 1 point, steal) for 3 white and 4 red."],
    ),
    (
        {"phase": "steal", "board": "K", "theirs": "U", "cards": ("D2-10",)},
        "steal blue",
        ["You stole 1 blue from Bruno."],
        ["Ada stole 1 blue from you."],
    ),
    (
        {"phase": "discard", "board": "K", "mine": "WWWWUUUUGGG"},
        "discard green",
        ["You returned 1 green to the bag."],
        ["Ada returned 1 green to the bag."],
    ),
]


@pytest.mark.parametrize(("words", "move", "to_ada", "to_bruno"), DUEL)
def test_each_player_is_told_in_their_own_person(
    words: dict[str, object], move: str, to_ada: list[str], to_bruno: list[str]
) -> None:
    events = GAME.step(table(**words), move).events
    for seat, expected in enumerate((to_ada, to_bruno)):
        told = event_sentences(GAME.events_for(events, seat), NAMES, seat)
        assert told[: len(expected)] == expected


def test_a_spectator_reads_both_names() -> None:
    position = table(phase="steal", board="K", theirs="U", cards=("D2-10",))
    events = GAME.events_for(GAME.step(position, "steal blue").events, None)
    assert event_sentences(events, NAMES, None) == ["Ada stole 1 blue from Bruno."]


def test_what_happened_is_told_in_french_and_italian() -> None:
    position = table(board="KKK..", privileges=(3, 0))
    events = GAME.step(position, "take a1 b1 c1").events
    with override("fr"):
        assert event_sentences(events, NAMES, 1) == [
            "Ada a pris a1, b1 et c1\N{NO-BREAK SPACE}: noir, noir, noir.",
            "Vous avez pris un privilège à Ada.",
        ]
    with override("it"):
        assert event_sentences(events, NAMES, 0) == [
            "Hai preso a1, b1 e c1: nero, nero, nero.",
            "Bruno ti ha preso un privilegio.",
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_random_games_can_be_told_without_an_id(language: str) -> None:
    kinds = set()
    with override(language):
        for number in range(8):
            for _, move, step in steps(number):
                kinds |= {event["kind"] for event in step.events}
                for seat in (0, 1, None):
                    told = event_sentences(GAME.events_for(step.events, seat), NAMES, seat)
                    assert told, move
                    assert all(sentence.endswith(".") for sentence in told)
                    assert not re.search(r"D\d-\d\d|R-\d\d|deck\d|%\(|None", " ".join(told))
    assert kinds >= {"victory", "royal", "ability_skipped", "extra_turn", "discarded", "stolen"}


def test_a_card_drawn_from_a_deck_is_not_told_to_the_opponent() -> None:
    drawn = 0
    for number in range(4):
        for position, move, step in steps(number):
            if "deck" in move:
                opponent = 1 - position.seat
                [sentence, *_] = event_sentences(
                    GAME.events_for(step.events, opponent), NAMES, opponent
                )
                assert sentence.endswith(f"reserved a hidden card of level {move[-1]}.")
                drawn += 1
    assert drawn


@pytest.mark.parametrize(
    ("winners", "by", "to_ada", "to_bruno"),
    [
        ([0], ["points", "crowns"], "You won the game: 20 points or more and 10 c", "Ada won the"),
        ([0], ["resign"], "You won the game: Bruno resigned.", "Ada won the game: you resigned."),
        ([1], ["timeout"], "Bruno won the game: you ran out", "You won the game: Ada ran out of t"),
        (
            [1],
            ["award"],
            "An operator awarded the game to Bruno.",
            "An operator awarded the game t",
        ),
        ([0, 1], ["award"], "An operator declared that both", "An operator declared that both pl"),
        ([], ["void"], "An operator declared the game void", "An operator declared the game void"),
        ([], ["cancel"], "The game was called off; nobody", "The game was called off; nobody won"),
    ],
)
def test_a_result_is_told_with_its_reason(
    winners: list[int], by: list[str], to_ada: str, to_bruno: str
) -> None:
    result = {"winners": winners, "by": by}
    assert result_sentence(Terms(), result, NAMES, 0).startswith(to_ada)
    assert result_sentence(Terms(), result, NAMES, 1).startswith(to_bruno)
    assert "you" not in result_sentence(Terms(), result, NAMES, None).lower().split()
