"""Who gets into the admin and stays there, who is kept out, and what is written down for good."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.db.models.fields.reverse_related import ManyToOneRel
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.audit import note_act
from accounts.codes import code_of
from accounts.models import SignInRequest, User
from accounts.services.leaving import erase_person
from accounts.services.sign_in import GUESSES_PER_LETTER, ask_for_sign_in
from accounts.tokens import sign_in_url_of
from tests.accounts.conftest import newest_code, path_of, send_all, signed_in


def sign_in(client: Client, person: User) -> None:
    client.post("/sign-in/", {"address": person.email})
    asked = SignInRequest.objects.get(address=person.email)
    client.post(reverse("accounts:sign-in-code", args=[asked.pk]), {"code": code_of(asked)})


def suspended(person: User) -> User:
    person.suspended_at, person.suspension_reason = timezone.now(), "Bruno reported them"
    person.suspension_message = "insults in notes"
    person.is_active = False
    person.save()
    return person


# --- Signing in ------------------------------------------------------------


def test_there_is_no_password_form_in_the_admin(client: Client, olga: User) -> None:
    assert client.get("/admin/login/").status_code == 302
    olga.set_password("correct horse battery")
    olga.save()
    client.post("/admin/login/", {"username": olga.email, "password": "correct horse battery"})
    assert not signed_in(client)
    client.force_login(olga)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/password_change/").status_code == 404
    assert client.get("/admin/password_change/done/").status_code == 404


def test_the_code_of_an_operator_cannot_be_guessed(client: Client, olga: User) -> None:
    asked = ask_for_sign_in(address=olga.email, network="x", language="en")
    page = reverse("accounts:sign-in-code", args=[asked])
    for _ in range(GUESSES_PER_LETTER):
        client.post(page, {"code": "BBBB-BBBB"})
    client.post(page, {"code": newest_code()})
    assert not signed_in(client)


def test_operators_are_signed_out_when_they_do_nothing_for_hours(
    client: Client, olga: User, ada: User, settings: Settings
) -> None:
    settings.STAFF_SESSION_HOURS = 12
    others = Client()
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        sign_in(client, olga)
        sign_in(others, ada)
        for _ in range(3):  # an operator who does something now and then stays
            traveller.shift(timedelta(hours=8))
            assert client.get("/admin/").status_code == 200
        traveller.shift(timedelta(hours=12, minutes=1))
        assert client.get("/admin/").status_code == 302
        assert others.get("/me/").status_code == 200


# --- Being kept out ------------------------------------------------------------


def test_somebody_suspended_reads_the_message_in_letters(client: Client, ada: User) -> None:
    suspended(ada)
    client.post("/sign-in/", {"address": ada.email})
    send_all()
    (letter,) = mail.outbox
    assert "suspended" in letter.subject
    assert "insults in notes" in str(letter.body)
    assert "Bruno" not in str(letter.body)
    assert newest_code() not in str(letter.body)


def test_a_link_and_a_code_from_before_say_so_as_well(client: Client, ada: User) -> None:
    ask_for_sign_in(address=ada.email, network="x", language="en")
    asked = SignInRequest.objects.get()
    suspended(ada)
    link = path_of(sign_in_url_of(asked))
    code_page = reverse("accounts:sign-in-code", args=[asked.pk])
    for answer in (
        client.get(link),
        client.post(link),
        client.post(code_page, {"code": code_of(asked)}),
    ):
        assert answer.status_code == 403
        assert "insults in notes" in answer.content.decode()
        assert "Bruno" not in answer.content.decode()
    assert not signed_in(client)


def test_a_stranger_learns_nothing_about_a_suspension(client: Client, ada: User) -> None:
    suspended(ada)
    answer = client.post("/sign-in/", {"address": ada.email}, follow=True)
    assert "suspended" not in answer.content.decode()
    asked = SignInRequest.objects.get()
    page = reverse("accounts:sign-in-code", args=[asked.pk])
    assert "suspended" not in client.post(page, {"code": "BBBB-BBBB"}).content.decode()


# --- The audit log ------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE django_admin_log SET change_message = 'nothing'",
        "DELETE FROM django_admin_log",
    ],
)
def test_the_database_keeps_the_audit_log(ada: User, olga: User, statement: str) -> None:
    note_act(olga, ada, "suspended", reason="insults")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    entry = LogEntry.objects.get()
    assert entry.change_message == "suspended: insults"
    assert entry.object_repr == f"person {ada.pk}"


def test_the_audit_log_is_found_by_operator_and_by_words(
    client: Client, ada: User, bruno: User, olga: User
) -> None:
    second = User.objects.create_superuser("oscar@duelpost.example", name="Oscar")
    note_act(olga, ada, "suspended", reason="insults")
    note_act(second, bruno, "ended all sessions", reason="telephone")
    client.force_login(olga)
    page = reverse("admin:admin_logentry_changelist")
    for asked in ({"q": "insults"}, {"operator": olga.pk}, {"q": ada.pk}):
        shown = client.get(page, asked).content.decode()
        assert "suspended: insults" in shown
        assert "telephone" not in shown
    assert reverse("admin:accounts_user_change", args=[ada.pk]) in shown


def test_who_has_never_acted_is_deleted_and_who_has_leaves_an_empty_row(
    ada: User, bruno: User
) -> None:
    note_act(bruno, ada, "looked")
    bruno.groups.add(Group.objects.get(name="admin"))
    Client().force_login(bruno)
    erase_person(ada)
    erase_person(bruno)
    left = User.objects.get()
    assert left.pk == bruno.pk
    assert not left.is_active
    assert not left.is_staff
    assert not left.groups.exists()
    assert not left.browser_sessions.exists()
    assert "bruno" not in f"{left.email} {left.name}".lower()
    assert LogEntry.objects.get().user == left
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and relation.related_model is not LogEntry:
            pointing = relation.related_model._base_manager.filter(**{relation.field.name: left})
            assert not pointing.exists(), relation.related_model
