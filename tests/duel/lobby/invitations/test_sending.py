"""Whether an invitation is sent, and to how many."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from duel import errors
from duel.letters.invitation import invitation
from duel.lobby.invitations import STRANGERS_A_DAY, TO_A_STRANGER
from duel.lobby.proposals import decline, expire_proposals, propose, withdraw
from duel.models import Game, Notice, Status
from duel.seats.deletion import delete_account
from duel.words.terms import Terms
from mail.mutes import mute
from mail.reports.suppression import suppress
from tests.duel.lobby.invitations.invitee import NEWCOMER, NINA, letter_of, letters, path_to
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


def a_crowd(number: int) -> list[User]:
    return [User.objects.create_user(f"spammer{each}@duelpost.example") for each in range(number)]


def test_a_stranger_gets_few_letters_from_all_inviters_together() -> None:
    most, within = TO_A_STRANGER
    for inviter in a_crowd(most + 3):
        assert propose(by=inviter, terms=Terms(), invite=[NINA]).status == Status.PROPOSED
    assert letters() == [NINA] * most
    with time_machine.travel(timezone.now() + within + timedelta(minutes=1)):
        (late,) = [User.objects.create_user("late@duelpost.example")]
        propose(by=late, terms=Terms(), invite=[NINA])
    assert letters() == [NINA] * (most + 1)


def test_tags_of_one_mailbox_count_as_one_stranger(ada: User) -> None:
    most, _ = TO_A_STRANGER
    tagged = [NINA.replace("@", f"+{number}@") for number in range(most + 3)]
    propose(by=ada, terms=Terms(), invite=[tagged[0]])
    propose(by=ada, terms=Terms(), invite=[NINA])
    assert letters() == tagged[:1]  # one from each inviter
    for inviter, address in zip(a_crowd(most + 2), tagged[1:], strict=True):
        propose(by=inviter, terms=Terms(), invite=[address])
    assert letters() == tagged[:most]


def test_a_mailbox_like_another_is_another(ada: User) -> None:
    others = ["nina.b@elsewhere.example", "nin@elsewhere.example", "nina@else.example"]
    for address in (NINA, *others):
        propose(by=ada, terms=Terms(), invite=[address])
    assert letters() == [NINA, *others]


def test_who_plays_here_may_be_invited_by_many(ada: User) -> None:
    for inviter in a_crowd(TO_A_STRANGER[0] + 1):
        propose(by=inviter, terms=Terms(), invite=[ada.email])
    assert letters() == [ada.email] * (TO_A_STRANGER[0] + 1)


@pytest.mark.parametrize("how", ["never", "all", "bounced", "complained"])
def test_who_wants_no_invitation_gets_none_under_another_tag(how: str, ada: User) -> None:
    tagged = NINA.replace("@", "+play@")
    match how:
        case "never":
            mute(address=tagged, kind="invitation")
        case "all":
            mute(address=NINA)
        case _:
            suppress(address=tagged, reason=how, at=timezone.now())
    for address in (NINA, NINA.replace("@", "+other@")):
        game = propose(by=User.objects.create_user(f"x{address}"), terms=Terms(), invite=[address])
        assert letter_of(game) is None


def test_what_is_muted_about_a_game_under_one_tag_is_no_matter_of_the_mailbox(ada: User) -> None:
    mute(address=NINA.replace("@", "+play@"), kind="invitation", topic="game:4711")
    assert letter_of(propose(by=ada, terms=Terms(), invite=[NINA])) is not None
