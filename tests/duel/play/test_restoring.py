"""What is good after a restore: nothing that was signed before, and a new letter for each turn."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import SignInRequest, User
from accounts.services.preferences import revoke_links
from accounts.tokens import preferences_url, sign_in_url
from duel.lobby.invitations import invitation_url
from duel.lobby.proposals import propose
from duel.models import Game, Notice, Seat
from duel.play.turn_letters import renew_after_restore
from duel.web.account import calendar_url
from duel.words.terms import Terms
from mail.models import Letter
from mail.mutes import unsubscribe_url
from tests.duel.letter_links import board_address, more_address, move_address, mover
from tests.duel.tables import begin, play_on, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 2)
    return game


def turn_letters(game: Game) -> list[Letter]:
    keys = Notice.objects.filter(game=game, kind="your-turn").values("key")
    return list(Letter.objects.filter(key__in=keys).order_by("pk"))


def test_no_link_to_a_game_is_good_after_a_restore(client: Client, game: Game) -> None:
    seat = mover(game)
    addresses = [move_address(game), board_address(game, seat), more_address(game, seat)]
    assert {client.get(address).status_code for address in addresses} == {200}
    renew_after_restore()
    assert {client.get(address).status_code for address in addresses} == {410}
    assert client.post(addresses[0]).status_code == 410
    assert client.get(move_address(game)).status_code == 200


def test_links_signed_after_the_backup_was_made_are_dead_as_well(
    client: Client, game: Game
) -> None:
    """The player revoked their links, and the game went on, before the backup was put back."""
    person = mover(game).user
    assert person is not None
    kept = {seat.pk: seat.link_epoch for seat in Seat.objects.all()}
    row = Game.objects.filter(pk=game.pk).values("ply", "seq", "head", "to_move").get()
    for _ in range(3):
        revoke_links(person=person)
    later = [move_address(game), board_address(game, mover(game))]
    for pk, epoch in kept.items():  # as the backup has them
        Seat.objects.filter(pk=pk).update(link_epoch=epoch)
    Game.objects.filter(pk=game.pk).update(**row)
    renew_after_restore()
    assert {client.get(address).status_code for address in later} == {410}


def test_links_for_a_ply_that_the_backup_does_not_know_are_revoked_and_not_forged(
    client: Client, game: Game
) -> None:
    renewed = Game.objects.filter(pk=game.pk).values("ply").get()
    play_on(game, 1)
    later = board_address(game, mover(game))
    Game.objects.filter(pk=game.pk).update(**renewed)
    renew_after_restore()
    assert client.get(later).status_code == 410


def test_whoever_is_to_move_gets_the_letter_anew_and_nobody_else(
    ada: User, bruno: User, game: Game
) -> None:
    over = begin(bruno, ada)
    play_to_the_end(over)
    before = {letter.pk for letter in Letter.objects.all()}
    Letter.objects.update(status=Letter.Status.SENT, sent_at=game.began_at)
    old_ids = set(Letter.objects.values_list("message_id", flat=True))
    assert renew_after_restore() == 1
    (letter,) = Letter.objects.exclude(pk__in=before)
    person = mover(game).user
    assert person is not None
    assert (letter.to, letter.kind, letter.status) == (person.email, "your-turn", "waiting")
    assert letter.message_id not in old_ids


def test_a_letter_that_was_about_to_leave_does_not_come_twice(game: Game) -> None:
    *_, waiting = turn_letters(game)
    assert waiting.status == "waiting"
    renew_after_restore()
    waiting.refresh_from_db()
    assert waiting.status == "dropped"
    assert turn_letters(game)[-1].status == "waiting"


def test_a_ply_that_is_told_of_again_has_another_message_id(game: Game) -> None:
    """Mailboxes keep one letter of each Message-ID, and the first one is of a game that is lost."""
    game.refresh_from_db()
    lost = turn_letters(game)[-1]
    Letter.objects.filter(pk=lost.pk).delete()
    Notice.objects.filter(key=lost.key).delete()
    Seat.objects.filter(game=game).update(link_epoch=58_000_000)
    play_on(game, 1)
    told = turn_letters(game)[-1]
    Letter.objects.filter(pk=told.pk).delete()
    assert told.message_id != lost.message_id


def account_links(person: User) -> dict[str, Callable[[], str]]:
    return {
        "preferences": lambda: preferences_url(person),
        "calendar": lambda: calendar_url(person),
        "sign-in": lambda: sign_in_url(person.email, lifetime=timedelta(days=1)),
    }


@pytest.mark.parametrize("what", ["preferences", "calendar", "sign-in"])
def test_no_link_of_an_account_is_good_after_a_restore(
    what: str, client: Client, ada: User
) -> None:
    address = account_links(ada)[what]()
    assert client.get(address).status_code == 200
    renew_after_restore()
    assert client.get(address).status_code != 200
    ada.refresh_from_db()
    assert client.get(account_links(ada)[what]()).status_code == 200


def test_an_invitation_is_revoked_and_accepted_on_the_site(client: Client, ada: User) -> None:
    propose(by=ada, terms=Terms(), invite=["stranger@example.org"])
    address = invitation_url(Seat.objects.select_related("game").get(number=1))
    renew_after_restore()
    assert client.get(address).status_code == 410


def test_everybody_is_signed_out(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(reverse("duel:new-game")).status_code == 200
    renew_after_restore()
    assert client.get(reverse("duel:new-game")).status_code == 302
    assert not SignInRequest.objects.exists()


def test_unsubscribing_still_works_from_any_letter(client: Client, game: Game) -> None:
    address = unsubscribe_url(turn_letters(game)[0])
    renew_after_restore()
    assert client.post(address).status_code == 200


def test_a_second_restore_kills_what_was_signed_after_the_first(client: Client, game: Game) -> None:
    renew_after_restore()
    between = board_address(game, mover(game))
    assert client.get(between).status_code == 200
    renew_after_restore()
    assert client.get(between).status_code == 410
