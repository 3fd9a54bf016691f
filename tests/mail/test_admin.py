from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.mail.conftest import MakeLetter


def test_operators_see_the_outbox_and_change_nothing(
    client: Client, olga: User, make_letter: MakeLetter
) -> None:
    letter = make_letter(last_error="TimeoutError: The mail server could not be reached.")
    client.force_login(olga)
    shown = client.get(reverse("admin:mail_letter_changelist")).content.decode()
    assert letter.to in shown
    assert letter.last_error in shown
    page = reverse("admin:mail_letter_change", args=[letter.pk])
    assert client.get(page).status_code == 200
    assert client.post(page, {"status": "sent"}).status_code == 403
    assert client.get(reverse("admin:mail_letter_add")).status_code == 403


def test_outsiders_do_not_see_the_outbox(client: Client, eve: User) -> None:
    client.force_login(eve)
    assert client.get(reverse("admin:mail_letter_changelist")).status_code in (302, 403)
