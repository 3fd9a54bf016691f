"""A turn told in advance: taken as a whole, resting on nothing unseen."""

import pytest

from engine.errors import Illegal
from engine.reading import Problem
from engine.splendor import GAME
from engine.turn import Win, read_turn, take_turn, winning_moves
from tests.engine.splendor.table import bought, hand, table

T4 = table(hand(cards=bought("KKK"), posts=["T4"]), hand(), options=["posts"])
FULL = table(hand("WWWUUUGGGO"), hand())


def test_a_turn_is_taken_as_a_whole() -> None:
    turn = take_turn(GAME, FULL, 0, ["take white red black", "discard white blue gold"])
    assert turn.asks is None
    assert turn.position.to_move == 1
    assert FULL.phase == "action"


def test_it_never_goes_beyond_the_turn() -> None:
    ahead = GAME.foresee(FULL)
    ahead.play("take white red black")
    assert not ahead.ended
    ahead.play("discard white blue gold")
    assert ahead.ended
    assert not ahead.again
    with pytest.raises(Illegal):
        take_turn(GAME, table(), 0, ["take red red", "take blue blue"])


def test_what_is_kept_of_two_cards_cannot_be_told_before_they_are_seen() -> None:
    ahead = GAME.foresee(T4)
    ahead.play("reserve deck1")
    assert ahead.unknown
    assert ahead.legal() == []
    assert ahead.view()["drawn"] == [None, None]
    with pytest.raises(Illegal):
        ahead.play("keep 1")
    with pytest.raises(Illegal):
        take_turn(GAME, T4, 0, ["reserve deck1", "keep 1"])
    assert take_turn(GAME, T4, 0, ["reserve deck1"]).asks == "keep"
    looking = GAME.apply(T4, "reserve deck1")
    assert GAME.foresee(looking).legal() == ["keep 1", "keep 2"]
    assert take_turn(GAME, looking, 0, ["keep 2"]).asks is None


def test_the_canonical_text_is_read_as_it_stands() -> None:
    assert read_turn(GAME, T4, 0, "reserve deck1").moves == ("reserve deck1",)
    assert read_turn(GAME, T4, 1, "reserve deck1").problem == Problem("not_your_turn")


def test_a_move_that_completes_the_last_round_can_win() -> None:
    position = table(
        hand(cards=["S3-04", "S3-08", "S3-12"]),
        hand("WWWW", cards=["S3-16", "S3-20", "S3-14"]),
        market=["S1-32"],
        last_round=True,
        turn=12,
    )
    moves = [move for move in GAME.legal(position) if move.startswith(("buy", "take"))]
    assert winning_moves(GAME, position, moves) == {}  # fifteen each, but on one card more
    position.players[1].points += 1
    assert winning_moves(GAME, position, moves)["buy S1-32"] is Win.SURELY


def test_which_noble_is_chosen_can_win_or_not() -> None:
    position = table(
        hand(cards=["S3-04", "S3-08", "S3-12"]),
        hand("UUU", cards=["S3-16", "S3-20", "S2-30", *bought("WWUUUKKGG")]),
        market=["S1-01"],
        nobles=["N-06", "N-07"],
        last_round=True,
        turn=12,
    )
    found = winning_moves(GAME, position, ["buy S1-01", "take red red"])
    assert found == {"buy S1-01": Win.SURELY}
