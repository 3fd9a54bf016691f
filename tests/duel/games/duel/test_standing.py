"""How a game stands, in sentences."""

from typing import Any

from django.utils.translation import override

from duel.games.duel.standing import standing
from engine.duel import GAME
from tests.duel.games.duel.games import NAMES, steps
from tests.engine.duel.table import table

TABLE: dict[str, Any] = {
    "board": "KK",
    "mine": "WWRO",
    "cards": ("D3-05", "D2-12", "D1-26=green"),
    "royals": ("R-03",),
    "their_cards": ("D1-05", "D1-10"),
    "reserved": ("D1-20*", "D2-20"),
    "their_reserved": ("D3-10*", "D2-19"),
    "privileges": (1, 0),
}


def test_both_players_are_told_with_their_distance_to_each_victory() -> None:
    told = standing(GAME.view(table(**TABLE), 0), NAMES, 0)
    ada, bruno = told.players
    assert ada.distances == "You: 7 points of 20, 4 crowns of 10, best colour green, 5 of 10."
    assert ada.belongings == (
        "2 white, 1 red, 1 gold: 4 tokens.",
        "1 privilege.",
        "Cards: 3 green (5 points, 4 crowns).",
        "Royals: 2 points + steal.",
    )
    assert bruno.distances == (
        "Bruno: 2 points of 20, 0 crowns of 10, best colours white and blue, each 1 of 10."
    )
    assert bruno.belongings == (
        "No tokens.",
        "No privilege.",
        "Cards: 1 white (1 point), 1 blue (1 point).",
        "Reserved: a hidden card of level 3; "
        "black, 2 points, privilege (2 red, 4 black, 1 pearl, 7 missing).",
    )
    assert told.privileges == "2 privileges lie on the table."
    assert told.royals == (
        "Royals at 3 and at 6 crowns: 2 points + another turn, 2 points + privilege, 3 points."
    )
    assert told.decks == "Left in decks 1, 2 and 3: 21, 17, 8."


def test_the_other_player_reads_the_same_table_from_the_other_side() -> None:
    bruno, ada = standing(GAME.view(table(**TABLE), 1), NAMES, 1).players
    assert (bruno.is_viewer, ada.is_viewer) == (True, False)
    assert bruno.distances.startswith("You: 2 points")
    assert ada.reserved == (
        "Reserved: a hidden card of level 1; "
        "black, 2 points, 1 crown (2 blue, 2 red, 1 pearl, 3 missing)."
    )


def test_what_can_be_paid_is_said_of_a_card_in_the_other_reserve() -> None:
    told = standing(GAME.view(table(their_reserved=("D1-14",), theirs="RRO"), 0), NAMES, 0)
    assert told.players[1].reserved == "Reserved: green, 1 crown (can pay 3 red)."


def test_who_has_passed_a_goal_is_not_told_how_far_it_is() -> None:
    cards = ("D3-01", "D3-02", "D3-03", "D3-05", "D3-06", "D3-07", "D3-09")
    told = standing(GAME.view(table(their_cards=cards, board="K"), 0), NAMES, 0)
    hand = told.players[1]
    assert hand.points > 20
    assert f"Bruno: {hand.points} points, " in hand.distances
    assert f"{hand.points} points of" not in hand.distances


def test_nor_how_many_crowns_or_points_in_a_colour_there_would_be_to_go() -> None:
    crowns = ("D3-01", "D3-03", "D3-05", "D3-07", "D3-09", "D2-04")
    told = standing(GAME.view(table(their_cards=crowns, board="K"), 0), NAMES, 0).players[1]
    assert told.crowns == 11
    assert ", 11 crowns, " in told.distances
    green = ("D3-05", "D3-06", "D2-12", "D2-11", "D1-15")
    told = standing(GAME.view(table(their_cards=green, board="K"), 0), NAMES, 0).players[1]
    assert told.best_colour_points > 10
    assert told.distances.endswith(f"best colour green, {told.best_colour_points}.")


def test_a_spectator_sees_no_hidden_card_and_nobody_is_addressed() -> None:
    ada, bruno = standing(GAME.view(table(**TABLE), None), NAMES, None).players
    assert ada.distances.startswith("Ada: 7 points")
    assert "a hidden card of level 1" in ada.reserved
    assert "a hidden card of level 3" in bruno.reserved


def test_the_standing_in_french_and_italian() -> None:
    view = GAME.view(table(**TABLE), 1)
    with override("fr"):
        assert standing(view, NAMES, 1).players[0].distances == (
            "Vous\N{NO-BREAK SPACE}: 2 points sur 20, 0 couronne sur 10, "
            "en blanc et bleu 1 sur 10 chacun."
        )
    with override("it"):
        assert standing(view, NAMES, 1).players[1].distances == (
            "Ada: 7 punti su 20, 4 corone su 10, in verde 5 su 10."
        )


def test_the_figures_are_those_of_the_engine() -> None:
    for position, _, _ in steps(5):
        figures = GAME.standing(position)["players"]
        for player in standing(GAME.view(position, None), NAMES, None).players:
            assert figures[player.seat] == {
                "points": player.points,
                "crowns": player.crowns,
                "colour": player.best_colour_points,
            }
