"""What three agree on: it takes everybody's yes."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.errors import HasLeft
from duel.models import Game
from duel.play.moves import resign
from duel.play.offers import (
    accept_offer,
    ask_for_time,
    decline_offer,
    offer_to_cancel,
)
from duel.record.log import writing
from engine.kinds import Channel
from tests.duel.letter_links import more_address
from tests.duel.letters.outbox import read
from tests.duel.tables import assert_sound
from tests.duel.toy.table import board, letters, press

pytestmark = pytest.mark.words


def test_a_game_is_called_off_when_all_three_want_it(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    offer_to_cancel(public_id=game.public_id, seat=1, channel=Channel.LINK)
    assert letters(game, "offer") == [ada.email, carla.email]
    for person in (ada, carla):
        letter = read(game, person, "offer")
        assert letter.subject.startswith("Bruno offers to call the game off")
        assert "If all agree, it ends without a winner." in letter.text
    assert "Carla has not answered yet." in read(game, ada, "offer").text
    page = Client().get(more_address(game, game.seats.get(user=carla))).content.decode()
    assert "Bruno offers to call the game off." in page
    assert "Ada has not answered yet." in page
    page = Client().get(more_address(game, game.seats.get(user=bruno))).content.decode()
    assert "Carla and Ada have not answered yet." in page
    accept_offer(public_id=game.public_id, seat=0, terms="cancel", channel=Channel.LINK)
    game.refresh_from_db()
    assert game.result is None
    page = Client().get(more_address(game, game.seats.get(user=ada))).content.decode()
    assert "You have agreed; it counts once all others have." in page
    assert 'value="accept"' not in page
    assert "Carla has not answered yet." in page
    page = Client().get(more_address(game, game.seats.get(user=bruno))).content.decode()
    assert "Ada has agreed. Carla has not answered yet." in page
    assert "Ada has agreed." in " ".join(read(game, carla, "offer").text.split())
    accept_offer(public_id=game.public_id, seat=2, terms="cancel", channel=Channel.LINK)
    game.refresh_from_db()
    assert game.result == {"winners": [], "by": ["cancel"]}
    assert len(letters(game, "game-over")) == 3
    assert_sound(game)


def test_whoever_declines_is_named_to_the_one_who_offered(game: Game, bruno: User) -> None:
    offer_to_cancel(public_id=game.public_id, seat=1, channel=Channel.LINK)
    decline_offer(public_id=game.public_id, seat=2, terms="cancel", channel=Channel.LINK)
    assert letters(game, "offer-declined") == [bruno.email]
    letter = read(game, bruno, "offer-declined")
    assert letter.subject.startswith("Carla declined your offer")
    assert "Carla did not agree to call the game off." in letter.text


def test_time_that_is_asked_for_takes_both_others(game: Game, ada: User, carla: User) -> None:
    terms = ask_for_time(public_id=game.public_id, seat=0, hours=24, channel=Channel.LINK)
    assert "Ada asks you for 1 day more for this turn." in read(game, carla, "offer").text
    accept_offer(public_id=game.public_id, seat=1, terms=terms, channel=Channel.LINK)
    assert letters(game, "time-given") == []
    accept_offer(public_id=game.public_id, seat=2, terms=terms, channel=Channel.LINK)
    assert letters(game, "time-given") == [ada.email]
    assert_sound(game)


def test_who_has_left_is_asked_for_no_agreement(game: Game, ada: User, bruno: User) -> None:
    press(game, "one")
    resign(public_id=game.public_id, seat=2, channel=Channel.LINK)
    terms = ask_for_time(public_id=game.public_id, seat=1, hours=24, channel=Channel.LINK)
    assert letters(game, "offer") == [ada.email]
    accept_offer(public_id=game.public_id, seat=0, terms=terms, channel=Channel.LINK)
    assert letters(game, "time-given") == [bruno.email]
    with pytest.raises(HasLeft):
        offer_to_cancel(public_id=game.public_id, seat=2, channel=Channel.LINK)
    assert_sound(game)


def test_a_game_of_three_that_was_resigned_before_still_ends_so(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    """Such entries stand in logs from before a seat could leave a game that goes on."""
    press(game, "one")
    with writing(game.public_id) as log:
        person = log.person_in(2)
        log.append("resign", seat=2, person=person, channel=Channel.LINK, time=timezone.now())
    game.refresh_from_db()
    assert game.result == {"winners": [0, 1], "by": ["resign"]}
    assert "You won the game together with Ada: Carla resigned." in board(game, bruno)
    assert "You won the game together with Bruno: Carla resigned." in board(game, ada)
    assert "Ada and Bruno won the game together: you resigned." in board(game, carla)
    assert_sound(game)
