"""A game as operators may know it: all of it, or no more than a player if they play there."""

import pytest

from accounts.models import User
from duel.integrity.replay import load_game
from duel.models import Game, KnownGame
from duel.perspective.operators import OperatorPerspective
from duel.record.log import Log
from tests.duel.letter_links import mover, waiting
from tests.duel.tables import a_quiet_move, begin, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_can_be_taken_back_is_hidden_from_its_opponent_alone(
    game: Game, olga: User
) -> None:
    player, opponent = mover(game), waiting(game)
    submit(game, a_quiet_move(game))
    stored = load_game(game.pk)
    own = OperatorPerspective.of(stored, reader=opponent.user, is_own=True)
    for whole in (
        OperatorPerspective.of(stored, reader=olga, is_own=False),
        OperatorPerspective.of(stored, reader=player.user, is_own=True),
    ):
        assert (whole.last_ply, own.last_ply) == (game.ply, game.ply - 1)
        assert whole.is_unsent(game.ply)
        assert not own.is_unsent(game.ply)
        assert len(own.entries) < len(whole.entries) == game.seq
    assert own.game.hides_turn_of == player.number
    assert [seat.is_to_move for seat in own.seats].index(True) == player.number
    assert [seat.is_to_move for seat in stored.seats].index(True) == opponent.number


def test_only_who_has_no_part_in_the_game_gets_a_log_to_decide_about(
    game: Game, ada: User, olga: User
) -> None:
    stored = load_game(game.pk)
    whole = OperatorPerspective.of(stored, reader=olga, is_own=False)
    own = OperatorPerspective.of(stored, reader=ada, is_own=True)
    assert isinstance(whole.log, Log)
    assert own.log is not None
    assert not isinstance(own.log, Log)
    assert isinstance(own.log.game, KnownGame)
