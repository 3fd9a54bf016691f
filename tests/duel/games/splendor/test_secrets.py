"""No letter, page or answer of a game of four tells what its reader may not know."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client, override_settings
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.models import Game, Seat
from duel.play.offers import accept_offer, ask_for_time, offer_to_cancel
from duel.play.orders import write_orders
from duel.play.undo import ask_for_undo, take_back_turn
from duel.record.log import read_log
from duel.record.selectors import secret_is_open
from duel.timekeeping.clocks import claim
from duel.web.account import calendar_url
from engine.kinds import Channel
from engine.splendor import GAME
from mail.models import Letter
from tests.duel.clocks.ticking import MONDAY
from tests.duel.games.splendor.hiding import hidden_cards, let_the_next_look, play_until_all_hide
from tests.duel.games.splendor.test_letters import begun
from tests.duel.letters.kinds import late_turn
from tests.duel.letters.outbox import built
from tests.duel.letters.test_secrets import as_sent
from tests.duel.replies.mailing import write
from tests.duel.tables import submit
from tests.duel.toy.every_letter import EVERY_LETTER
from tests.duel.web.test_page_secrets import (
    assert_they_tell_no_secret,
    pages_by_link,
    pages_of_players,
    pages_of_the_admin,
    pages_of_the_site,
)
from tests.duel.worlds import NO_CACHE, other_world
from tests.fixtures.lasting import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.words]

WORLDS = (1, 2)
_HEAD = re.compile("[0-9a-f]{4}(?: [0-9a-f]{4}){3}")
NAMES = ("Ada", "Bruno", "Carla", "Dario")


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """The key of a game of four that hides much, played once for all tests that look at it."""

    def play() -> int:
        players = [
            User.objects.create_user(f"{name.lower()}@duelpost.example", name=name)
            for name in NAMES
        ]
        game = begun(*players, leaving="out", warns=True)
        play_until_all_hide(game)
        return int(game.pk)

    with (
        time_machine.travel(MONDAY, tick=False),
        lasting(django_db_blocker, "four who hide", play) as key,
    ):
        yield key


@pytest.fixture
def all_hide(played: int, traveller: time_machine.Traveller, settings: Settings, db: None) -> Game:
    """Each of the four holds a card that only they know, and one lies under a deck."""
    settings.CACHES = NO_CACHE
    Game.objects.filter(pk=played).update(is_public=True)
    return Game.objects.get(pk=played)


@pytest.fixture(params=[False, True], ids=["", "somebody-chooses"])
def game(request: pytest.FixtureRequest, all_hide: Game) -> Game:
    """The same, or while somebody chooses between two cards that only they see."""
    if request.param:
        let_the_next_look(all_hide)
    return all_hide


def test_it_hides_what_it_should(all_hide: Game) -> None:
    let_the_next_look(all_hide)
    position = read_log(all_hide).course.position
    assert len(position.drawn) == 2
    for number in (*range(4), None):
        with other_world(all_hide, number):
            there = read_log(all_hide).course.position
            assert GAME.dump(there) != GAME.dump(position)


def _take(game: Game) -> None:
    submit(game, next(m for m in GAME.legal(read_log(game).course.position) if "take " in m))


def _offers(game: Game) -> None:
    seat = game.to_move
    assert seat is not None
    with override_settings(UNSEND_SECONDS=0):
        _take(game)
    ask_for_undo(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK)
    offer_to_cancel(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    assert game.to_move is not None
    ask_for_time(public_id=game.public_id, seat=game.to_move, hours=24, channel=Channel.LINK)


def _made_anew(game: Game) -> None:
    seat = game.to_move
    assert seat is not None
    with override_settings(UNSEND_SECONDS=300):
        _take(game)
        take_back_turn(
            public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.LINK
        )


def _call_off(game: Game, seats: Iterable[int]) -> None:
    """The game is over as all these want it; the secret is not open yet."""
    first, *others = seats
    terms = offer_to_cancel(public_id=game.public_id, seat=first, channel=Channel.LINK)
    for seat in others:
        accept_offer(public_id=game.public_id, seat=seat, terms=terms, channel=Channel.LINK)
    game.refresh_from_db()
    assert game.result
    assert not secret_is_open(game)


def _out(game: Game) -> None:
    """Whoever has put a card under a deck is taken out of the game, and told so."""
    _take(game)
    late_turn(game)
    assert game.to_move is not None
    claim(public_id=game.public_id, seat=(game.to_move + 1) % 4, channel=Channel.LINK)
    game.refresh_from_db()


LETTERS: dict[str, Callable[[Game], object]] = {
    **EVERY_LETTER,
    "game-over": lambda game: _call_off(game, range(4)),
    "offer": _offers,
    "seat-left": _out,
    "turn-goes-on": _made_anew,
    "your-turn": _take,
}


def viewer_of(letter: Letter, game: Game) -> int | None:
    """Whose view the reader has; a spectator's is that of strangers and of who has left."""
    seat = game.seats.filter(user__email=letter.to).first()
    return seat.viewer if seat else None


@pytest.mark.parametrize("kind", sorted(LETTERS))
def test_a_letter_is_the_same_whatever_others_hide(kind: str, all_hide: Game) -> None:
    LETTERS[kind](all_hide)
    letters = Letter.objects.filter(kind=kind.partition(" ")[0]).order_by("pk")
    told = [letter for letter in letters if built(letter) is not None]
    assert told
    for letter in told:
        here = as_sent(letter)
        for number in WORLDS:
            with other_world(all_hide, viewer_of(letter, all_hide), number):
                assert as_sent(letter) == here


