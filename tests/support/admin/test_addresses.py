"""A lost mailbox: an operator changes an address, both get a letter, and the old one can object."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ChangeOfAddress, User
from accounts.services.addresses import delete_old_changes
from accounts.services.authority import ActRefused
from accounts.services.readdressing import ask_for_new_address
from accounts.services.sign_in import may_sign_in
from mail.models import Letter
from mail.reports.suppression import suppress
from support.roles import ADMIN, OPERATOR, READ_ONLY, ROLES
from tests.accounts.conftest import path_of, send_all
from tests.duel.tables import begin
from tests.support.admin.staff import act_on, audit, person_with

pytestmark = pytest.mark.django_db
OLD, NEW = "ada@duelpost.example", "ada@new.example"


def ask(client: Client, person: User, **changed: str) -> Any:
    fields = {"address": NEW, "again": NEW, "reason": "called us", **changed}
    return client.post(act_on(person, "new-address"), fields, follow=True)


def email(person: User) -> str:
    return User.objects.get(pk=person.pk).email


def link(to: str, part: str) -> str:
    """Where the link in the last letter to this address leads."""
    send_all()
    letter = next(each for each in reversed(mail.outbox) if each.to == [to])
    return path_of(next(line for line in str(letter.body).splitlines() if part in line))


def test_the_new_address_counts_once_it_is_confirmed(
    client: Client, operator: User, ada: User
) -> None:
    assert "on their way to both addresses" in ask(client, ada).content.decode()
    assert email(ada) == OLD
    assert {letter.to for letter in Letter.objects.all()} == {OLD, NEW}
    noted = (f"person {ada.pk}", "asked a new address to confirm itself: called us")
    assert audit() == [noted]
    Client().post(link(NEW, "/me/address/"))
    assert email(ada) == NEW


def test_no_letter_tells_one_address_the_other(client: Client, operator: User, ada: User) -> None:
    ask(client, ada)
    Client().post(link(NEW, "/me/address/"))
    Client().post(link(OLD, "/me/undo/"))
    send_all()
    for letter in mail.outbox:
        other = OLD if letter.to == [NEW] else NEW
        assert other not in str(letter.message())


def test_the_old_address_objects_before_it_takes_effect(
    client: Client, operator: User, ada: User
) -> None:
    browser = Client()
    browser.force_login(ada)
    ask(client, ada)
    confirmation = link(NEW, "/me/address/")
    objection = link(OLD, "/me/undo/")
    for page in (Client().get(objection), Client().post(objection)):
        assert page.status_code == 200
        text = " ".join(page.content.decode().split())
        assert "operators are told that you objected" in text
        assert "session" not in text, "None is ended."
        assert "signed out" not in text
    assert Client().post(confirmation).status_code == 410
    assert email(ada) == OLD
    assert browser.get("/me/").status_code == 200


def test_the_old_address_objects_for_a_week_after(
    client: Client, operator: User, ada: User
) -> None:
    ask(client, ada)
    first = link(OLD, "/me/undo/")
    Client().post(link(NEW, "/me/address/"))
    second = link(OLD, "/me/undo/")
    for path in (first, second):
        with time_machine.travel(timezone.now() + timedelta(days=6)):
            assert Client().get(path).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert Client().post(second).status_code == 410
    assert Client().post(first).status_code == 200
    assert email(ada) == OLD
    assert Client().post(second).status_code == 410


def test_after_an_objection_no_operator_tries_again_for_a_month(
    client: Client, operator: User, ada: User
) -> None:
    ask(client, ada)
    Client().post(link(OLD, "/me/undo/"))
    assert "has objected" in ask(client, ada).content.decode()
    assert ChangeOfAddress.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        delete_old_changes()
    assert "on their way to both addresses" in ask(client, ada).content.decode()


def test_of_two_that_were_asked_for_the_last_one_counts(
    client: Client, operator: User, ada: User
) -> None:
    ask(client, ada)
    former = link(NEW, "/me/address/")
    ask(client, ada, address="ada@third.example", again="ada@third.example")
    assert Client().post(former).status_code == 410
    assert Client().post(link("ada@third.example", "/me/address/")).status_code == 200
    assert email(ada) == "ada@third.example"


@pytest.mark.usefixtures("operator", "bruno")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"address": "bruno@duelpost.example", "again": "bruno@duelpost.example"}, "here already"),
        ({"address": OLD, "again": OLD}, "address already"),
        ({"again": "ada@mew.example"}, "are not the same"),
        ({"address": "master@bots.invalid", "again": "master@bots.invalid"}, ""),
        ({"address": "gone@new.example", "again": "gone@new.example"}, "came back"),
        ({"reason": " "}, ""),
    ],
)
def test_a_wrong_address_is_refused(
    client: Client, ada: User, changed: dict[str, str], sentence: str
) -> None:
    suppress(address="gone@new.example", reason="bounced", at=timezone.now())
    assert sentence in ask(client, ada, **changed).content.decode()
    assert not ChangeOfAddress.objects.exists()
    assert not Letter.objects.exists()


def test_no_operator_takes_over_an_operator(client: Client, operator: User, olga: User) -> None:
    root = User.objects.create_superuser("root@duelpost.example")
    staff = User.objects.create_user("staff@duelpost.example", name="Sam", is_staff=True)
    for boss, person in [(operator, root), (operator, staff), (root, staff), (operator, operator)]:
        with pytest.raises(ActRefused):
            ask_for_new_address(operator=boss, person=person, address=NEW, reason="x")
    assert not ChangeOfAddress.objects.exists()


def test_who_has_become_an_operator_meanwhile_keeps_the_address(
    client: Client, operator: User, ada: User
) -> None:
    ask(client, ada)
    User.objects.filter(pk=ada.pk).update(is_staff=True)
    assert Client().post(link(NEW, "/me/address/")).status_code == 410
    assert email(ada) == OLD


def test_no_operator_changes_the_address_of_their_opponent(
    client: Client, operator: User, ada: User
) -> None:
    begin(operator, ada)
    assert "You play against this person" in ask(client, ada).content.decode()
    assert not ChangeOfAddress.objects.exists()


def test_operators_and_admins_may_and_readers_may_not() -> None:
    for permission in ("accounts.readdress_user", "accounts.add_user"):
        may = {role for role, names in ROLES.items() if permission in names}
        assert may == {OPERATOR, ADMIN}
    assert READ_ONLY in ROLES


def test_a_person_is_added_where_nobody_can_sign_up(
    client: Client, operator: User, settings: Any
) -> None:
    settings.SIGN_UP = "invitation"
    assert not may_sign_in("stella@elsewhere.example")
    add = reverse("admin:accounts_user_add")
    assert client.get(add).status_code == 200
    fields = {
        "email": "Stella@elsewhere.example",
        "name": "Stella",
        "language": "fr",
        "time_zone": "Europe/Paris",
        "reason": "came to the club",
    }
    assert client.post(add, fields).status_code == 302
    stella = User.objects.get(email="stella@elsewhere.example")
    assert (stella.name, stella.language, stella.is_staff) == ("Stella", "fr", False)
    assert not stella.has_usable_password()
    assert audit() == [(f"person {stella.pk}", "added: came to the club")]
    assert may_sign_in(stella.email)
    send_all()
    [letter] = mail.outbox
    assert letter.to == [stella.email]
    assert "/sign-in" in str(letter.body)


@pytest.mark.parametrize(
    "wrong",
    [
        {"email": OLD},
        {"email": "x"},
        {"reason": ""},
        {"name": ""},
        {"time_zone": "Mars"},
        {"name": "Operator"},
        {"name": "Brunо"},
        {"name": "Bru\u200bno"},
    ],
)
def test_somebody_who_cannot_be_added_is_not(
    client: Client, operator: User, ada: User, wrong: dict[str, str]
) -> None:
    fields = {
        "email": NEW,
        "name": "S",
        "language": "en",
        "time_zone": "UTC",
        "reason": "x",
        **wrong,
    }
    before = User.objects.count()
    assert client.post(reverse("admin:accounts_user_add"), fields).status_code == 200
    assert User.objects.count() == before
    assert not Letter.objects.exists()


def test_a_reader_adds_nobody(client: Client) -> None:
    client.force_login(person_with(READ_ONLY))
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403
