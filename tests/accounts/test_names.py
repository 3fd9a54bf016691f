"""Names that are addresses of websites are refused, and those from before lose the address."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.names import refuse_address, without_addresses
from accounts.tokens import sign_in_url

ADDRESSES = [
    "www.casino.example",
    "casino.example",
    "Win at CASINO.com today",
    "visit http://casino",
    "https://t.co/x",
    "//casino/win",
    "t.co",
    "casino . com",
    "casino .com/win",
    "casino dot com",
    "casino (.) com",
    "casino[.]net",
    "www . casino . win",
    "casino．com",
    "ｃａｓｉｎｏ。ｃｏｍ",
    "casino.\u200dcom",
    "cas\u00adino.com",
    "кафе.рф",
    "192.0.2.1/win",
    "ada@casino.example",
    "Ada (casino.shop)",
]
NAMES = [
    "Ada",
    "J.R.R. Tolkien",
    "Dr. No",
    "St. John",
    "T.Rex",
    "Ada 2.0",
    "Ada jr.",
    "Mary-Jane O'Neill",
    "Zoë :)",
    "李小龍",
    "Ada · Bruno",
    "Ada @ home",
    "1.2.3",
    "A/B",
]


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_of_a_website_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError, match="address of a website"):
        refuse_address(name)
    for part in ("casino", "t.co", "192", "рф", "ｃａｓｉｎｏ"):
        assert part not in without_addresses(name).lower()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_with_dots_and_signs_is_one(name: str) -> None:
    refuse_address(name)
    assert without_addresses(name) == name


def test_a_name_from_before_is_shown_without_its_address() -> None:
    assert str(User(name="Eve casino.example")) == "Eve"
    assert str(User(name="casino.example")) == "a player without a name"


@pytest.mark.django_db
def test_a_newcomer_is_told_that_an_address_is_no_name(client: Client) -> None:
    url = sign_in_url("eve@elsewhere.example")
    answer = client.post(url, {"name": "casino．com", "time_zone": "UTC"})
    assert answer.status_code == 200
    assert "A name cannot be the address of a website." in answer.content.decode()
    assert not User.objects.filter(email="eve@elsewhere.example").exists()


@pytest.mark.django_db
def test_nobody_becomes_an_address_later(client: Client, eve: User, settings: Any) -> None:
    client.force_login(eve)
    page = client.get("/me/")
    data = {
        field.html_name: field.value()
        for field in page.context["form"]
        if field.value() is not None
    }
    answer = client.post("/me/", data | {"name": "visit casino dot com"})
    assert "A name cannot be the address of a website." in answer.content.decode()
    assert User.objects.get(pk=eve.pk).name == eve.name
