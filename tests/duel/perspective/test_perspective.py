"""A game as one reader sees it: the same for pages and programs."""

import pytest

from accounts.models import User
from duel.errors import NotYourTurn
from duel.models import Game
from duel.perspective.perspective import LAST_PLIES
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.letter_links import a_move, mover, waiting
from tests.duel.tables import a_quiet_move, begin, known_to, legal_moves, play_on, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def test_only_whoever_is_to_move_has_moves(game: Game) -> None:
    assert known_to(game, mover(game)).legal == legal_moves(game)
    for seat in (waiting(game), None):
        seen = known_to(game, seat)
        assert (seen.is_to_move, seen.legal, seen.wins, seen.threats) == (False, [], {}, [])


def test_who_watches_is_told_of_the_last_plies_and_has_no_sheet(game: Game) -> None:
    play_on(game, LAST_PLIES + 3)
    seen = known_to(game, None)
    assert seen.since_ply == game.ply - LAST_PLIES
    assert len(seen.events) == LAST_PLIES
    assert not seen.notes
    with pytest.raises(TypeError):
        seen.sheet()


def test_a_player_is_told_what_happened_since_their_last_turn(game: Game) -> None:
    mine = mover(game)
    submit(game, a_quiet_move(game))
    since = game.ply
    submit(game, a_quiet_move(game))
    seen = known_to(game, game.seats.get(pk=mine.pk))
    assert seen.since_ply == since
    assert [event["seat"] for event in seen.events] == [1 - mine.number]
    assert len(seen.story()) == 1


def test_a_turn_has_begun_once_a_step_of_it_was_made(game: Game, can_be_taken_back: None) -> None:
    submit(game, a_quiet_move(game))
    second = mover(game)
    assert not known_to(game, second).has_begun
    submit(game, a_move(game, "use "))
    seen = known_to(game, mover(game))
    assert seen.number == second.number
    assert (seen.has_begun, seen.can_step_back) == (True, True)
    other = known_to(game, waiting(game))
    assert (other.has_begun, other.can_step_back) == (False, False)


def test_whether_somebody_else_has_moved_since(game: Game) -> None:
    first, other = mover(game).number, waiting(game).number
    submit(game, a_quiet_move(game))
    assert known_to(game, first).has_only_moved_since(0)
    assert not known_to(game, other).has_only_moved_since(0)
    submit(game, a_quiet_move(game))
    assert not known_to(game, first).has_only_moved_since(0)
    assert known_to(game, other).has_only_moved_since(1)


def test_how_it_ended_is_told_to_each_reader(game: Game) -> None:
    assert not known_to(game, None).result_words
    loser, winner = mover(game), waiting(game)
    resign(public_id=game.public_id, seat=loser.number, channel=Channel.WEB)
    game.refresh_from_db()
    told = {known_to(game, seat).result_words for seat in (loser, winner, None)}
    assert len(told) == 3
    assert all("resigned" in words for words in told)
    assert not known_to(game, None).places_words, "Of two there are no places."


def test_nobody_composes_or_lists_the_turn_of_another(much_is_hidden: Game) -> None:
    """That player's moves tell what they have reserved from a deck."""
    game = much_is_hidden
    for reader in (waiting(game), None):
        known = known_to(game, reader)
        assert known.legal_at(game.ply) == known.legal == []
        with pytest.raises(NotYourTurn):
            known.foresee()
    known = known_to(game, waiting(game))
    for ply in range(game.ply):
        assert bool(known.legal_at(ply)) == (known.to_move_at(ply) == known.number)
