"""The letter to the proposer of a game that did not come about."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import INVITATION_DAYS, decline, expire_proposals, propose, withdraw
from duel.models import Game
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from mail.models import Letter
from tests.duel.letters.outbox import built

pytestmark = [pytest.mark.django_db, pytest.mark.words]
AFTER = timedelta(days=INVITATION_DAYS, minutes=1)


def invite(by: User, address: str) -> Game:
    return propose(by=by, terms=Terms(), invite=[address])


def answer() -> Letter:
    return Letter.objects.get(kind="invitation-answer")


def text() -> str:
    draft = built(answer())
    assert draft is not None
    return " ".join(draft.text.split())


def test_a_no_is_told_to_the_proposer(ada: User, bruno: User) -> None:
    game = invite(ada, bruno.email)
    decline(public_id=game.public_id, address=bruno.email)
    assert answer().to == ada.email
    assert f"your invitation to {bruno.email} for a game of Splendor Duel was declined" in text()


def test_silence_is_told_to_the_proposer(ada: User) -> None:
    invite(ada, "nobody@elsewhere.example")
    with time_machine.travel(timezone.now() + AFTER):
        assert expire_proposals() == 1
    assert "nobody answered your invitation to nobody@elsewhere.example" in text()


def test_it_does_not_tell_whether_the_address_has_an_account(ada: User, bruno: User) -> None:
    game = invite(ada, bruno.email)
    decline(public_id=game.public_id, address=bruno.email)
    assert bruno.name not in text()


def test_who_left_is_not_named(ada: User, bruno: User) -> None:
    invite(ada, bruno.email)
    address = bruno.email
    delete_account(user=bruno)
    assert "your invitation to a game of Splendor Duel was declined" in text()
    assert address not in text()


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_challenge_that_nobody_took_is_no_news(ada: User, is_listed: bool) -> None:
    propose(by=ada, terms=Terms(), is_listed=is_listed)
    with time_machine.travel(timezone.now() + AFTER):
        assert expire_proposals() == 1
    assert not Letter.objects.filter(kind="invitation-answer").exists()


def test_who_withdraws_needs_no_letter(ada: User, bruno: User) -> None:
    game = invite(ada, bruno.email)
    withdraw(public_id=game.public_id, by=ada)
    assert not Letter.objects.filter(kind="invitation-answer").exists()
