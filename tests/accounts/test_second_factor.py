"""The second factor of operators: codes of an app, recovery codes, and the way back."""

import re
from base64 import b32encode
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
import segno
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pyotp.totp import TOTP

from accounts.letters import second_factor_letter
from accounts.models import RecoveryCode, SecondFactor, User
from accounts.second_factor import STEP, counter_of, otpauth_url, qr_code, secret_words
from accounts.services.authority import ActRefused
from accounts.services.second_factor import (
    RECOVERY_CODES,
    TooManyGuesses,
    WrongCode,
    begin_setup,
    confirm_setup,
    give_up,
    renew_recovery_codes,
    reset_second_factor,
    show,
)
from mail.models import Letter
from tests.browser.test_lobby import sign_in
from tests.duel.tables import at_once

pytestmark = pytest.mark.django_db
ASK, SET_UP = "/second-factor/", "/second-factor/setup/"
RFC_SECRET = b"12345678901234567890"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def code_at(secret: bytes, counter: int) -> str:
    """The code for the counter-th half minute since 1970."""
    return TOTP(b32encode(secret).decode(), interval=STEP).generate_otp(counter)


def code_now(person: User, *, later: int = 0) -> str:
    factor = SecondFactor.objects.get(user=person)
    return code_at(bytes(factor.secret), int(timezone.now().timestamp()) // STEP + later)


def set_up(person: User) -> list[str]:
    """The recovery codes of a person whose second factor is in force, and not used yet."""
    begin_setup(person=person)
    codes = confirm_setup(person=person, code=code_now(person))
    SecondFactor.objects.update(last_counter=0)
    return codes


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(moment: int, code: str) -> None:
    assert code_at(RFC_SECRET, moment // STEP) == code
    assert counter_of(RFC_SECRET, code, now=moment) == moment // STEP


def test_a_code_is_good_for_a_step_before_and_after() -> None:
    code = code_at(RFC_SECRET, 1000)
    good = [counter_of(RFC_SECRET, code, now=step * STEP) for step in range(997, 1004)]
    assert good == [None, None, 1000, 1000, 1000, None, None]


def test_apps_can_read_the_secret() -> None:
    assert secret_words(RFC_SECRET) == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"
    url = otpauth_url(RFC_SECRET, issuer="Duel & Post", account="olga@duelpost.example")
    assert url == (
        "otpauth://totp/Duel%20%26%20Post:olga%40duelpost.example"
        "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Duel%20%26%20Post"
    )


def test_the_admin_opens_without_one_unless_it_is_required(
    client: Client, olga: User, settings: Any
) -> None:
    client.force_login(olga)
    assert client.get("/admin/").status_code == 200
    settings.SECOND_FACTOR_REQUIRED = True
    refused = client.get("/admin/", follow=True)
    assert refused.redirect_chain[-1] == (SET_UP, 302)
    assert "Operators need a second factor here" in refused.content.decode()


def test_a_qr_code_says_what_the_link_says() -> None:
    url = otpauth_url(RFC_SECRET, issuer="Duelpost", account="olga@duelpost.example")
    drawn = qr_code(url)
    dark = {(int(down), int(across)) for across, down in re.findall(r"M(\d+) (\d+)h", drawn.path)}
    cells = range(drawn.side)
    painted = [[(down, across) in dark for across in cells] for down in cells]
    expected = segno.make(url, micro=False).matrix_iter(border=4)
    assert painted == [[bool(cell) for cell in row] for row in expected]


def test_the_page_shows_the_key_as_a_picture_and_as_text(client: Client, olga: User) -> None:
    client.force_login(olga)
    client.post(SET_UP, {"act": "begin"})
    answer = client.get(SET_UP)
    secret = bytes(SecondFactor.objects.get(user=olga).secret)
    page = answer.content.decode()
    url = otpauth_url(secret, issuer=settings.SITE_NAME, account=olga.email)
    assert qr_code(url).path in page
    assert secret_words(secret) in page
    assert "no-store" in answer["Cache-Control"]


def test_one_that_was_only_begun_keeps_nobody_out(client: Client, olga: User) -> None:
    begin_setup(person=olga)
    client.force_login(olga)
    assert client.get("/admin/").status_code == 200


def test_who_has_one_is_asked_for_it_on_every_page_of_the_admin(client: Client, olga: User) -> None:
    set_up(olga)
    client.force_login(olga)
    for path in ("/admin/", "/admin/mail/letter/", "/admin/jsi18n/"):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1][0].startswith(ASK), path
    posted = client.post(ASK, {"code": code_now(olga), "next": "/admin/mail/letter/"})
    assert posted["Location"] == "/admin/mail/letter/"
    assert client.get("/admin/mail/letter/").status_code == 200


def test_another_browser_is_asked_again_and_this_one_after_half_a_day(
    client: Client, olga: User, time_machine: Any
) -> None:
    time_machine.move_to(timezone.now())
    set_up(olga)
    client.force_login(olga)
    client.post(ASK, {"code": code_now(olga)})
    other = Client()
    other.force_login(olga)
    assert other.get("/admin/").status_code == 302
    time_machine.shift(11 * 3600)
    assert client.get("/admin/").status_code == 200
    time_machine.shift(2 * 3600)
    assert client.get("/admin/").status_code == 302


def test_a_mark_of_a_factor_that_is_gone_opens_nothing(client: Client, olga: User) -> None:
    set_up(olga)
    client.force_login(olga)
    client.post(ASK, {"code": code_now(olga)})
    assert client.get("/admin/").status_code == 200
    SecondFactor.objects.all().delete()
    set_up(olga)
    assert client.get("/admin/").status_code == 302


def test_the_session_has_another_key_afterwards(client: Client, olga: User) -> None:
    set_up(olga)
    client.force_login(olga)
    before = client.session.session_key
    client.post(ASK, {"code": code_now(olga)})
    assert client.session.session_key != before


def test_it_leads_to_no_other_site(client: Client, olga: User) -> None:
    set_up(olga)
    client.force_login(olga)
    answer = client.post(ASK, {"code": code_now(olga), "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/admin/"


def test_no_code_is_taken_twice(olga: User) -> None:
    set_up(olga)
    code = code_now(olga)
    show(person=olga, code=f"{code[:3]} {code[3:]}")
    with pytest.raises(WrongCode):
        show(person=olga, code=code)
    with pytest.raises(WrongCode):
        show(person=olga, code=code_now(olga, later=-1))


@pytest.mark.django_db(transaction=True)
def test_of_two_browsers_with_the_same_code_one_gets_in(olga: User) -> None:
    set_up(olga)
    code = code_now(olga)
    results = at_once([lambda: show(person=olga, code=code)] * 2)
    assert sorted(type(result).__name__ for result in results) == ["SecondFactor", "WrongCode"]


def test_a_recovery_code_is_good_once_and_only_for_its_owner(olga: User, ada: User) -> None:
    codes = set_up(olga)
    set_up(ada)
    assert len(set(codes)) == RECOVERY_CODES
    with pytest.raises(WrongCode):
        show(person=ada, code=codes[0])
    show(person=olga, code=codes[0].lower().replace("-", " "))
    with pytest.raises(WrongCode):
        show(person=olga, code=codes[0])
    assert RecoveryCode.objects.filter(user=olga).count() == RECOVERY_CODES - 1


def test_recovery_codes_are_kept_as_hashes_alone(olga: User) -> None:
    codes = set_up(olga)
    kept = str(list(RecoveryCode.objects.values())).lower()
    assert kept.count("digest") == len(codes)
    for code in codes:
        assert code.lower() not in kept
        assert code.lower().replace("-", "") not in kept


def test_new_recovery_codes_end_the_old_ones(olga: User) -> None:
    old = set_up(olga)
    new = renew_recovery_codes(person=olga, code=code_now(olga))
    with pytest.raises(WrongCode):
        show(person=olga, code=old[0])
    show(person=olga, code=new[0])


def test_codes_cannot_be_guessed(client: Client, olga: User) -> None:
    set_up(olga)
    cache.clear()
    client.force_login(olga)
    for _ in range(5):
        page = client.post(ASK, {"code": "000000"})
        assert "not the current one" in page.content.decode()
    page = client.post(ASK, {"code": code_now(olga)})
    assert "Too many codes were tried" in page.content.decode()
    assert client.get("/admin/").status_code == 302
    with pytest.raises(TooManyGuesses):
        show(person=olga, code=code_now(olga))


def test_nobody_but_its_owner_takes_it_away_or_sees_its_secret(client: Client, olga: User) -> None:
    set_up(olga)
    client.force_login(olga)
    refused = client.get(SET_UP)
    assert refused.status_code == 302
    assert client.post(SET_UP, {"act": "remove", "code": "000000"}).status_code == 302
    client.post(ASK, {"code": code_now(olga)})
    page = client.get(SET_UP).content.decode()
    secret = bytes(SecondFactor.objects.get().secret)
    assert secret_words(secret) not in page
    assert secret_words(secret).replace(" ", "") not in page
    client.post(SET_UP, {"act": "remove", "code": "000000"})
    assert SecondFactor.objects.exists()


def test_one_can_do_without_it_again(olga: User) -> None:
    set_up(olga)
    give_up(person=olga, code=code_now(olga))
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_players_have_no_use_for_it(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(SET_UP).status_code == 403
    assert client.post(SET_UP, {"act": "begin"}).status_code == 403
    assert not SecondFactor.objects.exists()
    assert Client().get(SET_UP)["Location"].startswith("/sign-in/")


def test_a_wrong_code_switches_nothing_on(client: Client, olga: User) -> None:
    client.force_login(olga)
    client.post(SET_UP, {"act": "begin"})
    page = client.post(SET_UP, {"act": "confirm", "code": "12"}).content.decode()
    assert "not the current one" in page
    assert SecondFactor.objects.get().confirmed_at is None
    assert not RecoveryCode.objects.exists()


def test_another_operator_can_take_it_away_and_that_is_written_down(olga: User) -> None:
    person = User.objects.create_user("omar@duelpost.example", name="Omar", is_staff=True)
    set_up(person)
    with pytest.raises(ActRefused):
        reset_second_factor(operator=olga, person=person, reason=" ")
    with pytest.raises(ActRefused):
        reset_second_factor(operator=person, person=person, reason="lost")
    with pytest.raises(PermissionDenied):
        reset_second_factor(operator=person, person=olga, reason="lost")
    reset_second_factor(operator=olga, person=person, reason="lost his phone")
    assert not SecondFactor.objects.exists()
    row = LogEntry.objects.get()
    assert row.change_message == "took the second factor away: lost his phone"
    with pytest.raises(ActRefused, match="no second factor"):
        reset_second_factor(operator=olga, person=person, reason="again")


def test_the_page_of_a_person_offers_to_take_it_away(client: Client, olga: User) -> None:
    person = User.objects.create_user("omar@duelpost.example", name="Omar", is_staff=True)
    client.force_login(olga)
    page, act = f"/admin/accounts/user/{person.pk}/", "act/second-factor/"
    assert act not in client.get(f"{page}change/").content.decode()
    set_up(person)
    assert act in client.get(f"{page}change/").content.decode()
    assert "recovery codes are worth nothing" in client.get(page + act).content.decode()
    assert SecondFactor.objects.exists()
    client.post(page + act, {"reason": "lost his phone"})
    assert not SecondFactor.objects.exists()


def test_the_command_takes_it_away(olga: User) -> None:
    set_up(olga)
    out = StringIO()
    call_command("resetsecondfactor", "Olga@duelpost.example", stdout=out)
    assert "without a second factor" in out.getvalue()
    assert not SecondFactor.objects.exists()
    for address in ("olga@duelpost.example", "nobody@duelpost.example"):
        with pytest.raises(CommandError):
            call_command("resetsecondfactor", address)


def test_its_owner_hears_of_every_change(olga: User) -> None:
    set_up(olga)
    give_up(person=olga, code=code_now(olga))
    told = [row.data["what"] for row in Letter.objects.filter(to=olga.email).order_by("pk")]
    assert told == ["set", "gone"]
    for what, words in (("set", "is in force"), ("gone", "was taken away")):
        draft = second_factor_letter({"person": olga.pk, "what": what})
        assert draft is not None
        assert words in draft.subject


@pytest.mark.django_db(transaction=True)
def test_setting_it_up_and_using_it_in_a_browser(
    page: Page, olga: User, assert_accessible: Callable[[], None]
) -> None:
    sign_in(page, olga)
    page.goto("/admin/")
    page.get_by_role("link", name="Second factor").click()
    assert_accessible()
    page.get_by_role("button", name="Begin").click()
    assert_accessible()
    picture = page.get_by_role("img", name="The key as a picture").bounding_box()
    assert picture is not None
    assert 150 < picture["width"] == picture["height"]
    page.get_by_label("Code").fill(code_now(olga))
    page.get_by_role("button", name="Switch it on").click()
    expect(page.locator("li code")).to_have_count(RECOVERY_CODES)
    codes = page.locator("li code").all_inner_texts()
    assert_accessible()
    sign_in(page, olga)  # a session of its own
    page.goto("/admin/mail/letter/")
    assert_accessible()
    page.get_by_label("Code").fill(codes[3])
    page.get_by_role("button", name="Go on").click()
    expect(page).to_have_url(re.compile("/admin/mail/letter/$"))
    page.wait_for_load_state()  # so that whatever its scripts complain of is heard


def test_a_secret_that_was_shown_and_never_confirmed_is_made_anew(olga: User) -> None:
    seen = bytes(begin_setup(person=olga).secret)
    assert bytes(begin_setup(person=olga).secret) != seen
    assert SecondFactor.objects.filter(user=olga).count() == 1
