"""What follows an action: discarding, nobles, posts; and passing."""

import pytest

from engine.contract import Outcome
from engine.errors import Illegal
from engine.splendor import GAME
from engine.splendor.facts import RULES_1, Facts, Post
from engine.splendor.game import Splendor
from engine.splendor.position import Position
from tests.engine.splendor.table import after, bought, describe, hand, happened, held, table


def test_more_than_ten_tokens_are_discarded_exactly_down_to_ten() -> None:
    position = after(table(hand("WWWUUUGGGO"), hand()), "take blue red black")
    assert (position.phase, position.to_move) == ("discard", 0)
    assert "discard gold" not in GAME.legal(position)
    for move, reason in (
        ("discard gold", "exactly 3"),
        ("discard gold gold gold", "not as many gold"),
        ("take red red", "down to ten"),
    ):
        with pytest.raises(Illegal, match=reason):
            after(position, move)
    end = after(position, "discard white red gold")
    assert held(end) == {"white": 2, "blue": 4, "green": 3, "black": 1}
    assert end.bank[5] == 5
    assert end.to_move == 1


def test_gold_counts_towards_the_limit() -> None:
    assert after(table(hand("WWWUUUGGRR"), hand()), "reserve deck1").phase == "discard"


def test_a_noble_comes_by_itself_when_the_bonuses_are_there() -> None:
    position = table(
        hand("UUU", cards=bought("WWWUUUU")), hand(), market=["S1-01"], nobles=["N-01", "N-04"]
    )
    assert happened(position, "buy S1-01") == ["bought", "revealed", "noble", "turn"]
    end = after(position, "buy S1-01")
    assert [noble.id for noble in end.players[0].nobles] == ["N-01"]
    assert end.players[0].points == 3
    assert "N-01" not in [noble.id for noble in end.nobles]


def test_among_several_nobles_one_is_chosen_and_the_other_comes_in_the_next_turn() -> None:
    position = table(
        hand("UUU", cards=bought("WWUUUGGG")), hand(), market=["S1-01"], nobles=["N-06", "N-09"]
    )
    both = table(
        hand("UUU", cards=bought("WWUUUKKKGGG")),
        hand(),
        market=["S1-01"],
        nobles=["N-06", "N-07", "N-09"],
    )
    assert after(position, "buy S1-01").to_move == 1
    choosing = after(both, "buy S1-01")
    assert (choosing.phase, choosing.to_move) == ("noble", 0)
    assert GAME.legal(choosing) == ["noble N-06", "noble N-07"]
    for move in ("noble N-09", "noble N-01", "noble N-99"):
        with pytest.raises(Illegal, match="does not come"):
            after(choosing, move)
    chosen = after(choosing, "noble N-07")
    assert (chosen.to_move, len(chosen.players[0].nobles)) == (1, 1)
    waiting = after(chosen, "take red red")
    step = GAME.step(waiting, "take white blue black")
    assert [event["id"] for event in step.events if event["kind"] == "noble"] == ["N-06"]


def test_a_post_comes_after_the_noble_of_the_same_turn() -> None:
    position = table(
        hand("UUU", cards=bought("WWUUUKKKGGGRRR"), posts=["T1", "T2", "T3", "T4"]),
        hand(),
        market=["S1-17"],
        nobles=["N-06", "N-10"],
        options=["posts"],
    )
    position.players[0].bonuses[2] = 4  # the fifth green card wins T5
    position.players[0].bonuses[0] = 3
    choosing = after(position, "buy S1-17", "extra red")
    assert choosing.phase == "noble"
    assert happened(choosing, "noble N-10") == ["noble", "post", "turn"]


def test_a_noble_comes_after_the_tokens_are_discarded() -> None:
    position = table(
        hand("WWWWGGGRRR", cards=[*bought("UUUUWWWK"), "S1-01"]),
        hand(),
        nobles=["N-01"],
    )
    assert happened(position, "take blue green black") == ["taken"]
    assert happened(after(position, "take blue green black"), "discard red red red") == [
        "discarded",
        "noble",
        "turn",
    ]


@pytest.mark.parametrize(
    ("cards", "buys", "post"),
    [("RRR", "S1-01", "T1"), ("W", "S1-01", "T2"), ("UUU", "S1-33", "T3"), ("KK", "S1-33", "T4")],
)
def test_a_post_is_won_when_the_bonuses_are_there(cards: str, buys: str, post: str) -> None:
    position = table(hand("UUUGGG", cards=bought(cards)), hand(), market=[buys], options=["posts"])
    assert happened(position, f"buy {buys}") == ["bought", "revealed", "post", "turn"]
    assert [each.id for each in after(position, f"buy {buys}").players[0].posts] == [post]


def test_the_post_that_a_purchase_wins_does_not_act_on_it() -> None:
    position = table(hand("UUU", cards=bought("RRR")), hand(), market=["S1-01"], options=["posts"])
    assert after(position, "buy S1-01").to_move == 1


