"""Playing for a player tells an operator nothing of that player's hidden cards."""

import pytest

from accounts.models import User
from duel.errors import IllegalMove, Unreadable
from duel.models import Game
from duel.record.log import read_log
from engine.duel.facts import CARDS
from engine.duel.position import Position
from support.decisions import preview
from support.errors import RestsOnHidden
from support.models import Act
from support.revealing import reveal
from tests.duel.tables import a_quiet_move, begin, legal_moves, submit
from tests.support.decisions.bench import assert_settled, ruling
from tests.support.decisions.verbs import play_for


def position_of(game: Game) -> Position:
    return read_log(game).course.position  # type: ignore[no-any-return]


def hidden_purchases(game: Game) -> list[str]:
    """The moves by which the player to move buys a card that only they know."""
    position = position_of(game)
    hidden = {card.id for card, hidden in position.players[position.seat].reserved if hidden}
    return [move for move in legal_moves(game) if move.split()[1:2] and move.split()[1] in hidden]


def towards_a_hidden_purchase(moves: list[str]) -> str:
    reserves = [move for move in moves if move.endswith(" deck1")]
    takes = [move for move in moves if move.startswith("take ")]
    return next(iter(reserves), max(takes, key=len, default=moves[0]))


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """A game in which the player to move can buy a card that they reserved from a deck."""
    game = begin(ada, bruno)
    for _ in range(150):
        if hidden_purchases(game):
            return game
        submit(game, towards_a_hidden_purchase(legal_moves(game)))
    raise AssertionError("Nobody could buy a hidden card.")


def answers(game: Game, operator: User, moves: list[str]) -> set[str]:
    """What an operator reads who tries one move after the other."""
    log, answers = read_log(game), set()
    for move in moves:
        try:
            answers.add(" ".join(preview(Act.PROXY, log, operator=operator, text=move)))
        except (IllegalMove, RestsOnHidden) as refusal:
            answers.add(str(refusal))
    return answers


def test_trying_every_card_tells_nothing(game: Game, olga: User) -> None:
    position = position_of(game)
    seen = {card.id for row in position.market for card in row if card}
    seen |= {card.id for card, hidden in position.players[position.seat].reserved if not hidden}
    unseen = [f"buy {card.id}" for card in CARDS if card.id not in seen]
    assert answers(game, olga, hidden_purchases(game) + unseen) == {str(RestsOnHidden())}
    with pytest.raises(RestsOnHidden):
        play_for(ruling(olga, game), text=hidden_purchases(game)[0])


def test_who_has_revealed_the_position_can_play_a_hidden_card(game: Game, olga: User) -> None:
    move = hidden_purchases(game)[0]
    earlier = game.ply - 1
    reveal(operator=olga, game=game, ply=earlier, reason="They asked by telephone.")
    with pytest.raises(RestsOnHidden):
        preview(Act.PROXY, read_log(game), operator=olga, text=move)
    reveal(operator=olga, game=game, ply=game.ply, reason="They asked by telephone.")
    answers = preview(Act.PROXY, read_log(game), operator=olga, text=move)
    assert any(move in sentence for sentence in answers)
    with pytest.raises(IllegalMove):
        preview(Act.PROXY, read_log(game), operator=olga, text="steal pearl")
    assert_settled(game, play_for(ruling(olga, game), text=move), last=f"proxy {move}")


def test_what_anybody_can_judge_is_played_without_revealing(game: Game, olga: User) -> None:
    with pytest.raises(Unreadable):
        preview(Act.PROXY, read_log(game), operator=olga, text="castle")
    move = a_quiet_move(game)
    assert_settled(game, play_for(ruling(olga, game), text=move), last=f"proxy {move}")
