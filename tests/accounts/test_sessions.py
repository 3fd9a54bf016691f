from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Session, User
from accounts.requests import device_of
from accounts.tasks import clean_up
from accounts.tokens import sign_in_url
from tests.accounts.conftest import path_of, signed_in

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
BROWSERS = "/me/browsers/"


def browser_of(person: User, user_agent: str) -> Client:
    browser = Client(headers={"User-Agent": user_agent})
    browser.post(path_of(sign_in_url(person.email)))
    assert signed_in(browser)
    return browser


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (PHONE, "Firefox, Android"),
        (LAPTOP, "Chrome, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.5", ""),
        ("", ""),
    ],
)
def test_the_kind_of_device_is_known_roughly(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


def test_all_browsers_are_listed_and_no_key_is_shown(ada: User) -> None:
    phone, laptop = browser_of(ada, PHONE), browser_of(ada, LAPTOP)
    page = laptop.get(BROWSERS).content.decode()
    assert page.index("Chrome, Linux") < page.index("this browser") < page.index("Firefox, Android")
    for session in Session.objects.all():
        assert session.session_key not in page
    assert phone.get(BROWSERS).status_code == 200


def test_one_can_be_signed_out_from_another(ada: User) -> None:
    phone, laptop = browser_of(ada, PHONE), browser_of(ada, LAPTOP)
    public_id = Session.objects.get(device="Firefox, Android").public_id
    laptop.post(BROWSERS, {"browser": public_id})
    assert not signed_in(phone)
    assert signed_in(laptop)


def test_all_others_can_be_signed_out_at_once(ada: User, bruno: User) -> None:
    others = [browser_of(ada, PHONE) for _ in range(2)]
    brunos, laptop = browser_of(bruno, PHONE), browser_of(ada, LAPTOP)
    laptop.post(BROWSERS)
    assert [signed_in(browser) for browser in others] == [False, False]
    assert signed_in(brunos)
    assert signed_in(laptop)


def test_nobody_signs_out_somebody_else(ada: User, eve: User) -> None:
    adas, eves = browser_of(ada, PHONE), browser_of(eve, LAPTOP)
    public_id = Session.objects.get(user=ada).public_id
    eves.post(BROWSERS, {"browser": public_id})
    assert signed_in(adas)
    assert public_id not in eves.get(BROWSERS).content.decode()


def test_a_sign_of_life_is_noted_now_and_then(ada: User) -> None:
    phone = browser_of(ada, PHONE)
    later = timezone.now() + timedelta(hours=1)
    with time_machine.travel(later, tick=False):
        phone.get(reverse("duel:home"))
        assert Session.objects.get(user=ada).last_seen_at == later
    with time_machine.travel(later + timedelta(minutes=1)):
        phone.get(reverse("duel:home"))
    assert Session.objects.get(user=ada).last_seen_at == later


def test_the_list_is_for_people_who_are_signed_in(client: Client, db: None) -> None:
    assert client.get(BROWSERS)["Location"].startswith(reverse("accounts:sign-in"))


def test_sessions_that_are_over_are_deleted(ada: User) -> None:
    browser_of(ada, PHONE)
    clean_up()
    assert Session.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        clean_up()
    assert not Session.objects.exists()


def test_with_the_person_go_the_sessions(ada: User) -> None:
    phone = browser_of(ada, PHONE)
    ada.delete()
    assert not Session.objects.exists()
    assert phone.get(reverse("duel:home")).status_code == 200
