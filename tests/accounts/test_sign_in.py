from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.tokens import sign_in_url
from mail.models import Letter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(ada: User) -> None:
    # Not `cache.clear()`: on Redis that would empty the worker's queues as well.
    cache.delete_many(["limit:sign-in:network:127.0.0.1", f"limit:sign-in:address:{ada.email}"])


def path_of(url: str) -> str:
    return urlsplit(url).path


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def ask(client: Client, address: str) -> None:
    answer = client.post(reverse("accounts:sign-in"), {"address": address})
    assert answer.status_code == 302
    assert answer["Location"] == reverse("accounts:letter-on-its-way")


def test_a_get_of_the_link_signs_nobody_in(client: Client, ada: User) -> None:
    path = path_of(sign_in_url(ada.email))
    for _ in range(3):
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert not signed_in(client)


def test_a_press_of_the_button_signs_in_once(client: Client, ada: User) -> None:
    path = path_of(sign_in_url(ada.email))
    assert client.post(path).status_code == 302
    assert signed_in(client)
    another_browser = Client()
    assert another_browser.post(path).status_code == 410
    assert another_browser.get(path).status_code == 410
    assert not signed_in(another_browser)


def test_a_link_is_dead_after_its_time(client: Client, ada: User) -> None:
    path = path_of(sign_in_url(ada.email, lifetime=timedelta(minutes=15)))
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert client.post(path).status_code == 410
    assert not signed_in(client)


@pytest.mark.parametrize("spoil", [lambda t: t[:-1], lambda t: "x" + t, lambda t: "garbage"])
def test_a_forged_link_is_dead(client: Client, ada: User, spoil: Callable[[str], str]) -> None:
    path = path_of(sign_in_url(ada.email))
    head, token = path.rsplit("/", 1)
    assert client.post(f"{head}/{spoil(token)}").status_code == 410
    assert not signed_in(client)


def test_a_suspended_person_cannot_sign_in(client: Client, ada: User) -> None:
    path = path_of(sign_in_url(ada.email))
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    assert client.post(path).status_code == 410


def test_a_newcomer_gets_an_account_by_the_press_and_not_before(client: Client) -> None:
    ask(client, "New@Duelpost.example")
    assert not User.objects.filter(email="new@duelpost.example").exists()
    path = path_of(sign_in_url("new@duelpost.example"))
    assert client.post(path, {"name": ""}).status_code == 200
    assert not User.objects.filter(email="new@duelpost.example").exists()
    assert client.post(path, {"name": "Nina"}).status_code == 302
    assert User.objects.get(email="new@duelpost.example").name == "Nina"
    assert Client().post(path, {"name": "Mallory"}).status_code == 410


def test_the_answer_is_the_same_whether_the_address_is_known_or_not(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.SIGN_UP = "closed"
    ask(client, ada.email)
    ask(client, "stranger@duelpost.example")
    assert [letter.to for letter in Letter.objects.all()] == [ada.email]


def test_an_address_gets_three_letters_and_then_a_pause(client: Client, ada: User) -> None:
    for _ in range(5):
        ask(client, ada.email)
    assert Letter.objects.count() == 3


def test_no_link_rests_in_the_outbox(client: Client, ada: User) -> None:
    ask(client, ada.email)
    letter = Letter.objects.get()
    assert set(letter.data) == {"address", "language"}


def test_the_admin_is_entered_through_the_same_sign_in(client: Client, olga: User) -> None:
    admin = reverse("admin:index")
    answer = client.get(admin, follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("accounts:sign-in"))
    assert client.post(path_of(sign_in_url(olga.email)))["Location"] == admin
    assert client.get(admin).status_code == 200


def test_a_player_is_told_that_the_admin_is_not_for_them(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_a_sign_in_never_leads_to_a_foreign_site(client: Client, ada: User) -> None:
    client.get(reverse("accounts:sign-in"), {"next": "https://evil.example/"})
    assert client.post(path_of(sign_in_url(ada.email)))["Location"] == reverse("duel:home")


def test_signing_out_takes_a_press(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(reverse("accounts:sign-out")).status_code == 405
    client.post(reverse("accounts:sign-out"))
    assert not signed_in(client)


def test_the_command_prints_a_link_that_works(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("signinlink", "first@duelpost.example", "--operator")
    assert client.post(path_of(capsys.readouterr().out.strip())).status_code == 302
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_command_refuses_an_unknown_address() -> None:
    with pytest.raises(CommandError, match="Nobody here"):
        call_command("signinlink", "nobody@duelpost.example")
