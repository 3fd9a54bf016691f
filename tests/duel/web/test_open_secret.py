"""When the secret of a finished game is open, nothing in it is hidden any more; before, all is."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from duel.games.duel.vocabulary import card_words
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.record.log import read_log
from engine.duel.position import Position
from engine.kinds import Channel
from mail.models import Letter
from mail.registry import Draft
from support.letters.previews import turn_as_it_was
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import built, row

pytestmark = [pytest.mark.django_db, pytest.mark.words]

ALMOST, OPEN = timedelta(hours=settings.DISPUTE_HOURS, seconds=-1), timedelta(seconds=1)


@pytest.fixture
def game(much_is_hidden: Game) -> Game:
    """It was resigned, and anyone may watch."""
    game = much_is_hidden
    assert game.to_move is not None
    resign(public_id=game.public_id, seat=game.to_move, channel=Channel.WEB)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    game.refresh_from_db()
    return game


def position_of(game: Game) -> Position:
    position: Position = read_log(game).course.position
    return position


def hidden_from(game: Game, seat: Seat | None) -> list[str]:
    """The words for the cards in hands, drawn from a deck, that the seat cannot know."""
    players = position_of(game).players
    others = [player for number, player in enumerate(players) if not seat or number != seat.number]
    return [card_words(card.id) for player in others for card, drawn in player.reserved if drawn]


def next_cards(game: Game) -> list[str]:
    return [card_words(deck[0].id) for deck in position_of(game).decks]


def last_letter(game: Game, seat: Seat) -> Draft:
    assert seat.user is not None
    draft = built(row(game, seat.user, "game-over"))
    assert draft is not None
    return draft


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def ending_texts(game: Game, seat: Seat, client: Client) -> list[str]:
    """What the seat, and who watches, are told of the end: both parts of the letter, two pages."""
    letter = last_letter(game, seat)
    watched = page(Client(), reverse("duel:game", args=[game.public_id]))
    parts = [letter.text, letter.html, page(client, board_address(game, seat)), watched]
    return [" ".join(part.split()) for part in parts]


@pytest.mark.parametrize("number", [0, 1])
def test_until_the_secret_opens_hidden_cards_stay_hidden_and_it_is_said_until_when(
    game: Game, number: int, client: Client, traveller: time_machine.Traveller
) -> None:
    seat = game.seats.get(number=number)
    traveller.shift(ALMOST)
    for part in ending_texts(game, seat, client):
        assert "a hidden card of level" in part
        assert "Hidden cards stay hidden until Thursday" in part
        assert "Next in deck" not in part


@pytest.mark.parametrize("number", [0, 1])
def test_once_the_secret_is_open_nothing_is_hidden(
    game: Game, number: int, client: Client, traveller: time_machine.Traveller
) -> None:
    seat = game.seats.get(number=number)
    traveller.shift(ALMOST + OPEN)
    for part in ending_texts(game, seat, client):
        assert "a hidden card" not in part
        assert "stay hidden" not in part
        assert all(words in part for words in hidden_from(game, None))
        assert all(f"Next in deck {level}: " in part for level in (1, 2, 3))
        assert all(words in part for words in next_cards(game))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_last_letter_tells_what_its_reader_had_reserved(game: Game, language: str) -> None:
    """Also of a game that ended in the middle, where the rules still know who is to move."""
    User.objects.update(language=language)
    for seat in game.seats.all():
        with override(language):
            own = position_of(game).players[seat.number].reserved
            words = [card_words(card.id) for card, _ in own]
        draft = last_letter(game, seat)
        text = " ".join(draft.text.split())
        assert words
        assert all(each in text and each in draft.html for each in words)


def test_an_earlier_letter_is_shown_to_operators_as_it_was(
    game: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(ALMOST + OPEN)
    letters = Letter.objects.filter(kind="your-turn", topic=f"game:{game.public_id}")
    draft = turn_as_it_was(letters.latest("pk").data)
    assert draft is not None
    assert "a hidden card of level" in draft.text
    assert "Next in deck" not in draft.text
