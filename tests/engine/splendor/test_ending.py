"""How a game ends: points, cities, ties, and the round that is played out."""

import pytest

from engine.contract import Outcome
from engine.splendor import GAME
from engine.splendor.facts import RULES_1
from engine.splendor.position import Player
from engine.splendor.scoring import meets_city
from tests.engine.splendor.table import after, bought, hand, happened, table

FOURTEEN = ["S3-04", "S3-08", "S3-02"]
"""5 + 5 + 4 points, white, blue and white."""
FIFTEEN = ["S3-04", "S3-08", "S3-12"]
OTHER_FIFTEEN = ["S3-16", "S3-20", "S2-06", "S2-03"]
"""5 + 5 + 3 + 2 points on four cards."""
SIXTEEN = ["S3-16", "S3-20", "S2-06", "S2-12"]


def test_fifteen_points_start_the_last_round_which_is_played_out() -> None:
    position = table(hand("WWWW", cards=FOURTEEN), hand(), hand(), market=["S1-32"])
    assert happened(position, "buy S1-32") == ["bought", "revealed", "last_round", "turn"]
    running = after(position, "buy S1-32")
    assert running.last_round
    second = after(running, "take red red")
    assert (second.phase, second.to_move) == ("action", 2)
    end = after(second, "take black black")
    assert GAME.outcome(end) == Outcome((0,), ("points",))
    assert (end.phase, end.to_move, end.turn, end.last_round) == ("over", None, 18, True)
    assert GAME.legal(end) == []


def test_the_last_seat_of_a_round_ends_the_game_at_once() -> None:
    position = table(hand(), hand("WWWW", cards=FOURTEEN), market=["S1-32"], turn=12)
    kinds = happened(position, "buy S1-32")
    assert kinds == ["bought", "revealed", "last_round", "victory"]


def test_the_round_is_counted_from_the_first_seat() -> None:
    position = table(
        hand("WWWW", cards=FOURTEEN), hand(), market=["S1-32"], first=1, turn=12, to_move=0
    )
    assert after(position, "buy S1-32").phase == "over"


@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        (FIFTEEN, SIXTEEN, (1,)),  # more points
        (FIFTEEN, OTHER_FIFTEEN, (0,)),  # fewer cards
        ([*FIFTEEN, *bought("W")], OTHER_FIFTEEN, (0, 1)),  # shared
    ],
)
def test_most_points_win_then_fewest_cards_then_all(
    one: list[str], other: list[str], winners: tuple[int, ...]
) -> None:
    position = table(hand(cards=one), hand(cards=other), last_round=True, turn=12)
    assert GAME.outcome(after(position, "take red red")) == Outcome(winners, ("points",))


def test_points_of_nobles_count() -> None:
    twelve = ["S3-04", "S3-08", "S2-03", *bought("WWUUU")]
    position = table(hand("UUU", cards=twelve), hand(), market=["S1-01"], nobles=["N-01"])
    assert position.players[0].points == 12
    assert after(position, "buy S1-01").last_round


def test_a_noble_decides_in_the_last_round() -> None:
    chasing = ["S3-04", "S3-08", "S2-03", "S2-14", *bought("WWUUU")]
    position = table(
        hand(cards=["S3-12", "S3-16", "S2-18", "S2-15"]),
        hand("UUU", cards=chasing),
        market=["S1-01"],
        nobles=["N-01"],
        last_round=True,
        turn=12,
    )
    assert GAME.outcome(after(position, "buy S1-01")) == Outcome((1,), ("points",))


CITIES = {"options": ["cities"]}


def test_with_cities_fifteen_points_end_nothing() -> None:
    position = table(hand("WWWW", cards=FOURTEEN), hand(), market=["S1-32"], **CITIES)
    assert not after(position, "buy S1-32").last_round


def test_a_city_starts_the_last_round() -> None:
    # C1A asks for 13 points, three green and four black cards.
    cards = ["S3-12", "S3-20", "S2-18", "S1-24", *bought("KK")]
    position = table(hand("GGG", cards=cards), hand(), market=["S1-33"], **CITIES)
    assert position.players[0].points == 14
    step = GAME.step(position, "buy S1-33")
    assert step.events[2] == {"kind": "last_round", "seat": 0, "by": "city"}
    end = after(step.position, "take red red")
    assert GAME.outcome(end) == Outcome((0,), ("city",))


