"""How the opponent could win on the next turn, by what is visible."""

import random
from collections.abc import Iterator

import pytest

from engine.contract import Threat
from engine.duel import GAME
from engine.duel.facts import CARD_OF
from engine.duel.position import START, Position
from engine.turn import winning_moves
from tests.engine.duel.table import after, table
from tests.engine.duel.test_view import other_secrets

NINE_GREEN = {"their_cards": ("D3-05", "D3-06", "D2-12"), "board": "K"}
"""Nine points on green cards: a tenth wins."""

SEVENTEEN = {"their_cards": ("D3-01", "D3-08", "D3-10", "D3-13"), "board": "K"}
"""Seventeen points and two crowns: a third crown brings a royal, and one of those three points."""


def found(**words: object) -> list[Threat]:
    return GAME.threats(table(**words), 0)


def test_who_is_far_from_winning_threatens_nothing() -> None:
    assert found(board="K", theirs="RRR", market=("D1-14",)) == []


def test_a_purchase_that_would_win_is_a_threat_and_an_unaffordable_one_is_not() -> None:
    offer = {**NINE_GREEN, "market": ("D1-15", "D1-10")}
    assert found(**offer, theirs="WWWKK") == [Threat(1, ("buy D1-15",), (("colour", 10),))]
    assert found(**offer, theirs="WWW") == []


def test_gold_pays_for_what_is_missing() -> None:
    [threat] = found(**NINE_GREEN, theirs="WWWKO", market=("D1-15",))
    assert threat.moves == ("buy D1-15 gold black",)


def test_privileges_fetch_what_is_missing_and_no_more() -> None:
    table = {**NINE_GREEN, "board": "KKW", "market": ("D1-15",), "privileges": (0, 2)}
    assert [each.moves for each in found(**table, theirs="WWWK")] == [("use a1", "buy D1-15")]
    assert [each.moves for each in found(**table, theirs="WWK")] == [
        ("use c1", "use a1", "buy D1-15")
    ]
    assert found(**table, theirs="WK") == []
    assert found(**table | {"privileges": (2, 0)}, theirs="WWWK") == []


def test_a_royal_that_can_be_chosen_counts() -> None:
    [threat] = found(**SEVENTEEN, theirs="RRR", market=("D1-14",))
    assert threat == Threat(1, ("buy D1-14",), (("points", 20),))


def test_a_wild_card_counts_in_the_colour_that_wins() -> None:
    [threat] = found(**NINE_GREEN, theirs="UURRKP", market=("D1-28",))
    assert threat.moves == ("buy D1-28 as green",)


def test_a_reserved_card_counts_if_it_is_known() -> None:
    assert found(**NINE_GREEN, theirs="WWWKK", their_reserved=("D1-15",))
    assert found(**NINE_GREEN, theirs="WWWKK", their_reserved=("D1-15*",)) == []


def test_another_turn_is_looked_at_once() -> None:
    """A card that brings another turn, and the card that wins with its bonus."""
    [threat] = found(**NINE_GREEN, theirs="WWWWUUPP", market=("D1-23", "D1-29"))
    assert threat.moves == ("buy D1-23", "buy D1-29 as green")
    assert found(**NINE_GREEN, theirs="WWWWUUPP", market=("D1-29",)) == []


def test_what_would_be_turned_up_counts_for_nothing() -> None:
    """After the first purchase, a card that wins lies on top of the deck."""
    position = table(**NINE_GREEN, theirs="WWWWUUPP", market=("D1-23", "D2-10"))
    position.decks[0] = (CARD_OF["D1-29"], *position.decks[0])
    assert GAME.threats(position, 0) == []


def late_positions(number: int) -> Iterator[Position]:
    """Positions of a game between two who like to buy, from when somebody could soon win."""
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    while moves := GAME.legal(position):
        if any(p.points > 10 or p.crowns > 4 or max(p.colour_points) > 4 for p in position.players):
            yield position
        buys = [move for move in moves if move.startswith("buy")]
        position = GAME.apply(position, chance.choice(buys if buys else moves))


def wins_by_trying_all(now: Position, seat: int, turns: int) -> bool:
    """Whether the seat can win by any purchases, privileges and choices in so many turns."""
    if now.result is not None:
        return now.result.winners == (seat,)
    if now.to_move != seat or (now.phase == START and not turns):
        return False
    moves = GAME.legal(now)
    if now.phase == START:
        moves = [move for move in moves if move.startswith(("buy", "use"))]
    return any(
        wins_by_trying_all(
            GAME.apply(now, move), seat, turns - (now.phase == START and move.startswith("buy"))
        )
        for move in moves
    )


@pytest.mark.parametrize("number", range(20))
def test_nothing_is_missed_and_nothing_is_made_up(number: int) -> None:
    chance = random.Random(number)
    threatened = 0
    for position in late_positions(number):
        seat = position.seat
        threats = GAME.threats(position, seat)
        threatened += bool(threats)
        now = GAME.veil(position)
        now.seat, now.phase, now.again, now.decks = 1 - seat, START, False, [(), (), ()]
        if now.players[1 - seat].privileges < 3:  # three would take long to try
            assert wins_by_trying_all(now, 1 - seat, 2) == bool(threats)
        assert GAME.threats(other_secrets(position, seat, chance), seat) == threats
        for threat in threats:
            *before, last = threat.moves
            if "buy" not in " ".join(before):
                assert winning_moves(GAME, after(now, *before), [last])
    assert threatened
