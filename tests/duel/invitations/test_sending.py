"""Whether an invitation is sent, and to how many."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from duel import errors
from duel.invitations import STRANGERS_A_DAY
from duel.letters.invitation import invitation
from duel.models import Game, Notice, Status
from duel.services.deletion import delete_account
from duel.services.proposals import decline, expire_proposals, propose, withdraw
from duel.terms import Terms
from tests.duel.invitations.inviting import NEWCOMER, NINA, letter_of, letters, path_to
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("end", ["withdraw", "decline", "expire", "wait", "leave"])
def test_an_invitation_that_no_longer_stands_is_not_sent(end: str, game: Game, ada: User) -> None:
    later = timezone.now() + timedelta(days=15)
    notice = Notice.objects.get(game=game)
    match end:
        case "withdraw":
            withdraw(public_id=game.public_id, by=ada)
        case "decline":
            decline(public_id=game.public_id, address=NINA)
        case "expire":
            expire_proposals(now=later)
        case "leave":
            delete_account(user=ada)
    with time_machine.travel(later if end == "wait" else timezone.now()):
        assert invitation({"notice": notice.pk}) is None


def test_nobody_new_is_invited_where_nobody_new_is_taken_in(
    game: Game, settings: Settings, stranger: Client
) -> None:
    settings.SIGN_UP = "closed"
    assert letter_of(game) is None
    assert stranger.post(path_to(game), NEWCOMER).status_code == 409
    assert not User.objects.filter(email=NINA).exists()


def test_an_invitation_is_enough_where_people_come_by_invitation(
    game: Game, settings: Settings, stranger: Client
) -> None:
    settings.SIGN_UP = "invitation"
    assert letter_of(game) is not None
    assert stranger.post(path_to(game), NEWCOMER).status_code == 302


def test_a_suspended_player_is_not_invited(ada: User, bruno: User, stranger: Client) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert letter_of(game) is None
    assert stranger.post(path_to(game)).status_code == 409


def test_a_stranger_gets_one_letter_from_each_inviter(ada: User, bruno: User) -> None:
    first = propose(by=ada, terms=Terms(), invite=[NINA])
    withdraw(public_id=first.public_id, by=ada)
    again = propose(by=ada, terms=Terms(), invite=[NINA])
    assert letters() == [NINA]
    assert again.status == Status.PROPOSED
    propose(by=bruno, terms=Terms(), invite=[NINA])
    assert letters() == [NINA, NINA]


def test_who_has_played_with_the_inviter_gets_every_invitation(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    for _ in range(3):
        propose(by=ada, terms=Terms(), invite=[bruno.email])
    assert letters() == [bruno.email] * 4


def test_nobody_writes_to_many_strangers_a_day(ada: User, bruno: User) -> None:
    begin(ada, bruno)
    for number in range(STRANGERS_A_DAY - 1):
        propose(by=ada, terms=Terms(), invite=[f"stranger{number}@elsewhere.example"])
    with pytest.raises(errors.TooManyInvitations):
        propose(by=ada, terms=Terms(), invite=[NINA])
    propose(by=ada, terms=Terms(), invite=[bruno.email])
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        propose(by=ada, terms=Terms(), invite=[NINA])