def test_posts_are_won_by_every_seat_once() -> None:
    position = table(
        hand("UUU", cards=bought("RRR")),
        hand(cards=["S1-02", *bought("RRRRRR")[3:]], posts=["T1"]),
        market=["S1-01"],
        options=["posts"],
    )
    end = after(position, "buy S1-01")
    assert [[post.id for post in player.posts] for player in end.players] == [["T1"], ["T1"]]


def test_without_the_option_nobody_wins_a_post() -> None:
    position = table(hand("UUU", cards=bought("RRR")), hand(), market=["S1-01"])
    assert happened(position, "buy S1-01") == ["bought", "revealed", "turn"]


def test_t5_makes_every_post_a_point_itself_included() -> None:
    greens = bought("GGGG")
    position = table(
        hand("WUUURRRR", cards=[*greens, *bought("WW")], posts=["T2"]),
        hand(),
        market=["S1-17", "S1-01"],
        options=["posts"],
    )
    fifth = after(position, "buy S1-17")
    assert ([p.id for p in fifth.players[0].posts], fifth.players[0].points) == (["T2", "T5"], 2)
    reds = table(
        hand("UUU", cards=[*bought("GGGGGRRR")], posts=["T5"]),
        hand(),
        market=["S1-01"],
        options=["posts"],
    )
    assert reds.players[0].points == 1
    assert after(reds, "buy S1-01").players[0].points == 2


def test_among_several_posts_one_is_chosen() -> None:
    """No purchase under rules 1 can bring two posts at once; another version's may."""
    posts = [Post("T4", ((0, 1),), "draw_two"), Post("T5", ((0, 1),), "points_per_post")]
    game = Splendor(Facts(1, RULES_1.cards, RULES_1.nobles, RULES_1.cities, posts))
    position = game.load(describe(hand("UUU"), hand(), market=["S1-01"], options=["posts"]))
    choosing = game.apply(position, "buy S1-01")
    assert (choosing.phase, choosing.to_move) == ("post", 0)
    assert game.legal(choosing) == ["post T4", "post T5"]
    assert game.dump(game.load(game.dump(choosing))) == game.dump(choosing)
    with pytest.raises(Illegal, match="cannot be won"):
        game.apply(choosing, "post T1")
    end = game.apply(choosing, "post T5")
    assert (end.to_move, end.players[0].points) == (1, 1)
    # The other one comes at the end of the next turn.
    later = game.apply(game.apply(end, "take red red"), "take black black")
    assert [post.id for post in later.players[0].posts] == ["T5", "T4"]
    assert later.players[0].points == 2


def stuck(passes: int = 0) -> Position:
    """No gem in the bank, no room for a fourth card, none affordable."""
    return table(
        hand("WWWWUUUUKK", reserved=["S3-09", "S3-10", "S3-11"]),
        hand("GGGGRRRRKK", reserved=["S3-01", "S3-02", "S3-03"]),
        market=[
            *("S1-04", "S1-07", "S1-11", "S1-14"),
            *("S2-02", "S2-07", "S2-08", "S2-14"),
            *("S3-05", "S3-07", "S3-13", "S3-15"),
        ],
        passes=passes,
    )


def test_one_passes_only_when_nothing_else_is_possible() -> None:
    with pytest.raises(Illegal, match="something else is possible"):
        after(table(), "pass")
    position = stuck()
    assert GAME.legal(position) == ["pass"]
    assert happened(position, "pass") == ["passed", "turn"]
    assert after(position, "pass").passes == 1


def test_any_other_action_ends_the_row_of_passes() -> None:
    position = table(hand("UUU"), hand(), passes=1, market=["S1-01"])
    assert after(position, "buy S1-01").passes == 0
    assert after(position, "take red red").passes == 0
    assert after(position, "reserve deck1").passes == 0


def test_when_every_seat_has_passed_the_game_ends_and_is_scored() -> None:
    end = after(stuck(), "pass", "pass")
    assert GAME.outcome(end) == Outcome((0, 1), ("passes",))
    assert (end.to_move, end.passes, end.turn) == (None, 2, 12)


def test_a_noble_may_come_to_one_who_passes() -> None:
    position = stuck(passes=1)
    noble = RULES_1.noble_of["N-01"]
    position.nobles[0] = noble
    own = position.players[0]
    own.bonuses[0], own.bonuses[1], own.settled = 4, 4, False
    own.tokens[5], position.bank[5] = 0, 5
    own.reserved = [(RULES_1.card_of[card], False) for card in ("S3-17", "S3-18", "S3-19")]
    position.market = [[None] * 4, [None] * 4, [None] * 4]
    assert GAME.legal(position) == ["pass"]
    step = GAME.step(position, "pass")
    assert [event["kind"] for event in step.events] == ["passed", "noble", "victory"]
    assert step.position.result == Outcome((0,), ("passes",))
