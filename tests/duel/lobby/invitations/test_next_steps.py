"""A player who takes a seat reads whose turn it is, which letters come, how to move and by when."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.lobby.proposals import propose, rematch
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.record.links import Link, Purpose, link_token
from duel.words.naming import DAY
from duel.words.terms import Terms, TimeControl
from engine.kinds import Channel
from tests.duel.lobby.invitations.invitee import NEWCOMER, NINA, path_to
from tests.duel.tables import a_quiet_move, begin, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]

TERMS = Terms(time=TimeControl(grace=2 * DAY))


def words_of(content: bytes) -> str:
    """The words of the page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content.decode())).split())


def assert_steps(page: str, game: Game, player: User, opponent: User, address: str) -> None:
    game.refresh_from_db()
    mine = game.seats.get(user=player).number
    if game.to_move == mine:
        assert f"You make the first move: the letter with it is on its way to {address}." in page
    else:
        assert f"{opponent} makes the first move." in page
        assert f"When it is your turn, a letter comes to {address}." in page
    assert "has a link for each move" in page
    assert "Each turn may take 2 days." in page


@pytest.mark.parametrize("attempt", range(3))  # either may be the first
def test_after_accepting_with_an_account(
    attempt: int, ada: User, bruno: User, stranger: Client
) -> None:
    game = propose(by=ada, terms=TERMS, invite=[bruno.email])
    page = words_of(stranger.post(path_to(game), {"word": "basilico"}, follow=True).content)
    assert_steps(page, game, bruno, ada, bruno.email)
    assert "To see your games here, sign in with that address; there is no password." in page
    submit(game, a_quiet_move(game))
    later = words_of(stranger.get(path_to(game)).content)
    assert "first move" not in later
    assert f"Whenever it is your turn, a letter comes to {bruno.email}." in later


@pytest.mark.parametrize("attempt", range(3))
def test_after_accepting_without_an_account(attempt: int, ada: User, stranger: Client) -> None:
    game = propose(by=ada, terms=TERMS, invite=[NINA])
    answer = stranger.post(path_to(game), NEWCOMER | {"language": "en"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    page = words_of(answer.content)
    assert_steps(page, game, User.objects.get(email=NINA), ada, NINA)
    assert "You find the game here among your games." in page


def test_after_taking_a_challenge(ada: User, bruno: User, client: Client) -> None:
    game = propose(by=ada, terms=TERMS, is_listed=True)
    client.force_login(bruno)
    challenge = reverse("duel:challenge", args=[game.public_id])
    page = words_of(client.post(challenge, {"act": "accept"}, follow=True).content)
    assert_steps(page, game, bruno, ada, bruno.email)
    again = client.get(challenge).content
    assert reverse("duel:game", args=[game.public_id]).encode() in again
    assert_steps(words_of(again), game, bruno, ada, bruno.email)


def test_after_agreeing_to_play_again(ada: User, bruno: User, client: Client) -> None:
    first = begin(ada, bruno, time=TERMS.time)
    resign(public_id=first.public_id, seat=0, channel=Channel.WEB)
    first.refresh_from_db()
    game = rematch(public_id=first.public_id, by=ada)
    seat = Seat.objects.get(game=first, user=bruno)
    link = Link(first.pk, seat.number, first.ply)
    address = reverse("duel:again", args=[link_token(Purpose.REMATCH, link, epoch=0)])
    page = words_of(client.post(address).content)
    assert_steps(page, game, bruno, ada, "your own address")
    assert bruno.email not in page, "Holders of the link do not learn where letters go."


def test_who_asks_to_play_again_is_promised_what_comes(
    ada: User, bruno: User, client: Client
) -> None:
    """A letter comes with their turn, not when the game begins: the other may be the first."""
    first = begin(ada, bruno)
    resign(public_id=first.public_id, seat=0, channel=Channel.WEB)
    first.refresh_from_db()
    seat = Seat.objects.get(game=first, user=ada)
    link = Link(first.pk, seat.number, first.ply)
    address = reverse("duel:again", args=[link_token(Purpose.REMATCH, link, epoch=0)])
    page = words_of(client.post(address).content)
    assert "when the game begins" not in page
    assert "when it is your turn, or the invitation comes to nothing, you get a letter." in page
