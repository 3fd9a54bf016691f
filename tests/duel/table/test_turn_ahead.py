"""A turn composed ahead comes to what it comes to when it is played, as far as anybody can know."""

import random

import pytest

from accounts.models import User
from duel.errors import IllegalMove, NotYourTurn, Stale, Unreadable
from duel.models import Game, Seat
from duel.perspective.perspective import Perspective
from duel.table.turn_ahead import look_ahead
from tests.duel.games.splendor.test_letters import begun
from tests.duel.letter_links import a_move, mover, waiting
from tests.duel.tables import a_quiet_move, begin, known_to, legal_moves, play_on, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def seen_by(game: Game, seat: Seat) -> Perspective:
    game.refresh_from_db()
    return known_to(game, seat)


def moving(game: Game) -> Perspective:
    return seen_by(game, mover(game))


@pytest.mark.parametrize("name", ["duel", "splendor"])
def test_what_turns_nothing_up_is_foreseen_as_it_will_be_played(
    name: str, ada: User, bruno: User
) -> None:
    """Along a random game: what is shown after each such step is what the position shows then."""
    game = begin(ada, bruno) if name == "duel" else begun(ada, bruno)
    chance = random.Random(7)
    for _ in range(12):
        perspective = moving(game)
        before = look_ahead(perspective)
        offered = [choice.move for choice in before.choices]
        assert sorted(offered) == legal_moves(game)
        step = chance.choice(offered)
        ahead = look_ahead(perspective, [step])
        assert ahead.words
        submit(game, step)
        after = known_to(game, perspective.number)
        if not ahead.final:
            assert ahead.view == after.view
            assert ahead.ended == (game.to_move != perspective.number)
            expected = [] if ahead.ended else legal_moves(game)
            assert sorted(choice.move for choice in ahead.choices) == expected


def test_nothing_is_played_by_looking(game: Game) -> None:
    before = legal_moves(game)
    for step in before:
        look_ahead(moving(game), [step])
    assert legal_moves(game) == before


def test_only_whoever_is_to_move_looks_ahead(game: Game) -> None:
    for perspective in (seen_by(game, waiting(game)), known_to(game, None)):
        with pytest.raises(NotYourTurn):
            look_ahead(perspective)


def test_a_turn_composed_for_another_ply_is_stale(game: Game) -> None:
    play_on(game, 2)
    assert look_ahead(moving(game), ply=game.ply).ply == game.ply
    with pytest.raises(Stale):
        look_ahead(moving(game), ply=game.ply - 1)


def test_steps_that_cannot_be_made_are_refused(game: Game) -> None:
    quiet = a_quiet_move(game)
    with pytest.raises(Unreadable):
        look_ahead(moving(game), ["take what there is"])
    with pytest.raises(IllegalMove):
        look_ahead(moving(game), ["replenish"])
    with pytest.raises(IllegalMove):
        look_ahead(moving(game), [quiet, quiet])


def test_the_notation_is_the_turn_as_it_can_be_written(game: Game) -> None:
    submit(game, a_quiet_move(game))
    first = a_move(game, "use ")
    then = next(c.move for c in look_ahead(moving(game), [first]).choices if "take" in c.move)
    assert look_ahead(moving(game), [first, then]).notation == f"{first}, {then}"
