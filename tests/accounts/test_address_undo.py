"""A changed address ends what was open, and the old address can take the change back for a week."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ChangeOfAddress, SenderAddress, SenderPath, User
from accounts.selectors import believed_addresses
from accounts.services.addresses import delete_old_changes
from accounts.services.api_tokens import create_token, find_token
from accounts.services.preferences import revoke_links
from accounts.tasks import clean_up
from mail.models import Letter
from mail.services import post
from tests.accounts.confirmations import confirmation_url
from tests.accounts.conftest import path_of, send_all

OLD, NEW, THIRD = "ada@duelpost.example", "ada@new.example", "ada@third.example"
PREFERENCES = "/me/"


def change(ada: User, address: str = NEW, *, browser: Client | None = None) -> str:
    """Confirm another address; return where the link in the letter to the old one leads."""
    ada.refresh_from_db()
    old = ada.email
    path = path_of(confirmation_url(ada, address))
    assert (browser or Client()).post(path).status_code == 200
    ada.refresh_from_db()
    assert ada.email == address
    send_all()
    letter = next(each for each in reversed(mail.outbox) if each.to == [old])
    return path_of(next(line for line in str(letter.body).splitlines() if "/me/undo/" in line))


def email(ada: User) -> str:
    return User.objects.get(pk=ada.pk).email


def test_a_changed_address_ends_sessions_and_tokens(ada: User) -> None:
    here, elsewhere = Client(), Client()
    for browser in (here, elsewhere):
        browser.force_login(ada)
    token = create_token(person=ada, name="script")
    change(ada, browser=here)
    assert here.get(PREFERENCES).status_code == 200
    assert elsewhere.get(PREFERENCES).status_code == 302
    assert find_token(token) is None


def test_the_old_address_takes_it_back_by_the_button_and_not_by_looking(ada: User) -> None:
    path = change(ada)
    for _ in range(2):
        assert OLD in Client().get(path).content.decode()
        assert Client().head(path).status_code == 200
    assert email(ada) == NEW
    assert Client(enforce_csrf_checks=True).post(path).status_code == 200
    assert email(ada) == OLD
    assert Client().post(path).status_code == 410
    assert Client().get(path).status_code == 410


def test_taking_back_ends_all_that_the_new_address_opened(ada: User) -> None:
    thief = Client()
    thief.force_login(ada)
    path = change(ada, browser=thief)
    token = create_token(person=ada, name="thief")
    SenderAddress.objects.create(user=ada, address="thief@evil.example")
    SenderPath.objects.create(user=ada, path="203.0.113.0/24")
    waiting = post(kind="test", to=NEW, key="x", data={})
    ada.refresh_from_db()
    epoch = ada.link_epoch
    Client().post(path)
    ada.refresh_from_db()
    assert thief.get(PREFERENCES).status_code == 302
    assert find_token(token) is None
    assert believed_addresses(ada) == {OLD}
    assert not SenderPath.objects.exists()
    assert ada.link_epoch == epoch + 1
    assert Letter.objects.get(pk=waiting).to == OLD
    send_all()
    [told] = [letter for letter in mail.outbox if letter.to == [NEW] and "former" in letter.subject]
    assert OLD not in str(told.message())


def test_a_thief_cannot_delete_what_the_old_address_gets_back(ada: User) -> None:
    thief = Client()
    thief.force_login(ada)
    change(ada, browser=thief)
    leave = reverse("duel:leave")
    page = thief.post(leave, {"sure": "yes"}).content.decode()
    assert "cannot be deleted" in page
    assert "<button>Delete" not in page
    assert User.objects.filter(pk=ada.pk).exists()
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1)):
        thief.force_login(ada)
        thief.post(leave, {"sure": "yes"})
    assert not User.objects.filter(pk=ada.pk).exists()


def test_it_is_good_for_a_week(ada: User) -> None:
    path = change(ada)
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1)):
        assert Client().post(path).status_code == 410
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        assert Client().post(path).status_code == 200
    assert email(ada) == OLD


def test_neither_revoked_links_nor_a_third_address_saves_a_thief(ada: User) -> None:
    path = change(ada)
    revoke_links(person=ada)
    of_thief = change(ada, THIRD)
    assert Client().post(path).status_code == 200
    assert email(ada) == OLD
    assert Client().post(of_thief).status_code == 410
    assert email(ada) == OLD


def test_an_address_that_somebody_has_by_now_is_not_taken_from_them(ada: User) -> None:
    path = change(ada)
    User.objects.create_user(OLD, name="Walter")
    answer = Client().post(path)
    assert (answer.status_code, email(ada)) == (409, NEW)
    assert "Nothing was changed" in answer.content.decode()


def test_a_link_that_was_altered_is_dead(ada: User, bruno: User) -> None:
    path = change(ada)
    other = change(bruno, "bruno@new.example")
    for broken in (path[:-1], path + "A", path[:-3] + "AAA", "/me/undo/x", "/me/undo/" + "A" * 60):
        assert Client().post(broken).status_code == 410
    ChangeOfAddress.objects.filter(user=ada).update(old="eve@evil.example")
    assert Client().post(path).status_code == 410
    assert Client().post(other).status_code == 200


def test_whoever_is_suspended_undoes_nothing(ada: User) -> None:
    path = change(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert Client().post(path).status_code == 410


def test_a_letter_queued_by_an_earlier_version_still_leaves(ada: User) -> None:
    post(kind="address-changed", to=OLD, key="x", data={"person": ada.pk})
    send_all()
    assert "/me/undo/" not in str(mail.outbox[0].body)


def test_changes_are_forgotten_after_a_month(ada: User) -> None:
    change(ada)
    delete_old_changes()
    assert ChangeOfAddress.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        clean_up()
    assert not ChangeOfAddress.objects.exists()


@pytest.mark.parametrize("address", [OLD])
def test_an_address_that_is_confirmed_once_more_is_no_change(ada: User, address: str) -> None:
    Client().post(path_of(confirmation_url(ada, address)))
    assert not ChangeOfAddress.objects.exists()
