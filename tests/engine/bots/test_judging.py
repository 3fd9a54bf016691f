"""How well seats stand, as an evaluation that can be drawn as a curve."""

import pytest

from engine.bots import chances, judge
from engine.duel.facts import CARDS, COLOURS
from engine.errors import UnknownGame
from tests.engine.bots.playing import DUEL, SETUPS, positions


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_chances_add_up_to_a_thousand(setup: tuple[str, int, tuple[str, ...]]) -> None:
    for number, (game, position) in enumerate(positions(*setup)):
        if number % 10 == 0:
            shares = chances(game.view(position, None))
            assert len(shares) == setup[1]
            assert sum(shares) == 1000
            assert min(shares) >= 0
            assert all(shares[seat] < 10 for seat in game.out(position))


def test_the_winner_has_it_all() -> None:
    for game, position in positions("duel", 2, ()):
        last = game, position
    game, position = last
    end = next(
        after
        for after in (game.apply(position, move) for move in game.legal(position))
        if game.outcome(after)
    )
    winner = game.outcome(end).winners[0]  # type: ignore[union-attr]
    view = game.view(end, None)
    assert chances(view)[winner] == 1000
    assert judge(view, winner) > 0 > judge(view, 1 - winner)


def test_a_card_more_is_better() -> None:
    view = DUEL.view(DUEL.new(bytes(32)), 0)
    shown = {card for row in view["market"].values() for card in row}
    card = next(card for card in CARDS if card.points > 2 and card.id not in shown)
    ahead = DUEL.view(DUEL.new(bytes(32)), 0)
    name = None if card.colour is None else COLOURS[card.colour]
    ahead["players"][0]["cards"] = [{"id": card.id, "color": name}]
    ahead["decks"][str(card.level)] -= 1
    assert judge(ahead, 0) > judge(view, 0)
    assert judge(ahead, 1) < judge(view, 1)
    assert chances(ahead)[0] > chances(view)[0]


def test_a_game_that_bots_do_not_know_is_not_judged() -> None:
    with pytest.raises(UnknownGame):
        judge({"game": "toy"}, 0)
