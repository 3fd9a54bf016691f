"""Further addresses from which a person's mail is believed."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import SenderAddress, User
from accounts.selectors import believed_addresses
from accounts.services.leaving import erase_person
from accounts.services.preferences import revoke_links
from accounts.services.senders import MOST_ADDRESSES, post_foreign_sender
from accounts.tokens import preferences_url
from mail.models import Letter
from mail.registry import builder_of
from mail.reports.suppression import suppress
from support.people.personal_data import personal_data_of
from tests.accounts.confirmations import confirmation_token, confirmation_url
from tests.accounts.conftest import path_of, send_all

WORK = "ada@work.example"
PREFERENCES = "/me/"


def sender_path(person: User, address: str = WORK) -> str:
    """Return where the link in the letter leads."""
    letter = Letter.objects.get(pk=post_foreign_sender(person=person, address=address))
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    return path_of(next(line for line in draft.text.splitlines() if "/me/sender/" in line))


def add(person: User, address: str = WORK) -> None:
    assert Client().post(sender_path(person, address)).status_code == 200


def test_only_the_own_address_is_believed_at_first(ada: User) -> None:
    assert believed_addresses(ada) == {"ada@duelpost.example"}


def test_the_letter_goes_to_the_known_address_and_names_the_other_one(ada: User) -> None:
    post_foreign_sender(person=ada, address="Ada@Work.example")
    send_all()
    (letter,) = mail.outbox
    assert letter.to == [ada.email]
    assert isinstance(letter, EmailMultiAlternatives)
    html = str(letter.alternatives[0][0])
    for words in (str(letter.body), html):
        assert WORK in words
        assert "nothing in it was read or played" in " ".join(words.split())
        assert "/me/sender/" in words


def test_an_address_is_added_by_the_button_and_not_by_looking(ada: User) -> None:
    path, stranger = sender_path(ada), Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert WORK in stranger.get(path).content.decode()
        assert stranger.head(path).status_code == 200
    assert believed_addresses(ada) == {ada.email}
    for _ in range(2):
        assert stranger.post(path).status_code == 200
    assert believed_addresses(ada) == {ada.email, WORK}
    assert SenderAddress.objects.count() == 1
    assert not stranger.cookies


def test_the_link_is_good_for_a_week(ada: User) -> None:
    path = sender_path(ada)
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        assert Client().get(path).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1)):
        assert Client().post(path).status_code == 410
    assert not SenderAddress.objects.exists()


def test_the_link_dies_with_the_others_and_when_it_is_altered(ada: User) -> None:
    path = sender_path(ada)
    for broken in (path[:-1], path + "A", path[:-4] + "AAAA", "/me/sender/x"):
        assert Client().post(broken).status_code == 410
    revoke_links(person=ada)
    assert Client().post(path).status_code == 410
    assert not SenderAddress.objects.exists()


def test_a_link_of_another_kind_adds_nothing(ada: User) -> None:
    token = confirmation_token(ada, WORK)
    assert Client().post(f"/me/sender/{token}").status_code == 410
    token = sender_path(ada).rpartition("/")[2]
    assert Client().post(f"/me/address/{token}").status_code == 410
    assert not SenderAddress.objects.exists()


def test_an_address_of_another_account_is_refused(ada: User, bruno: User) -> None:
    answer = Client().post(sender_path(ada, bruno.email))
    assert answer.status_code == 409
    assert "belongs to another account" in answer.content.decode()
    add(bruno, WORK)
    answer = Client().post(sender_path(ada, WORK))
    assert answer.status_code == 409
    assert believed_addresses(ada) == {ada.email}
    assert believed_addresses(bruno) == {bruno.email, WORK}


@pytest.mark.parametrize("reason", ["bounced", "complained"])
def test_an_address_that_was_put_aside_is_refused(ada: User, reason: str) -> None:
    suppress(address=WORK, reason=reason, at=timezone.now())
    answer = Client().post(sender_path(ada))
    assert answer.status_code == 409
    assert "came back, or were complained about" in answer.content.decode()
    assert not SenderAddress.objects.exists()


def test_there_is_an_end_to_further_addresses(ada: User) -> None:
    for number in range(MOST_ADDRESSES):
        add(ada, f"ada{number}@work.example")
    assert Client().post(sender_path(ada)).status_code == 409
    assert len(believed_addresses(ada)) == 1 + MOST_ADDRESSES


def test_no_letter_tells_of_an_address_that_is_believed_by_now(ada: User) -> None:
    waiting = post_foreign_sender(person=ada, address=WORK)
    add(ada)
    send_all()
    assert Letter.objects.get(pk=waiting).status == "dropped"


def test_addresses_are_listed_and_removed_by_their_owner_alone(
    client: Client, ada: User, eve: User
) -> None:
    add(ada)
    row = SenderAddress.objects.get()
    remove = {"act": "remove-sender", "sender": str(row.pk)}
    assert WORK not in Client().get(path_of(preferences_url(ada))).content.decode()
    assert Client().post(path_of(preferences_url(ada)), remove).status_code == 400
    client.force_login(eve)
    assert WORK not in client.post(PREFERENCES, remove).content.decode()
    assert believed_addresses(ada) == {ada.email, WORK}
    client.force_login(ada)
    assert WORK in client.get(PREFERENCES).content.decode()
    answer = client.post(PREFERENCES, remove).content.decode()
    assert "no longer counts as yours" in answer
    assert WORK not in answer
    assert believed_addresses(ada) == {ada.email}


def test_a_number_that_is_none_removes_nothing(client: Client, ada: User) -> None:
    add(ada)
    client.force_login(ada)
    for pk in ("", "x", "9" * 40, "-1"):
        answer = client.post(PREFERENCES, {"act": "remove-sender", "sender": pk})
        assert answer.status_code == 200
    assert believed_addresses(ada) == {ada.email, WORK}


def test_they_stay_when_the_own_address_changes(ada: User) -> None:
    add(ada)
    assert Client().post(path_of(confirmation_url(ada, "ada@new.example"))).status_code == 200
    ada.refresh_from_db()
    assert believed_addresses(ada) == {"ada@new.example", WORK}


def test_one_that_becomes_the_own_address_is_no_further_one(ada: User) -> None:
    add(ada)
    assert Client().post(path_of(confirmation_url(ada, WORK))).status_code == 200
    ada.refresh_from_db()
    assert believed_addresses(ada) == {WORK}
    assert not SenderAddress.objects.exists()


def test_an_address_whose_owner_comes_is_theirs(ada: User, bruno: User) -> None:
    add(ada)
    newcomer = User.objects.create_user(WORK, name="Walter")
    assert believed_addresses(ada) == {ada.email}
    assert believed_addresses(newcomer) == {WORK}
    newcomer.delete()
    assert Client().post(path_of(confirmation_url(bruno, WORK))).status_code == 200
    assert not SenderAddress.objects.exists()


def test_they_go_with_the_person_and_stand_in_their_data(ada: User, olga: User) -> None:
    add(ada)
    (told,) = personal_data_of(ada)["further_addresses"]
    assert told["address"] == WORK
    erase_person(ada)
    assert not SenderAddress.objects.exists()
