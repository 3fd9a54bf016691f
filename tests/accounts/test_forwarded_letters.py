"""What somebody can do who was forwarded a letter: nothing that does harm."""

import re
from datetime import time
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from accounts.forms import HARMLESS, PreferencesForm
from accounts.models import ApiToken, Session, SignInRequest, User
from accounts.services.api_tokens import create_token, find_token
from accounts.tokens import preferences_url, sign_in_url
from mail.models import Letter
from tests.accounts.conftest import path_of

PREFERENCES = "/me/"
HARMFUL: dict[str, tuple[str, Any]] = {
    "name": ("Bruno", "Bruno"),
    "time_zone": ("Asia/Tokyo", "Asia/Tokyo"),
    "letters": ("digest", "digest"),
    "digest_at": ("23:30", time(23, 30)),
    "reminder_percent": ("", None),
    "confirmations": ("needed", "needed"),
    "quiet_from": ("09:00", time(9)),
    "quiet_to": ("21:00", time(21)),
    "in_club": ("", False),
}
"""Each preference that a link must not change: what is posted, and what it would become."""
WANTED = {
    "act": "save",
    "language": "it",
    "numbers_only": "on",
    "answers_by_mail": "on",
    **{name: posted for name, (posted, _) in HARMFUL.items()},
}


def test_every_preference_is_harmless_or_wants_a_session(settings: Any) -> None:
    """A new field has to be thought of: what could somebody do with it who has your letter?"""
    settings.CLUB_PAGE = True
    assert PreferencesForm().fields.keys() == HARMLESS | HARMFUL.keys()


def test_a_link_changes_none_but_harmless_preferences(ada: User) -> None:
    before = {name: getattr(ada, name) for name in HARMFUL}
    page = Client().post(path_of(preferences_url(ada)), WANTED)
    assert page.status_code == 200
    ada.refresh_from_db()
    assert {name: getattr(ada, name) for name in HARMFUL} == before
    assert (ada.language, ada.numbers_only, ada.answers_by_mail) == ("it", True, True)


def test_signed_in_all_of_them_are_changed(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post(PREFERENCES, WANTED)
    ada.refresh_from_db()
    for name, (_, wanted) in HARMFUL.items():
        assert getattr(ada, name) == wanted, name


def test_the_page_of_a_link_shows_none_of_the_others(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(
        time_zone="Asia/Tokyo", quiet_from="22:15", quiet_to="7:00"
    )
    page = Client().get(path_of(preferences_url(ada))).content.decode()
    fields = set(re.findall(r'\bname="(\w+)"', page)) - {"viewport", "act", "robots"}
    assert fields <= HARMLESS | {"color", "theme"}, fields
    for secret in (ada.email, "Tokyo", "22:15"):
        assert secret not in page


@pytest.mark.parametrize("act", ["address", "remove-sender", "confirm", "nonsense"])
def test_a_link_does_nothing_about_addresses(ada: User, act: str) -> None:
    posted = {"act": act, "new-address": "eve@evil.example", "sender": "1"}
    assert Client().post(path_of(preferences_url(ada)), posted).status_code == 400
    assert not Letter.objects.exists()


def test_the_rest_is_a_letter_away(ada: User) -> None:
    page = Client().post(path_of(preferences_url(ada)), {"act": "sign-in"}).content.decode()
    assert "A letter is on its way" in page
    assert ada.email not in page
    [letter] = Letter.objects.all()
    assert (letter.kind, letter.to) == ("sign-in", ada.email)
    assert SignInRequest.objects.get().target == reverse("accounts:preferences")


def test_revoking_ends_what_links_have_opened(ada: User, bruno: User) -> None:
    thief, friend = Client(), Client()
    thief.force_login(ada)
    friend.force_login(bruno)
    token = create_token(person=ada, name="script")
    letter = path_of(sign_in_url(ada.email))
    calendar = User.objects.get(pk=ada.pk).calendar_epoch
    Client().post(path_of(preferences_url(ada)), {"act": "revoke"})
    assert thief.get(PREFERENCES).status_code == 302
    assert friend.get(PREFERENCES).status_code == 200
    assert find_token(token) is None
    assert ApiToken.objects.get().revoked_at is not None
    assert Client().post(letter).status_code == 410
    assert User.objects.get(pk=ada.pk).calendar_epoch == calendar + 1


def test_who_revokes_signed_in_stays_signed_in_here_alone(ada: User) -> None:
    here, elsewhere = Client(), Client()
    for browser in (here, elsewhere):
        browser.force_login(ada)
    here.post(PREFERENCES, {"act": "revoke"})
    assert SESSION_KEY in here.session
    assert here.get(PREFERENCES).status_code == 200
    assert elsewhere.get(PREFERENCES).status_code == 302
    assert Session.objects.filter(user=ada).count() == 1
