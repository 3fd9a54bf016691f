"""A replay tells no more than its reader knows: the same, to the byte, in worlds that differ in it.

Games that run are among all other pages and answers (`tests/duel/web/test_page_secrets.py`,
`tests/duel/api/test_secrecy.py`, `tests/duel/games/splendor/test_secrets.py`).
"""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game, GameSecret
from duel.play.moves import resign
from duel.record.log import read_log
from engine.kinds import Channel
from tests.duel.web.test_page_secrets import ONE_TIME, assert_they_tell_no_secret, contents_of

pytestmark = [pytest.mark.django_db, pytest.mark.words]

READERS = ["0", "1", "stranger", "nobody"]
ALMOST = timedelta(hours=settings.DISPUTE_HOURS, seconds=-1)


@pytest.fixture
def resigned(much_is_hidden: Game) -> Game:
    """It was resigned while both hid a card, and anyone may watch."""
    game = much_is_hidden
    assert game.to_move is not None
    resign(public_id=game.public_id, seat=game.to_move, channel=Channel.WEB)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    game.refresh_from_db()
    return game


def reading(reader: str, game: Game, eve: User) -> tuple[Client, int | None]:
    """Somebody's browser, and whose view of the game they have."""
    client = Client()
    number = int(reader) if reader.isdigit() else None
    person = eve if number is None else game.seats.get(number=number).user
    if reader != "nobody":
        assert person is not None
        client.force_login(person)
    return client, number


def replay_pages(game: Game) -> list[str]:
    plies = (0, game.ply // 2, game.ply)
    page, answer = (reverse(f"{room}:replay", args=[game.public_id]) for room in ("duel", "api"))
    return [page, *(f"{page}?ply={ply}" for ply in plies), answer, f"{answer}?after={plies[1]}"]


@pytest.mark.parametrize("reader", READERS)
def test_what_was_hidden_at_a_resignation_stays_so_until_disputes_are_over(
    reader: str, resigned: Game, eve: User, traveller: time_machine.Traveller
) -> None:
    client, number = reading(reader, resigned, eve)
    traveller.shift(ALMOST)
    assert_they_tell_no_secret(client, replay_pages(resigned), resigned, number)


@pytest.mark.parametrize("reader", READERS)
def test_then_all_of_it_is_shown_to_everybody_alike(
    reader: str, resigned: Game, eve: User, traveller: time_machine.Traveller
) -> None:
    secret = bytes(GameSecret.objects.get(game=resigned).secret).hex().encode()
    client, _ = reading(reader, resigned, eve)
    address = reverse("api:replay", args=[resigned.public_id])
    traveller.shift(ALMOST)
    assert secret not in client.get(address).content
    traveller.shift(timedelta(seconds=2))
    shown = client.get(address).content
    assert secret in shown
    for deck in read_log(resigned).course.position.decks:
        assert f'"{deck[-1].id}"'.encode() in shown, "The last card of a deck is laid open too."


@pytest.mark.parametrize("reader", ["stranger", "nobody"])
@pytest.mark.parametrize("room", ["duel", "api"])
def test_a_private_game_is_none_to_others_byte_for_byte(
    room: str, reader: str, resigned: Game, eve: User
) -> None:
    Game.objects.filter(pk=resigned.pk).update(is_public=False)
    client, _ = reading(reader, resigned, eve)
    here, nowhere = (
        client.get(reverse(f"{room}:replay", args=[name]))
        for name in (resigned.public_id, "2345678923")
    )
    assert here.status_code == nowhere.status_code == 404
    assert ONE_TIME.sub(b"", here.content) == ONE_TIME.sub(b"", nowhere.content)


def test_the_replay_of_a_player_differs_from_that_of_a_stranger(resigned: Game, eve: User) -> None:
    """Else the tests above would hold for a replay that shows nobody anything."""
    pages = replay_pages(resigned)
    shown = [contents_of(reading(reader, resigned, eve)[0], pages)[-2] for reader in READERS[:3]]
    assert len({content for _, content in shown}) == 3
