import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import SignInRequest, User
from accounts.services.sign_in import (
    GUESSES_PER_ADDRESS,
    GUESSES_PER_LETTER,
    LETTERS_PER_ADDRESS,
    ask_for_sign_in,
)
from accounts.tasks import clean_up
from accounts.tokens import sign_in_url
from mail.models import Letter
from tests.accounts.conftest import newest_code, path_of, send_all, signed_in

pytestmark = pytest.mark.django_db


def ask(client: Client, address: str, **fields: str) -> str:
    """Ask for a letter and return the path of the page on which its code is typed."""
    answer = client.post(reverse("accounts:sign-in"), {"address": address, **fields})
    assert answer.status_code == 302
    return str(answer["Location"])


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
    assert client.post(path, {"name": "", "time_zone": "Europe/Rome"}).status_code == 200
    assert not User.objects.filter(email="new@duelpost.example").exists()
    nina = {"name": "Nina", "time_zone": "Europe/Rome"}
    assert client.post(path, nina).status_code == 302
    person = User.objects.get(email="new@duelpost.example")
    assert (person.name, person.time_zone) == ("Nina", "Europe/Rome")
    assert Client().post(path, nina).status_code == 410


def test_the_code_signs_in_on_the_page_where_it_was_asked_for(client: Client, ada: User) -> None:
    page = ask(client, ada.email)
    assert client.get(page).status_code == 200
    assert not signed_in(client)
    typed = newest_code().lower().replace("-", " ")
    assert client.post(page, {"code": typed}).status_code == 302
    assert signed_in(client)
    again = Client()
    assert again.post(page, {"code": typed}).status_code == 200
    assert not signed_in(again)


def test_the_code_is_dead_after_its_time(client: Client, ada: User) -> None:
    page = ask(client, ada.email)
    code = newest_code()
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        client.post(page, {"code": code})
    assert not signed_in(client)


def test_the_letter_brings_code_and_link_and_neither_is_stored(client: Client, ada: User) -> None:
    ask(client, ada.email)
    send_all()
    (letter,) = mail.outbox
    code = newest_code()
    text = str(letter.body)
    assert code in text
    assert "/in/" in text
    for stored in (SignInRequest.objects.values().get(), Letter.objects.values().get()):
        assert not any(code in str(value) or "/in/" in str(value) for value in stored.values())


def test_link_and_code_are_one_sign_in(client: Client, ada: User) -> None:
    page = ask(client, ada.email)
    send_all()
    link = next(line for line in str(mail.outbox[0].body).splitlines() if "/in/" in line)
    client.post(path_of(link))
    assert signed_in(client)
    other = Client()
    other.post(page, {"code": newest_code()})
    assert not signed_in(other)


def test_guesses_are_limited(client: Client, ada: User) -> None:
    page = ask(client, ada.email)
    for _ in range(GUESSES_PER_LETTER):
        assert client.post(page, {"code": "BBBB-BBBB"}).status_code == 200
    client.post(page, {"code": newest_code()})
    assert not signed_in(client)


def test_guesses_are_limited_over_all_letters_to_an_address(client: Client, ada: User) -> None:
    wrong, most = 0, GUESSES_PER_ADDRESS[0]
    while wrong < most:
        sign_in_url(ada.email)
        page = reverse(
            "accounts:sign-in-code", args=[SignInRequest.objects.latest("created_at").pk]
        )
        for _ in range(GUESSES_PER_LETTER - 1):
            client.post(page, {"code": "BBBB-BBBB"})
            wrong += 1
    client.post(page, {"code": newest_code()})
    assert not signed_in(client)


def test_a_newcomer_with_the_code_is_asked_for_a_name(client: Client) -> None:
    page = ask(client, "nina@duelpost.example")
    answer = client.post(page, {"code": newest_code()})
    assert answer["Location"].startswith("/in/")
    client.post(answer["Location"], {"name": "Nina", "time_zone": "Asia/Tokyo"})
    assert User.objects.get(email="nina@duelpost.example").time_zone == "Asia/Tokyo"
    assert signed_in(client)


def test_the_answer_is_the_same_whether_the_address_is_known_or_not(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.SIGN_UP = "closed"
    seen = []
    for address in (ada.email, "stranger@duelpost.example"):
        with CaptureQueriesContext(connection) as asking:
            page = ask(client, address)
        with CaptureQueriesContext(connection) as guessing:
            wrong = client.post(page, {"code": "BBBB-BBBB"})
        body = wrong.content.decode().replace(page, "")
        seen.append((_shape(asking), _shape(guessing), wrong.status_code, _without_tokens(body)))
    assert seen[0] == seen[1]
    send_all()
    assert [letter.to for letter in mail.outbox] == [[ada.email]]
    client.post(page, {"code": newest_code()})
    assert not signed_in(client)


def _shape(queries: CaptureQueriesContext) -> list[str]:
    return [
        " ".join(word for word in query["sql"].split()[:3] if not word.startswith('"s'))
        for query in queries.captured_queries
    ]


def _without_tokens(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


def test_an_address_gets_three_letters_and_then_a_pause(client: Client, ada: User) -> None:
    for _ in range(5):
        ask(client, ada.email)
    assert Letter.objects.count() == 3


def test_an_address_gets_twenty_letters_a_day_and_then_one_that_lasts(
    client: Client, ada: User
) -> None:
    begin = timezone.now()
    for number in range(24):
        with time_machine.travel(begin + timedelta(minutes=16 * number)):
            ask(client, ada.email)
    assert Letter.objects.count() == 21
    last = SignInRequest.objects.filter(letter_sent=True).latest("created_at")
    assert last.expires_at - last.created_at > timedelta(hours=5)


def test_no_link_rests_in_the_outbox(client: Client, ada: User) -> None:
    ask(client, ada.email)
    letter = Letter.objects.get()
    assert set(letter.data) == {"request"}


def test_a_letter_that_comes_too_late_is_not_sent(client: Client, ada: User) -> None:
    ask(client, ada.email)
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        send_all()
    assert mail.outbox == []


def test_a_network_gets_twenty_letters_an_hour(client: Client) -> None:
    for number in range(22):
        ask(client, f"somebody{number}@duelpost.example")
    assert Letter.objects.count() == 20


def test_requests_that_are_over_are_deleted(ada: User) -> None:
    sign_in_url(ada.email)
    clean_up()
    assert SignInRequest.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        clean_up()
    assert not SignInRequest.objects.exists()


def test_the_admin_is_entered_through_the_same_sign_in(client: Client, olga: User) -> None:
    admin = reverse("admin:index")
    answer = client.get(admin, follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("accounts:sign-in"))
    page = ask(client, olga.email, next=admin)
    assert client.post(page, {"code": newest_code()})["Location"] == admin
    assert client.get(admin).status_code == 200


def test_a_player_is_told_that_the_admin_is_not_for_them(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_a_sign_in_never_leads_to_a_foreign_site(client: Client, ada: User, target: str) -> None:
    page = ask(client, ada.email, next=target)
    assert client.post(page, {"code": newest_code()})["Location"] == reverse("duel:home")


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


def test_tags_of_one_mailbox_count_as_one_address(db: None) -> None:
    most, _ = LETTERS_PER_ADDRESS
    for number in range(most + 2):
        address = f"nina+{number}@elsewhere.example"
        ask_for_sign_in(address=address, network="192.0.2.1", language="en")
    send_all()
    sent = Letter.objects.filter(kind="sign-in", status=Letter.Status.SENT)
    assert sent.count() == most
