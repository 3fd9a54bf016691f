"""Declining an invitation, once or for good."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from duel.lobby.proposals import propose, withdraw
from duel.models import Game, Status
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from mail.models import Letter
from mail.mutes import is_muted
from mail.outbox.delivery import deliver
from tests.duel.lobby.invitations.invitee import NEWCOMER, NINA, path_to

pytestmark = pytest.mark.django_db


def test_declining_takes_one_press(game: Game, stranger: Client) -> None:
    path = path_to(game, "decline")
    assert stranger.post(path).status_code == 200
    game.refresh_from_db()
    assert (game.status, game.off_because) == (Status.OFF, "declined")
    assert not User.objects.filter(email=NINA).exists()
    assert stranger.post(path).status_code == 410


def test_never_again_means_from_nobody(game: Game, bruno: User, stranger: Client) -> None:
    assert stranger.post(path_to(game, "never")).status_code == 200
    game.refresh_from_db()
    assert game.off_because == "declined"
    propose(by=bruno, terms=Terms(), invite=[NINA])
    for letter in Letter.objects.filter(kind="invitation"):
        deliver(letter.pk)
    assert not mail.outbox


def test_never_again_can_be_said_when_it_is_all_over(
    game: Game, ada: User, stranger: Client
) -> None:
    withdraw(public_id=game.public_id, by=ada)
    assert stranger.post(path_to(game, "never")).status_code == 200
    assert is_muted(address=NINA, kind="invitation")


def test_never_again_outlives_the_account(game: Game, stranger: Client) -> None:
    path = path_to(game, "never")
    stranger.post(path_to(game), NEWCOMER)
    stranger.post(path)
    delete_account(user=User.objects.get(email=NINA))
    assert is_muted(address=NINA, kind="invitation")
