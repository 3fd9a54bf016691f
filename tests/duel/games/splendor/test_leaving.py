"""A seat leaves a game of Splendor: what is told of it, who sees what, and how it goes on."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.games.registry import presentation_of
from duel.models import Game, KnownGame
from duel.play.moves import resign
from duel.record.export import export_game
from duel.record.log import read_log
from duel.record.selectors import names_of, view_for
from engine.kinds import Channel
from engine.verify import verify
from tests.duel.games.splendor.test_letters import played
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import mover, read
from tests.duel.tables import assert_sound, play_all
from tests.duel.toy.table import begin_of_three as begin_of_several

pytestmark = pytest.mark.words


def begun(*players: User, leaving: str) -> Game:
    """A plain game between all of them, in which each has had some turns."""
    game = begin_of_several(*players, game="splendor", seats=len(players), leaving=leaving)
    return played(game, 8 * len(players))


def who_waits(game: Game) -> int:
    """A seat that is not to move and has reserved a card."""
    players = read_log(game).course.position.players
    return next(
        number for number, each in enumerate(players) if each.reserved and number != game.to_move
    )


def leave(game: Game, seat: int) -> User:
    """The player who has just left."""
    resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()
    left = game.seats.get(number=seat).user
    assert left is not None
    return left


def test_the_letter_of_the_next_turn_tells_who_left_and_what_came_back(
    ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = begun(ada, bruno, olga, eve, leaving="out")
    left = leave(game, who_waits(game))
    told = read(game, mover(game)).text
    assert f"{left} has left the game." in told
    assert "Back in the bank: " in told or "reserved card" in told
    assert_sound(game)


def test_the_others_play_on_to_an_end_that_can_be_proved(
    ada: User, bruno: User, olga: User
) -> None:
    game = begun(ada, bruno, olga, leaving="out")
    leave(game, who_waits(game))
    while game.to_move is not None:
        course = read_log(game).course
        legal = course.game.legal(course.position)
        buys = [move for move in legal if move.startswith("buy")]
        play_all(game, [(buys or legal)[0]])
        game.refresh_from_db()
    assert game.result is not None
    assert verify(export_game(game)).problems == ()
    assert_sound(game)


def test_a_game_is_scored_by_the_places_of_those_who_stay(
    ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = begun(ada, bruno, olga, eve, leaving="score")
    course = read_log(game).course
    places = course.game.standing(course.position)["places"]
    best = places.index(1)
    leave(game, best)
    staying = [seat for seat in range(4) if seat != best]
    first = min(places[seat] for seat in staying)
    winners = [seat for seat in staying if places[seat] == first]
    assert game.result == {"winners": winners, "by": ["score"]}
    assert_sound(game)


def test_whose_seat_is_offered_sees_their_hidden_cards_no_more(
    ada: User, bruno: User, olga: User, eve: User
) -> None:
    game = begun(ada, bruno, olga, eve, leaving="open")
    seat = game.seats.get(number=who_waits(game))
    leave(game, seat.number)
    page = Client().get(board_address(game, seat)).content.decode()
    assert "You have left this game" in page
    presentation, names = presentation_of(game), names_of(game)
    watched = presentation.spectator_view(view_for(KnownGame.of(game), None), names)
    drawn = render_to_string(f"{presentation.templates}/watch.html", {"watched": watched})
    assert "".join(drawn.split()) in "".join(page.split())


def test_who_has_left_finds_the_table_drawn_and_signed_in_the_timeline(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    game = begun(ada, bruno, olga, leaving="open")
    assert game.to_move is not None
    left = leave(game, game.to_move)
    timeline = reverse("duel:timeline", args=[game.public_id])
    by_link = client.get(board_address(game, game.seats.get(user=left))).content.decode()
    client.force_login(left)
    signed_in = client.get(reverse("duel:game", args=[game.public_id])).content.decode()
    for page in (by_link, signed_in):
        assert 'data-seats="3"' in page
        assert "<script" not in page
        assert f"It is {left}’s turn." not in page
    assert timeline in signed_in
    assert timeline not in by_link
    assert client.get(timeline).status_code == 200
