"""A player who revokes their links during a turn gets the turn once more, with new ones."""

import re
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.addresses import confirm
from accounts.services.preferences import revoke_links as revoke_all_links
from duel.models import Game, Seat
from duel.seats.links import revoke_links
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.reports.suppression import confirm_address, suppress
from mail.services import retry
from tests.accounts.confirmations import confirmation_token
from tests.duel.letters.outbox import built, mover, row
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def seat_of(game: Game, user: User) -> Seat:
    return game.seats.select_related("user", "game").get(user=user)


def board_in(letter: Letter) -> str:
    draft = built(letter)
    assert draft is not None
    link = re.search(r"https?://\S+/board/\S+", draft.text)
    assert link is not None
    return urlsplit(link[0]).path


def test_a_sent_turn_comes_again_with_links_that_work(client: Client, game: Game) -> None:
    reader = mover(game)
    first = row(game, reader)
    old = board_in(first)
    deliver(first.pk)
    revoke_links(seat=seat_of(game, reader))
    second = row(game, reader)
    assert second.pk != first.pk
    assert second.not_before is None
    assert client.get(old).status_code == 410
    assert client.get(board_in(second)).status_code == 200


def test_each_time_brings_one_letter(game: Game) -> None:
    reader = mover(game)
    for _ in range(3):
        deliver(row(game, reader).pk)
        revoke_links(seat=seat_of(game, reader))
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", to=reader.email)
    assert letters.count() == 4
    assert letters.filter(status=Letter.Status.WAITING).count() == 1


def test_a_letter_that_waits_gives_way_to_one_that_waits_as_long(game: Game) -> None:
    submit(game, a_quiet_move(game))
    reader = mover(game)
    waiting = row(game, reader)
    revoke_links(seat=seat_of(game, reader))
    again = row(game, reader)
    waiting.refresh_from_db()
    assert waiting.status == Letter.Status.DROPPED
    assert again.not_before == waiting.not_before is not None
    assert built(again) is not None


def test_the_rest_of_a_turn_comes_again(game: Game) -> None:
    submit(game, a_quiet_move(game))
    reader, (use, _) = mover(game), a_whole_turn(game)
    submit(game, use)
    deliver(row(game, reader, "turn-goes-on").pk)
    revoke_links(seat=seat_of(game, reader))
    assert built(row(game, reader, "turn-goes-on")) is not None


def test_who_waits_gets_no_letter(game: Game) -> None:
    other = seat_of(game, mover(game))
    idle = game.seats.select_related("game").exclude(pk=other.pk).get()
    before = Letter.objects.count()
    revoke_links(seat=idle)
    assert Letter.objects.count() == before


def test_revoking_all_links_brings_every_turn_again(ada: User, bruno: User) -> None:
    games = [begin(ada, bruno) for _ in range(2)]
    reader = mover(games[0])
    theirs = [game for game in games if mover(game) == reader]
    for game in theirs:
        deliver(row(game, reader).pk)
    revoke_all_links(person=reader)
    for game in theirs:
        assert row(game, reader).status == Letter.Status.WAITING


def test_a_new_address_gets_the_turn(client: Client, game: Game) -> None:
    reader = mover(game)
    deliver(row(game, reader).pk)
    confirm(token=confirmation_token(reader, "new@elsewhere.example"))
    reader.refresh_from_db()
    letter = row(game, reader)
    assert letter.to == "new@elsewhere.example"
    assert client.get(board_in(letter)).status_code == 200


def test_a_turn_that_was_held_back_comes_once_to_the_new_address(
    game: Game, mailoutbox: list[EmailMessage]
) -> None:
    reader = mover(game)
    suppress(address=reader.email, reason="bounced", at=timezone.now())
    deliver(row(game, reader).pk)
    assert row(game, reader).reason == Letter.Reason.SUPPRESSED
    confirm(token=confirmation_token(reader, "new@elsewhere.example"))
    for pk in Letter.objects.filter(to="new@elsewhere.example").values_list("pk", flat=True):
        deliver(pk)
    turns = [message for message in mailoutbox if "/board/" in str(message.body)]
    assert [message.to for message in turns] == [["new@elsewhere.example"]]


def test_a_turn_held_back_with_links_that_were_revoked_then_comes_once(
    game: Game, mailoutbox: list[EmailMessage]
) -> None:
    reader = mover(game)
    suppress(address=reader.email, reason="bounced", at=timezone.now())
    deliver(row(game, reader).pk)
    revoke_all_links(person=reader)
    deliver(row(game, reader).pk)
    confirm_address(reader.email)
    for pk in Letter.objects.filter(to=reader.email).values_list("pk", flat=True):
        deliver(pk)
    turns = [message for message in mailoutbox if "/board/" in str(message.body)]
    assert [message.to for message in turns] == [[reader.email]]


@pytest.mark.parametrize("status", [Letter.Status.FAILED, Letter.Status.DROPPED])
def test_a_turn_that_was_given_up_is_not_sent_again_to_an_address_that_was_left(
    status: str, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    reader = mover(game)
    letter, old = row(game, reader), reader.email
    Letter.objects.filter(pk=letter.pk).update(status=status)
    confirm(token=confirmation_token(reader, "new@duelpost.example"))
    letter.refresh_from_db()
    retry(letter)
    deliver(letter.pk)
    assert [message.to for message in mailoutbox if old in message.to] == []