@pytest.mark.parametrize("number", range(4))
def test_pages_by_link_are_the_same_whatever_others_hide(
    number: int, game: Game, client: Client
) -> None:
    seat = game.seats.select_related("user").get(number=number)
    assert seat.user is not None
    pages = [*pages_by_link(game, seat), "/" + calendar_url(seat.user).split("/", 3)[3]]
    assert_they_tell_no_secret(client, pages, game, number)


@pytest.mark.parametrize("reader", ["0", "1", "2", "3", "stranger", "nobody"])
def test_pages_of_the_site_are_the_same_whatever_others_hide(
    reader: str, game: Game, client: Client, eve: User
) -> None:
    number = int(reader) if reader.isdigit() else None
    person = eve if number is None else game.seats.get(number=number).user
    if reader != "nobody":
        assert person is not None
        client.force_login(person)
    pages = pages_of_the_site(game)
    if number is not None:
        pages += pages_of_players(game)
    assert_they_tell_no_secret(client, pages, game, number)


def test_pages_of_the_admin_are_the_same_whatever_is_hidden(
    game: Game, client: Client, olga: User
) -> None:
    client.force_login(olga)
    assert_they_tell_no_secret(client, pages_of_the_admin(game), game, None)


def what_strangers_cannot_know(game: Game, seat: int) -> list[str]:
    """Cards of others and of decks, as somebody would ask for them who guesses."""
    position = read_log(game).course.position
    cards = [position.decks[0][0], position.decks[0][-1]]
    for number, player in enumerate(position.players):
        if number != seat:
            cards += hidden_cards(player.reserved)
    if position.to_move != seat:
        cards += position.drawn
    return [card.id for card in cards]


def asked_by(game: Game, seat: int) -> Iterator[str]:
    """What somebody may write to find out what others hide."""
    yield from ("show", "help", "keep 1", "keep 2", "preview reserve deck 1", "pass")
    for card in what_strangers_cannot_know(game, seat):
        yield from (f"buy {card}", f"reserve {card}", f"preview buy {card}")
        yield f"order: buy {card}"


@contextmanager
def undone() -> Iterator[None]:
    """What happens within it is undone at its end, though nothing of it is in one transaction."""
    savepoint = transaction.savepoint()
    yield
    transaction.savepoint_rollback(savepoint)


def told_by(letter: Letter) -> Iterator[str]:
    """What the letter says but for the head: that covers the seed, and tells nobody anything."""
    if draft := built(letter):
        yield _HEAD.sub("", draft.subject + draft.text + draft.html)


def answers_to(seat: Seat, texts: Sequence[str]) -> list[tuple[str, list[str]]]:
    """What each mail is answered; whatever it does is undone."""
    answered = []
    for place, text in enumerate(texts):
        with undone():
            write(Seat.objects.get(pk=seat.pk), text, message_id=f"<{place}@elsewhere.example>")
            (letter,) = Letter.objects.filter(kind="reply-answer")
            answered.append((text, list(told_by(letter))))
    return answered


@pytest.mark.parametrize("place", [0, 1])
def test_answers_are_the_same_whatever_others_hide(place: int, game: Game) -> None:
    """To whoever is to move, and to the next one."""
    assert game.to_move is not None
    seat = game.seats.get(number=(game.to_move + place) % 4)
    texts = list(asked_by(game, seat.number))
    here = answers_to(seat, texts)
    for number in WORLDS:
        with other_world(game, seat.number, number):
            assert answers_to(seat, texts) == here


def test_orders_are_kept_and_played_the_same_whatever_others_hide(all_hide: Game) -> None:
    """Nobody finds out by what becomes of an order whether somebody holds a card."""
    game = all_hide
    assert game.to_move is not None
    seat = game.seats.select_related("game", "user").get(number=(game.to_move + 1) % 4)
    player = seat.user
    assert player is not None
    texts = [f"buy {card}" for card in what_strangers_cannot_know(game, seat.number)][-5:]

    def told_after() -> list[str]:
        with undone():
            write_orders(seat=seat, texts=texts, language="en", channel=Channel.MAIL)
            _take(game)
            letters = Letter.objects.filter(kind="your-turn", to=player.email)
            told = list(told_by(letters.latest("pk")))
        game.refresh_from_db()
        return told

    here = told_after()
    assert "None of your standing orders was possible." in here[0]
    for number in WORLDS:
        with other_world(game, seat.number, number):
            assert told_after() == here


def test_who_has_left_is_shown_what_a_spectator_is(all_hide: Game, client: Client) -> None:
    game = all_hide
    _out(game)
    seat = game.seats.exclude(left_at=None).select_related("user").get()
    assert seat.user is not None
    client.force_login(seat.user)
    pages = [*pages_by_link(game, seat), *pages_of_the_site(game), *pages_of_players(game)]
    assert_they_tell_no_secret(client, pages, game, None)
    here = answers_to(seat, ["show", "buy 1.1"])
    with other_world(game, None):
        assert answers_to(seat, ["show", "buy 1.1"]) == here


def test_nor_is_more_shown_once_the_game_is_over(all_hide: Game, client: Client) -> None:
    game = all_hide
    _out(game)
    seat = game.seats.exclude(left_at=None).select_related("user").get()
    assert seat.user is not None
    _call_off(game, {0, 1, 2, 3} - {seat.number})
    letter = Letter.objects.get(kind="game-over", to=seat.user.email)
    here = as_sent(letter)
    client.force_login(seat.user)
    pages = [*pages_by_link(game, seat), *pages_of_the_site(game), *pages_of_players(game)]
    assert_they_tell_no_secret(client, pages, game, None)
    with other_world(game, None):
        assert as_sent(letter) == here
