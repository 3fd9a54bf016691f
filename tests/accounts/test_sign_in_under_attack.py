"""Strangers who ask for sign-in letters, guess codes or lead astray: the owner still gets in."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from accounts.codes import code_of
from accounts.models import SignInRequest, User
from accounts.services.addresses import ask_to_confirm
from accounts.services.sign_in import (
    LASTING,
    LETTERS_PER_ADDRESS_AND_DAY,
    LETTERS_PER_NETWORK,
    ask_for_sign_in,
    open_letters,
)
from accounts.services.support import send_sign_in_letter
from accounts.tokens import sign_in_url, sign_in_url_of
from mail.models import Letter
from tests.accounts.conftest import path_of, send_all, signed_in

pytestmark = pytest.mark.django_db

HOME = "192.0.2.1"


@pytest.fixture(autouse=True)
def no_front(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = []


def strangers_ask(address: str, times: int) -> None:
    """Ask for letters to this address, from many networks."""
    for number in range(times):
        ask_for_sign_in(
            address=address, network=f"198.51.100.{number % 250}", language="en", target=""
        )


def ask(client: Client, address: str, network: str = HOME) -> str:
    """Ask for a letter and return the path of the page on which its code is typed."""
    answer = client.post(reverse("accounts:sign-in"), {"address": address}, REMOTE_ADDR=network)
    assert answer.status_code == 302
    return str(answer["Location"])


def newest_letter(address: str) -> SignInRequest:
    """Return what the letter stands for that its owner reads last."""
    send_all()
    sent = Letter.objects.filter(to=address, kind="sign-in", status=Letter.Status.SENT)
    return SignInRequest.objects.get(pk=sent.latest("pk").data["request"])


def test_strangers_who_ask_all_day_do_not_keep_the_owner_out(client: Client, ada: User) -> None:
    now = timezone.now()
    for hour in range(24):
        with time_machine.travel(now + timedelta(hours=hour), tick=False):
            strangers_ask(ada.email, 10)
    with time_machine.travel(now + timedelta(hours=23, minutes=30), tick=False):
        page = ask(client, ada.email)
        client.post(page, {"code": code_of(newest_letter(ada.email))})
    assert signed_in(client)


def test_an_operator_is_not_kept_out_either(client: Client, olga: User) -> None:
    strangers_ask(olga.email, 200)
    page = ask(client, olga.email)
    client.post(page, {"code": code_of(newest_letter(olga.email))})
    assert signed_in(client)


def test_after_a_sign_in_the_next_letter_comes_under_attack_too(client: Client, ada: User) -> None:
    strangers_ask(ada.email, 200)
    client.post(ask(client, ada.email), {"code": code_of(newest_letter(ada.email))})
    elsewhere = Client()
    page = ask(elsewhere, ada.email, network="203.0.113.7")
    elsewhere.post(page, {"code": code_of(newest_letter(ada.email))})
    assert signed_in(elsewhere)


def test_the_link_of_a_letter_stays_good_when_strangers_ask_again(
    client: Client, ada: User
) -> None:
    path = path_of(sign_in_url(ada.email))
    strangers_ask(ada.email, 200)
    assert client.post(path).status_code == 302
    assert signed_in(client)


def test_a_network_where_the_owner_signed_in_before_gets_new_letters(
    client: Client, ada: User
) -> None:
    client.post(path_of(sign_in_url(ada.email)), REMOTE_ADDR=HOME)
    strangers_ask(ada.email, 200)
    for _ in range(LETTERS_PER_NETWORK[0] + 1):  # a neighbour behind the same address
        ask_for_sign_in(address="eve@duelpost.example", network=HOME, language="en")
    send_all()
    before = open_letters(ada.email).count()
    ask(Client(), ada.email, network=HOME)
    assert open_letters(ada.email).count() == before + 1


def test_strangers_who_guess_do_not_keep_the_owners_code_out(client: Client, ada: User) -> None:
    page = ask(client, ada.email)
    for number in range(20):
        stranger = Client(REMOTE_ADDR=f"198.51.100.{number}")
        their_page = ask(stranger, ada.email, network=f"198.51.100.{number}")
        for _ in range(5):
            stranger.post(their_page, {"code": "BBBB-BBBB"})
    client.post(page, {"code": code_of(newest_letter(ada.email))}, REMOTE_ADDR=HOME)
    assert signed_in(client)


def test_an_operator_can_have_a_letter_sent_under_attack(ada: User, olga: User) -> None:
    strangers_ask(ada.email, 200)
    before = open_letters(ada.email).count()
    send_sign_in_letter(operator=olga, person=ada, reason="She writes that she cannot get in.")
    assert open_letters(ada.email).count() == before + 1


def test_somebody_without_an_account_gets_no_letters_beyond_the_limits() -> None:
    for number in range(60):
        ask_for_sign_in(
            address=f"nina+{number}@elsewhere.example",
            network=f"198.51.100.{number}",
            language="en",
        )
    send_all()
    assert Letter.objects.filter(status=Letter.Status.SENT).count() == 3


asked_at = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9)), min_size=30, max_size=80)


@pytest.mark.only_on("sqlite")
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=asked_at)
def test_whenever_the_owner_asks_a_letter_is_open_and_few_are_sent(
    steps: list[tuple[int, int]], ada: User
) -> None:
    cache.clear()
    SignInRequest.objects.all().delete()
    moment = timezone.now()
    sent: list[datetime] = []
    for minutes, network in steps:
        moment += timedelta(minutes=minutes)
        with time_machine.travel(moment, tick=False):
            pk = ask_for_sign_in(address=ada.email, network=f"198.51.100.{network}", language="en")
            if SignInRequest.objects.filter(pk=pk, letter_sent=True).exists():
                sent.append(moment)
    with time_machine.travel(moment, tick=False):
        ask_for_sign_in(address=ada.email, network=HOME, language="en")
        assert open_letters(ada.email).exists()
    rare = timedelta(hours=24) / LASTING
    for moment in sent:
        within_a_day = [at for at in sent if moment <= at < moment + timedelta(hours=24)]
        assert len(within_a_day) <= 2 * LETTERS_PER_ADDRESS_AND_DAY[0] + rare


ASTRAY = [
    "foo",
    "foo.bar",
    "./foo",
    "//evil.example/",
    "/\\evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "/nowhere/at/all/",
    "/in/\0",
    "/games/\nSet-Cookie: a=b",
]


@pytest.mark.parametrize("target", ASTRAY)
def test_a_target_that_is_no_page_of_ours_burns_no_letter(
    client: Client, ada: User, target: str
) -> None:
    stranger = Client()
    stranger.post(reverse("accounts:sign-in"), {"address": ada.email, "next": target})
    request = newest_letter(ada.email)
    request.target = target.replace("\0", "")[:500]  # as rows from before this check hold it
    request.save(update_fields=["target"])
    answer = client.post(path_of(sign_in_url_of(request)))
    assert (answer.status_code, answer["Location"]) == (302, reverse("duel:home"))
    assert signed_in(client)


def test_a_page_of_ours_is_where_signing_in_leads(client: Client, ada: User) -> None:
    target = reverse("accounts:preferences") + "?a=b"
    client.post(reverse("accounts:sign-in"), {"address": ada.email, "next": target})
    answer = client.post(path_of(sign_in_url_of(newest_letter(ada.email))))
    assert answer["Location"] == target


def test_strangers_do_not_use_up_the_confirmations_of_ones_own_address(
    ada: User, bruno: User, eve: User
) -> None:
    for stranger in (bruno, eve):
        for _ in range(5):
            ask_to_confirm(person=stranger, address=ada.email)
    before = Letter.objects.filter(kind="confirm-address").count()
    ask_to_confirm(person=ada, address=ada.email)
    assert Letter.objects.filter(kind="confirm-address").count() == before + 1
