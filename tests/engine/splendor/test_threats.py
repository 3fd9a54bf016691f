"""Which seats could bring the end near on their next turn, by what one seat can see."""

from engine.contract import Threat
from engine.splendor import GAME
from tests.engine.splendor.table import after, bought, hand, table

FOURTEEN = ["S3-04", "S3-08", "S3-02"]


def test_a_purchase_that_reaches_fifteen_is_one() -> None:
    position = table(hand(), hand("KKKK", cards=FOURTEEN), market=["S1-24", "S1-40"])
    assert GAME.threats(position, 0) == [Threat(1, ("buy S1-24",), (("points", 15),))]
    assert GAME.threats(position, 1) == []


def test_every_other_seat_is_looked_at_unless_it_has_left() -> None:
    position = table(
        hand(),
        hand("KKKK", cards=FOURTEEN),
        hand("UUUU", cards=["S3-16", "S3-20", "S2-06", "S1-16"]),
        market=["S1-24", "S1-40"],
    )
    assert [(t.seat, *t.moves) for t in GAME.threats(position, 0)] == [
        (1, "buy S1-24"),
        (2, "buy S1-40"),
    ]
    assert {threat.seat for threat in GAME.threats(position, 1)} == {2}
    assert {t.seat for t in GAME.threats(GAME.retire(position, 1).position, 0)} == {2}


def test_a_noble_adds_to_a_purchase() -> None:
    twelve = ["S3-04", "S3-08", "S2-03", *bought("WUUU")]
    without = table(hand(), hand(cards=twelve), market=["S1-01"])
    assert GAME.threats(without, 0) == []
    position = table(hand(), hand(cards=twelve), market=["S1-01"], nobles=["N-01"])
    assert GAME.threats(position, 0) == [Threat(1, ("buy S1-01",), (("points", 15),))]


def test_a_noble_who_waits_comes_whatever_is_done() -> None:
    position = table(hand(), hand(cards=["S3-04", "S3-08", "S2-03", *bought("WWUUU")]))
    assert GAME.threats(position, 0) == []
    position.nobles[0] = next(n for n in position.facts.nobles if n.id == "N-01")
    position.players[1].bonuses[0] = 4
    assert GAME.threats(position, 0) == [Threat(1, (), (("points", 15),))]


def test_cards_that_the_seat_does_not_know_are_left_out() -> None:
    known = table(hand(), hand("KKKK", cards=FOURTEEN, reserved=["S1-24"]))
    assert GAME.threats(known, 0)[0].moves == ("buy S1-24",)
    unknown = table(hand(), hand("KKKK", cards=FOURTEEN, reserved=["S1-24*"]))
    assert GAME.threats(unknown, 0) == []


def test_the_payment_told_is_the_one_with_least_gold() -> None:
    position = table(hand(), hand("KKKOO", cards=FOURTEEN), market=["S1-24"])
    assert GAME.threats(position, 0)[0].moves == ("buy S1-24 gold black",)


def test_with_cities_a_city_is_what_counts() -> None:
    cards = ["S3-12", "S3-20", "S2-18", "S1-24", *bought("KK")]
    position = table(hand(), hand("GGG", cards=cards), market=["S1-33"], options=["cities"])
    assert GAME.threats(position, 0) == [Threat(1, ("buy S1-33",), (("city", 14),))]


def test_in_the_last_round_it_is_to_lead_alone_after_ones_last_turn() -> None:
    fifteen = ["S3-12", "S3-16", "S3-20"]
    position = table(
        hand(cards=fifteen), hand("KKKKK", cards=FOURTEEN), hand(),
        market=["S1-24", "S2-21"], last_round=True, turn=17,
    )  # fmt: skip
    # S1-24 would make fifteen points as well, but on four cards; S2-21 makes sixteen.
    assert [threat.moves for threat in GAME.threats(position, 2)] == [("buy S2-21",)]
    later = after(position, "take red red")
    assert GAME.threats(later, 2) == []
    assert GAME.threats(later, 0) == []


def test_who_has_done_the_action_of_the_last_turn_threatens_no_more() -> None:
    position = table(
        hand(cards=["S3-12", "S3-16", "S3-20"]), hand("KKKKUUUUGO", cards=FOURTEEN),
        market=["S2-21"], last_round=True, turn=12,
    )  # fmt: skip
    assert [threat.moves for threat in GAME.threats(position, 0)] == [("buy S2-21 gold black",)]
    discarding = after(position, "take white green red")
    assert discarding.phase == "discard"
    assert GAME.threats(discarding, 0) == []


def test_nothing_threatens_once_the_game_is_over() -> None:
    position = table(
        hand(cards=["S3-12", "S3-16", "S3-20"]), hand("KKKK", cards=FOURTEEN), market=["S1-24"],
        last_round=True, turn=12,
    )  # fmt: skip
    assert GAME.threats(after(position, "take red red"), 0) == []
