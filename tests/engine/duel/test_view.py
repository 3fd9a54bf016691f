"""Who may see what."""

import random
from typing import Any

import pytest

from engine.duel import GAME
from engine.duel.position import Position
from tests.engine.duel.table import after, table


def test_the_view_has_the_keys_of_the_position() -> None:
    position = table(board="W", reserved=("D1-20*",))
    assert set(GAME.view(position, 0)) == set(GAME.dump(position))


def test_seed_and_deck_order_are_hidden_from_everybody() -> None:
    position = table(board="W")
    for seat in (0, 1, None):
        view = GAME.view(position, seat)
        assert view["seed"] is None
        assert view["decks"] == {"1": 25, "2": 20, "3": 10}


def test_a_card_from_a_deck_is_known_to_its_owner_only() -> None:
    position = table(board="W", reserved=("D1-20*", "D2-20"), their_reserved=("D3-10*",))
    mine = [{"id": "D1-20", "from": "deck"}, {"id": "D2-20", "from": "market"}]
    mine_unseen = [{"level": 1, "from": "deck"}, {"id": "D2-20", "from": "market"}]
    theirs, theirs_unseen = [{"id": "D3-10", "from": "deck"}], [{"level": 3, "from": "deck"}]
    for seat, expected in (
        (0, [mine, theirs_unseen]),
        (1, [mine_unseen, theirs]),
        (None, [mine_unseen, theirs_unseen]),
    ):
        assert [player["reserved"] for player in GAME.view(position, seat)["players"]] == expected


def test_the_view_hides_after_the_end_too() -> None:
    cards = ("D3-02", "D2-03", "D2-04", "D1-05")
    position = table(
        board="W", cards=cards, mine="UUUURRR", market=("D2-02",), their_reserved=("D3-10*",)
    )
    over = after(position, "buy D2-02")
    view = GAME.view(over, 0)
    assert view["result"] == {"winners": [0], "by": ["colour"]}
    assert view["to_move"] is None
    assert view["seed"] is None
    assert view["players"][1]["reserved"] == [{"level": 3, "from": "deck"}]


def test_changing_a_view_or_a_dump_leaves_the_position_alone() -> None:
    position = table(board="W", reserved=("D1-20*",))
    before = GAME.dump(position)
    for data in (GAME.view(position, 0), GAME.dump(position)):
        data["board"][0] = "gold"
        data["players"][0]["tokens"]["gold"] = 9
        data["players"][0]["reserved"][0]["id"] = "D9-99"
        data["market"]["1"].clear()
    assert GAME.dump(position) == before


def test_a_copy_shares_nothing_that_changes() -> None:
    position = table(board="WUO", mine="W", privileges=(1, 0), reserved=("D1-20*",))
    before = GAME.dump(position)
    twin = GAME.copy(position)
    for move in ("use a1", "replenish"):
        GAME.play(twin, move)
    for _ in range(40):
        GAME.play(twin, GAME.legal(twin)[0])
    assert GAME.dump(position) == before


def other_secrets(position: Position, seat: int | None, chance: random.Random) -> Position:
    """A position that differs in everything that the seat may not know."""
    data: dict[str, Any] = GAME.dump(position)
    data["seed"] = chance.randbytes(32).hex()
    for level in ("1", "2", "3"):
        unseen = [
            entry
            for owner, player in enumerate(data["players"])
            for entry in player["reserved"]
            if owner != seat and entry["from"] == "deck" and entry["id"][1] == level
        ]
        pool = data["decks"][level] + [entry["id"] for entry in unseen]
        chance.shuffle(pool)
        for entry in unseen:
            entry["id"] = pool.pop()
        data["decks"][level] = pool
    return GAME.load(data)


@pytest.mark.parametrize("number", range(12))
def test_positions_that_differ_only_in_secrets_look_alike(number: int) -> None:
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    hidden_cards = differing = 0
    while moves := GAME.legal(position):
        for seat in (0, 1, None):
            other = other_secrets(position, seat, chance)
            differing += GAME.dump(other) != GAME.dump(position)
            assert GAME.view(other, seat) == GAME.view(position, seat)
            if seat == position.to_move:
                assert GAME.legal(other) == moves
        hidden_cards += any(secret for player in position.players for _, secret in player.reserved)
        drawing = [move for move in moves if "deck" in move]
        GAME.play(position, chance.choice(drawing or moves))
    assert differing > 100
    assert hidden_cards


def test_events_hide_what_views_hide() -> None:
    """Whatever a move tells a seat, it tells the same if only what the seat cannot see differs."""
    for number in range(6):
        chance = random.Random(number)
        position = GAME.new(chance.randbytes(32))
        while moves := GAME.legal(position):
            move = chance.choice(moves)
            step = GAME.step(position, move)
            opponent = 1 - position.seat
            if not step.reveals or "deck" in move:
                other = GAME.step(other_secrets(position, opponent, chance), move)
                assert GAME.events_for(other.events, opponent) == GAME.events_for(
                    step.events, opponent
                )
                assert other.reveals == step.reveals
            position = step.position
