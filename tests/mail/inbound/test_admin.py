"""Mail that came in, in the admin: seen by all operators, read by few, and for a reason."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mail.access import MAILS
from mail.models import InboundMail
from tests.mail.inbound.conftest import ADA, KEY, raw_mail, take

pytestmark = pytest.mark.usefixtures("reader")

LIST = "admin:mail_inboundmail_changelist"
WORDS = "<script>alert(1)</script> take a1 https://duelpost.example/go/SECRET-TOKEN-123"


@pytest.fixture
def mail(db: None) -> InboundMail:
    take(raw_mail(WORDS))
    return InboundMail.objects.get()


def sign_in(client: Client, role: str) -> User:
    person = User.objects.create_user(f"{role}@duelpost.example", name=role, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    client.force_login(person)
    return person


def look_page(mail: InboundMail) -> str:
    return reverse("admin:mail_inboundmail_look", args=[mail.pk])


def act(client: Client, mail: InboundMail) -> str:
    chosen = {"action": "read_mail_again", "_selected_action": [mail.pk]}
    return client.post(reverse(LIST), chosen, follow=True).content.decode()


def test_operators_see_what_became_of_mail_but_not_its_words(
    client: Client, mail: InboundMail
) -> None:
    sign_in(client, "read-only")
    shown = client.get(reverse(LIST)).content.decode()
    for words in (ADA, "seat:0", "waiting to be read", "mail server"):
        assert words in shown
    page = reverse("admin:mail_inboundmail_change", args=[mail.pk])
    shown = client.get(page).content.decode()
    assert "take a1" not in shown
    assert client.post(page, {"status": "read"}).status_code == 403
    look = client.get(look_page(mail)).content.decode()
    assert "take a1" not in look
    assert "You may not reveal mail." in look
    assert client.post(look_page(mail), {"reason": "dispute 7"}).status_code == 403


def test_its_words_are_shown_for_a_reason_with_every_link_dead(
    client: Client, mail: InboundMail
) -> None:
    sign_in(client, "operator")
    assert "take a1" not in client.get(look_page(mail)).content.decode()
    for reason in ("", "x" * 501):
        assert client.post(look_page(mail), {"reason": reason}).status_code == 400
    shown = client.post(look_page(mail), {"reason": "dispute 7"}, follow=True).content.decode()
    assert "take a1" in shown
    assert "&lt;script&gt;" in shown
    for secret in ("<script>alert", "SECRET-TOKEN", KEY):
        assert secret not in shown
    assert [entry.get_change_message() for entry in LogEntry.objects.all()] == [
        "revealed the mail: dispute 7"
    ]


def test_outsiders_see_nothing(client: Client, mail: InboundMail, eve: User) -> None:
    client.force_login(eve)
    for page in (reverse(LIST), look_page(mail)):
        assert client.get(page).status_code in (302, 403)


def test_the_rooms_above_say_who_may_not_know_of_it(
    client: Client, mail: InboundMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = sign_in(client, "operator")
    monkeypatch.setattr(MAILS, "_guards", [lambda mail, who: "You play there."])
    answer = client.post(look_page(mail), {"reason": "curious"})
    assert (answer.status_code, "You play there." in answer.content.decode()) == (400, True)
    assert "take a1" not in answer.content.decode()
    monkeypatch.setattr(
        MAILS, "_veils", [lambda who: Q(about="seat:0") if who == operator else Q()]
    )
    assert ADA not in client.get(reverse(LIST)).content.decode()
    assert client.get(look_page(mail)).status_code == 404


def test_what_could_not_be_read_is_read_again(client: Client, mail: InboundMail) -> None:
    sign_in(client, "operator")
    assert "its state does not allow it" in act(client, mail)
    InboundMail.objects.update(status=InboundMail.Status.FAILED, attempts=4, last_error="x")
    assert "1 was done." in act(client, mail)
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == ("waiting", 0, "")


def test_mail_whose_words_are_gone_says_so(client: Client, mail: InboundMail) -> None:
    sign_in(client, "operator")
    InboundMail.objects.update(raw=b"", status=InboundMail.Status.FAILED)
    shown = client.post(look_page(mail), {"reason": "dispute 7"}, follow=True).content.decode()
    assert "Its words were deleted" in shown
    assert "its state does not allow it" in act(client, mail)


def test_the_list_says_in_words_what_became_of_a_mail(client: Client, mail: InboundMail) -> None:
    InboundMail.objects.update(status="dropped", outcome="machine")
    sign_in(client, "read-only")
    assert "written by a machine: not read" in client.get(reverse(LIST)).content.decode()
