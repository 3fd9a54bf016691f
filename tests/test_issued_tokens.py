"""Every kind of link and code that was ever handed out, as it was issued: all stay good.

None of these may be edited. They were made by the code of their day, under `ISSUED_UNDER`.
"""

import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django.fixtures import Settings
from time_machine import TimeMachineFixture

from accounts.codes import code_of, is_code_of, request_of, token_of
from accounts.models import SignInRequest, User
from accounts.models.sign_in import Session
from accounts.tokens import (
    CONFIRM_ADDRESS,
    AddressChange,
    person_of_preferences,
    preferences_url,
)
from duel.errors import ForgedLink
from duel.record.links import Link, Purpose, link_token, prove_numbers, prove_text, read_link
from duel.web.account import calendar_url
from mail.models import Letter
from mail.mutes import read_unsubscribe_token, unsubscribe_url

ISSUED_UNDER = "the key under which these were issued"
MONDAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
ADDRESS = "ada@duelpost.example"
NEW_ADDRESS = "ada@elsewhere.example"

LINK = Link(game=123_456, seat=1, ply=140, number=180)
TEXT = "take a1 b1 c1"
LINKS = {
    Purpose.MOVE: "wMQHAYwBtAGMAeDsOkBQ0DYtWpo",
    Purpose.BOARD: "wMQHAYwBtAGvxZFxC1Q3tK50MNk",
    Purpose.PAYMENTS: "wMQHAYwBtAGDQh_rb5LhRDS5xXI",
    Purpose.MORE: "wMQHAYwBtAE1_6a9dMxua4PiQ2Q",
    Purpose.REMATCH: "wMQHAYwBtAF8Dxhepw4GKB2Zcr4",
    Purpose.TIME: "wMQHAYwBtAFXSi_sonqYs4fquJ4",
    Purpose.TROUBLE: "wMQHAYwBtAFqQTQRHHZ6BU30ft4",
    Purpose.TIMELINE: "wMQHAYwBtAHqdsWa_P6shxFRD5w",
    Purpose.INVITATION: "wMQHAYwBtAHZZy7lyTcO2hJrNcA",
    Purpose.LETTER: "wMQHAYwBtAFcjXHWCHg273hLfSY",
}
AFTER_A_RESTORE = "wMQHAYwBtAG8aX_JM5lb1msNSTM"
OF_ONE_PART = "wMQHAYwBtAF-QD-vuVAJrQab6sY"

SIGN_IN_CODE = "GTPV-7PNC"
SIGN_IN = "bxwbDj9dSjmcVQ2aPR4rcO-iUa3-3JTAcrf7475M"
SIGN_IN_REQUEST = uuid.UUID("6f1c1b0e-3f5d-4a39-9c55-0d9a3d1e2b70")
PREFERENCES = "ARFxs1LUDNVb7q6ww71UFKGSEg"
ADDRESS_REQUEST = "0123456789abcdef"
ADDRESS_CHANGE = "ASNFZ4mrze9q6FEQcL-hguX1E95yAQ8c"
CALENDAR = "WzcwMDAxLDRd:8thN4D_nDiAIOB_9SWSdwNEYSJDCPioBkwDLzbJNtXQ"
UNSUBSCRIBE = (
    "WyJhZGFAZHVlbHBvc3QuZXhhbXBsZSIsInlvdXItdHVybiIsImdhbWU6NyJd"
    ":ax0ZG1ymJrU0vV23C_XB1N0Ws-GvJkJPPZYOb_dFnH8"
)


