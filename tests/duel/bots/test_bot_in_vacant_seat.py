"""A bot that takes the seat of a player who left: in the middle of a turn, and of its clock."""

import pytest
import time_machine

from accounts.models import User
from duel.bots.sweeps import sweep_bots
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.models.game import Leaving
from duel.play.moves import resign
from duel.timekeeping.sweeps import sweep_clocks
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.bots.bot_games import quiet_turn
from tests.duel.clocks.ticking import send_letters
from tests.duel.tables import assert_sound

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User, eve: User, traveller: time_machine.Traveller) -> Game:
    """A game of three in which the player to move has had the letter, and somebody has moved."""
    terms = Terms(game="splendor", seats=3, leaving=Leaving.BOT.value)
    game = propose(by=ada, terms=terms, invite=[bruno.email, eve.email])
    for person in (bruno, eve):
        accept(public_id=game.public_id, by=person)
    game.refresh_from_db()
    quiet_turn(game)
    send_letters(game)
    assert game.deadline is not None
    return game


def test_its_clock_stands_and_it_moves(game: Game, traveller: time_machine.Traveller) -> None:
    assert game.to_move is not None
    leaver = game.to_move
    resign(public_id=game.public_id, seat=leaver, channel=Channel.WEB)
    game.refresh_from_db()
    assert (game.to_move, game.deadline) == (leaver, None)
    assert_sound(game)

    traveller.shift(30 * 24 * 3600)
    sweep_clocks()
    game.refresh_from_db()
    assert game.to_move == leaver

    assert sweep_bots() > 0
    game.refresh_from_db()
    assert game.to_move not in (None, leaver)
    assert_sound(game)


def test_it_answers_for_whoever_left_out_of_turn(game: Game) -> None:
    assert game.to_move is not None
    leaver = (game.to_move + 1) % 3
    resign(public_id=game.public_id, seat=leaver, channel=Channel.WEB)
    game.refresh_from_db()
    quiet_turn(game)
    assert game.to_move == leaver
    assert sweep_bots() > 0
    game.refresh_from_db()
    assert game.to_move != leaver
    assert_sound(game)
