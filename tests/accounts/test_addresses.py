from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.preferences import revoke_links
from accounts.signals import address_changed
from accounts.tokens import CONFIRM_ADDRESS, preferences_url, sign_in_url
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.reports.suppression import suppress, suppression_of
from mail.services import post
from tests.accounts.confirmations import confirmation_token, confirmation_url
from tests.accounts.conftest import path_of, send_all

NEW = "ada@new.example"
PREFERENCES = "/me/"


@pytest.fixture
def adas(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def ask(client: Client, address: str) -> None:
    answer = client.post(PREFERENCES, {"act": "address", "new-address": address})
    assert "A letter is on its way" in answer.content.decode()


def link_in_letter(number: int = -1) -> str:
    lines = str(mail.outbox[number].body).splitlines()
    return path_of(next(line for line in lines if "/me/address/" in line))


def test_a_new_address_counts_when_it_is_confirmed_and_not_before(adas: Client, ada: User) -> None:
    former_link = path_of(preferences_url(ada))
    ask(adas, "Ada@New.example")
    send_all()
    assert [letter.to for letter in mail.outbox] == [[NEW]]
    path, stranger = link_in_letter(), Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert stranger.get(path).status_code == 200
        assert stranger.head(path).status_code == 200
    ada.refresh_from_db()
    assert ada.email == "ada@duelpost.example"
    assert stranger.post(path).status_code == 200
    ada.refresh_from_db()
    assert (ada.email, ada.link_epoch) == (NEW, 1)
    assert not stranger.cookies
    assert stranger.post(path).status_code == 410
    assert stranger.get(former_link).status_code == 410


def test_the_old_address_is_told_without_the_new_one(adas: Client, ada: User) -> None:
    told = []

    def listen(person: User, old: str, **kwargs: Any) -> None:
        told.append((person.email, old))

    address_changed.connect(listen)
    ask(adas, NEW)
    send_all()
    Client().post(link_in_letter())
    address_changed.disconnect(listen)
    send_all()
    warning = mail.outbox[-1]
    assert warning.to == ["ada@duelpost.example"]
    assert NEW not in str(warning.message())
    assert told == [(NEW, "ada@duelpost.example")]


def test_letters_that_wait_go_to_the_new_address(adas: Client, ada: User) -> None:
    ask(adas, NEW)
    send_all()
    waiting = post(kind="test", to=ada.email, key="x", data={})
    Client().post(link_in_letter())
    assert Letter.objects.get(pk=waiting).to == NEW


def test_the_answer_is_the_same_for_an_address_that_somebody_has(
    adas: Client, ada: User, bruno: User
) -> None:
    ask(adas, bruno.email)
    send_all()
    assert Client().post(link_in_letter()).status_code == 409
    ada.refresh_from_db()
    assert ada.email == "ada@duelpost.example"


def test_a_confirmation_is_good_for_a_day(ada: User) -> None:
    path = path_of(confirmation_url(ada, NEW))
    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        assert Client().get(path).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert Client().post(path).status_code == 410


def test_a_confirmation_dies_with_the_other_links(ada: User) -> None:
    path = path_of(confirmation_url(ada, NEW))
    revoke_links(person=ada)
    assert Client().post(path).status_code == 410


def test_a_confirmation_that_was_altered_is_dead(ada: User) -> None:
    token = confirmation_token(ada, NEW)
    altered = {
        f"{token[:at]}{'A' if token[at] != 'A' else 'B'}{token[at + 1 :]}" for at in range(32)
    }
    for broken in (*altered, token[:-1], token + "A", token[4:], "x"):
        assert Client().get(f"/me/address/{broken}").status_code == 410
    assert Client().get(f"/me/address/{token}").status_code == 200


def test_a_confirmation_confirms_no_address_but_its_own(ada: User, bruno: User) -> None:
    """Not even if somebody could write the row that keeps the address."""
    path = path_of(confirmation_url(ada, NEW))
    row = Letter.objects.get()
    for changed in ({"address": "eve@duelpost.example"}, {"person": bruno.pk}):
        Letter.objects.update(data=row.data | changed)
        assert Client().post(path).status_code == 410
    Letter.objects.update(data=row.data)
    assert row.key == CONFIRM_ADDRESS.key(row.data["request"])
    assert Client().post(path).status_code == 200


def test_an_address_can_be_confirmed_again(adas: Client, ada: User) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now() - timedelta(hours=1))
    adas.post(PREFERENCES, {"act": "confirm"})
    send_all()
    assert [letter.to for letter in mail.outbox] == [[ada.email]]
    Client().post(link_in_letter())
    assert suppression_of(ada.email) is None
    ada.refresh_from_db()
    assert ada.link_epoch == 0
    send_all()
    assert len(mail.outbox) == 1


def test_signing_in_by_letter_confirms_the_address(client: Client, ada: User) -> None:
    suppress(address=ada.email, reason="complained", at=timezone.now() - timedelta(hours=1))
    client.post(path_of(sign_in_url(ada.email)))
    assert suppression_of(ada.email) is None


def press_sign_in(ada: User) -> None:
    Client().post(path_of(sign_in_url(ada.email)))


def press_confirmation(ada: User) -> None:
    Client().post(path_of(confirmation_url(ada, ada.email)))


def move_elsewhere(ada: User) -> None:
    Client().post(path_of(confirmation_url(ada, NEW)))


@pytest.mark.parametrize("confirm", [press_sign_in, press_confirmation, move_elsewhere])
def test_letters_that_were_held_back_go_once_the_address_is_confirmed(
    ada: User, confirm: Callable[[User], None]
) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now() - timedelta(hours=1))
    held_back = Letter.objects.get(pk=post(kind="test", to=ada.email, key="x", data={}))
    deliver(held_back.pk)
    held_back.refresh_from_db()
    assert held_back.reason == Letter.Reason.SUPPRESSED
    confirm(ada)
    deliver(held_back.pk)
    ada.refresh_from_db()
    assert [letter.to for letter in mail.outbox] == [[ada.email]]


def test_letters_to_new_addresses_are_limited(adas: Client) -> None:
    for _ in range(5):
        ask(adas, NEW)
    assert Letter.objects.count() == 3
    for number in range(5):
        ask(adas, f"somebody{number}@new.example")
    assert Letter.objects.count() == 3, "the person has asked often enough today"