@pytest.fixture(autouse=True, params=["the key of that day", "a later key"])
def _keys(request: pytest.FixtureRequest, settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = ISSUED_UNDER, []
    if request.param == "a later key":
        settings.SECRET_KEY = "another one, drawn since then"
        settings.SECRET_KEY_FALLBACKS = ["one between", ISSUED_UNDER]


@pytest.fixture
def _no_other_key(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = ISSUED_UNDER, []


@pytest.fixture
def reader(db: None) -> User:
    """Whose links they are."""
    return User.objects.create(pk=70_001, email=ADDRESS, name="Ada", link_epoch=3, calendar_epoch=4)


def proved(
    token: str, purpose: Purpose, *, epoch: int = 2, text: str = TEXT, old_until: int | None = None
) -> None:
    link = read_link(token)
    assert link is not None
    assert (link.game, link.seat, link.ply, link.number) == (123_456, 1, 140, 180)
    prove_numbers(purpose, link, epoch=epoch, old_until=old_until)
    prove_text(purpose, link, epoch=epoch, text=text)


@pytest.mark.parametrize("purpose", Purpose)
def test_links_of_games(purpose: Purpose) -> None:
    proved(LINKS[purpose], purpose)
    with pytest.raises(ForgedLink):
        proved(LINKS[purpose], purpose, text="take a1")


def test_links_of_games_after_a_restore() -> None:
    proved(AFTER_A_RESTORE, Purpose.MOVE, epoch=58_000_000, text="buy 12 é")


def test_links_of_games_whose_signature_has_one_part() -> None:
    proved(OF_ONE_PART, Purpose.MOVE, old_until=LINK.ply)


def test_links_and_codes_of_sign_in_letters() -> None:
    assert request_of(SIGN_IN) == SIGN_IN_REQUEST
    request = SignInRequest(pk=SIGN_IN_REQUEST, address=ADDRESS)
    assert is_code_of(request, SIGN_IN_CODE)
    assert not is_code_of(request, "GTPV-7PND")


def test_links_to_preferences(reader: User) -> None:
    assert person_of_preferences(PREFERENCES) == reader


def test_links_that_confirm_an_address(reader: User, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(MONDAY)
    Letter.objects.create(
        kind="confirm-address",
        key=CONFIRM_ADDRESS.key(ADDRESS_REQUEST),
        to=NEW_ADDRESS,
        message_id="<1@duelpost.example>",
        data={"person": reader.pk, "address": NEW_ADDRESS},
    )
    assert CONFIRM_ADDRESS.read(ADDRESS_CHANGE) == AddressChange(reader, NEW_ADDRESS)


def test_addresses_of_calendars(reader: User, client: Client) -> None:
    assert client.get(f"/calendar/{CALENDAR}.ics").status_code == 200


def test_links_that_unsubscribe() -> None:
    wish = read_unsubscribe_token(UNSUBSCRIBE)
    assert wish is not None
    assert (wish.address, wish.kind, wish.topic) == (ADDRESS, "your-turn", "game:7")


@pytest.mark.usefixtures("_no_other_key")
def test_what_is_issued_now_is_the_same(time_machine: TimeMachineFixture) -> None:
    """So that a release can be taken back, and two of them can run side by side."""
    time_machine.move_to(MONDAY, tick=False)
    person = User(pk=70_001, email=ADDRESS, link_epoch=3, calendar_epoch=4)
    request = SignInRequest(pk=SIGN_IN_REQUEST, address=ADDRESS)
    letter = Letter(to="Ada@duelpost.example", kind="your-turn", topic="game:7")
    for purpose, token in LINKS.items():
        assert link_token(purpose, LINK, epoch=2, text=TEXT) == token
    assert token_of(request) == SIGN_IN
    assert code_of(request) == SIGN_IN_CODE
    assert preferences_url(person).endswith(f"/{PREFERENCES}")
    change = CONFIRM_ADDRESS.url(person, NEW_ADDRESS, request=ADDRESS_REQUEST)
    assert change.endswith(f"/{ADDRESS_CHANGE}")
    assert calendar_url(person).endswith(f"/{CALENDAR}.ics")
    assert unsubscribe_url(letter).endswith(f"/{UNSUBSCRIBE}")
    assert Session(session_key="k3j9x0session").public_id == "d0a9f9d3153104c540b4"