def test_several_seats_may_meet_the_same_city_and_points_decide() -> None:
    # C2A: 16 points and one card of each colour.
    one = ["S3-04", "S3-08", "S3-12", *bought("RK"), "S1-08"]
    other = ["S3-16", "S3-20", "S2-06", "S2-12", "S2-18"]
    position = table(hand(cards=one), hand(cards=other), last_round=True, turn=12, **CITIES)
    assert [player.points for player in position.players] == [16, 19]
    assert GAME.outcome(after(position, "take red red")) == Outcome((1,), ("city",))


def test_more_points_without_a_city_do_not_win() -> None:
    one = ["S3-04", "S3-08", "S3-12", *bought("RK"), "S1-08"]
    other = ["S3-16", "S3-20", "S2-24", "S2-30", "S3-14"]
    position = table(hand(cards=one), hand(cards=other), last_round=True, turn=12, **CITIES)
    assert [player.points for player in position.players] == [16, 20]
    assert GAME.outcome(after(position, "take red red")) == Outcome((0,), ("city",))


@pytest.mark.parametrize(
    ("city", "bonuses", "points", "met"),
    [
        ("C2B", "", 17, True),
        ("C2B", "WUGRK", 16, False),
        ("C3B", "WWUUGGRRKK", 14, True),
        ("C3B", "WWUUGGRRK", 14, False),
        ("C5A", "WWWWUUUU", 14, True),  # four white and four of one other colour
        ("C5A", "WWWWWWWW", 14, False),  # eight white are no other colour
        ("C5A", "WWWWUURR", 14, False),  # of one single colour
        ("C6A", "RRRRR", 15, True),
        ("C6A", "RRRRWWWW", 15, False),
        ("C6B", "KKKKKK", 13, True),
        ("C7B", "WWWWRRR", 13, True),
        ("C7B", "WWWWRRR", 12, False),
    ],
)
def test_a_city_is_met_with_its_points_and_its_cards(
    city: str, bonuses: str, points: int, met: bool
) -> None:
    player = Player()
    player.points = points
    for letter in bonuses:
        player.bonuses["WUGRK".index(letter)] += 1
    assert meets_city(player, RULES_1.city_of[city]) is met


def test_passes_with_cities_are_scored_among_those_who_meet_one() -> None:
    position = table(hand(), hand(), turn=12, **CITIES)
    position.players[0].points, position.players[1].points = 17, 20
    position.cities = (RULES_1.city_of["C3B"], RULES_1.city_of["C6A"])
    position.passes = 1
    position.bank = [0] * 5 + [5]
    for player in position.players:
        player.reserved = [(RULES_1.card_of[card], False) for card in ("S3-01", "S3-05", "S3-09")]
    position.market = [[None] * 4, [None] * 4, [None] * 4]
    nobody = after(position, "pass")
    assert GAME.outcome(nobody) == Outcome((1,), ("passes",))
    position.players[0].bonuses = [2, 2, 2, 2, 2, 0]
    assert GAME.outcome(after(position, "pass")) == Outcome((0,), ("passes",))
    # A round that is complete counts before a row of passes.
    position.last_round = True
    assert GAME.outcome(after(position, "pass")) == Outcome((0,), ("city",))


def test_standing_gives_places_by_points_then_by_fewest_cards() -> None:
    position = table(
        hand(cards=FIFTEEN), hand(cards=OTHER_FIFTEEN), hand(cards=bought("WW")), hand()
    )
    standing = GAME.standing(position)
    assert standing["places"] == [1, 2, 4, 3]
    assert (standing["leaders"], standing["by"]) == ([0], "cards")
    assert standing["players"][1] == {"points": 15, "cards": 4}
    level = GAME.standing(table(hand(), hand(cards=bought("W")), hand()))
    assert (level["places"], level["leaders"], level["by"]) == ([1, 3, 1], [0, 2], None)
    ahead = GAME.standing(table(hand(cards=FIFTEEN), hand()))
    assert (ahead["leaders"], ahead["by"]) == ([0], "points")
