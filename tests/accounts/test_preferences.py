from collections.abc import Iterator
from datetime import time
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from accounts.local_time import zones as time_zones
from accounts.local_time.zones import time_zone_choices
from accounts.models import User, check_time_zone
from accounts.services.preferences import revoke_links
from accounts.signals import links_revoked
from accounts.tokens import preferences_url
from mail.mutes import mute, mutes_of
from mail.reports.suppression import suppress
from tests.accounts.conftest import path_of

PREFERENCES = "/me/"
WISHES = {
    "act": "save",
    "name": "Ada L.",
    "language": "fr",
    "time_zone": "Europe/Paris",
    "letters": "digest",
    "digest_at": "07:30",
    "reminder_percent": "90",
    "numbers_only": "on",
    "quiet_from": "22:00",
    "quiet_to": "07:00",
}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def check_wishes(person: User) -> None:
    person.refresh_from_db()
    assert (person.name, person.language, person.time_zone) == ("Ada L.", "fr", "Europe/Paris")
    assert (person.letters, person.digest_at) == ("digest", time(7, 30))
    assert (person.reminder_percent, person.numbers_only) == (90, True)
    assert (person.quiet_from, person.quiet_to) == (time(22), time(7))


def test_preferences_are_changed_when_signed_in(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get(PREFERENCES).status_code == 200
    answer = client.post(PREFERENCES, WISHES)
    check_wishes(ada)
    assert '<html lang="fr">' in answer.content.decode()


def test_the_link_in_a_letter_changes_how_letters_look(ada: User) -> None:
    stranger = Client(enforce_csrf_checks=True)
    path = path_of(preferences_url(ada))
    for _ in range(3):
        assert stranger.get(path).status_code == 200
        assert stranger.head(path).status_code == 200
    answer = stranger.post(path, WISHES)
    ada.refresh_from_db()
    assert (ada.language, ada.numbers_only) == ("fr", True)
    assert not stranger.cookies
    assert "no-store" in answer["Cache-Control"]


def test_signed_in_it_takes_a_form_of_ours(ada: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    assert browser.post(PREFERENCES, WISHES).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"language": "de"},
        {"time_zone": "Europe/Atlantis"},
        {"reminder_percent": "99"},
        {"quiet_to": "12:00"},
        {"quiet_to": ""},
        {"letters": "never"},
    ],
)
def test_an_impossible_wish_changes_nothing(
    client: Client, ada: User, wrong: dict[str, str]
) -> None:
    client.force_login(ada)
    page = client.post(PREFERENCES, WISHES | wrong).content.decode()
    ada.refresh_from_db()
    assert (ada.name, ada.language) == ("Ada", "en")
    assert 'role="alert"' in page


def test_reminders_can_be_switched_off(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post(PREFERENCES, WISHES | {"reminder_percent": ""})
    ada.refresh_from_db()
    assert ada.reminder_percent is None


def test_revoking_kills_all_former_links_and_tells_the_other_rooms(ada: User) -> None:
    told = []

    def listen(person: User, **kwargs: Any) -> None:
        told.append(person.link_epoch)

    links_revoked.connect(listen)
    old = path_of(preferences_url(ada))
    answer = Client().post(old, {"act": "revoke"})
    assert "links in letters so far are dead" in answer.content.decode()
    assert "<form" not in answer.content.decode()
    links_revoked.disconnect(listen)
    assert told == [1]
    assert Client().get(old).status_code == 410
    assert Client().post(old, WISHES).status_code == 410
    ada.refresh_from_db()
    assert ada.name == "Ada"
    assert Client().get(path_of(preferences_url(ada))).status_code == 200


def test_two_people_who_revoke_at_once_are_not_mixed_up(ada: User, bruno: User) -> None:
    revoke_links(person=ada)
    assert Client().get(path_of(preferences_url(bruno))).status_code == 200


@pytest.mark.parametrize("token", ["x", "WzEsMF0:forged", "a:b"])
def test_a_forged_link_opens_nothing(client: Client, ada: User, token: str) -> None:
    assert client.get(f"/me/{token}").status_code == 410


def test_a_link_for_one_purpose_opens_nothing_else(client: Client, ada: User) -> None:
    token = preferences_url(ada).rsplit("/", 1)[1]
    for path in ("/in/", "/me/address/", "/me/unsubscribe/"):
        assert client.get(path + token).status_code in (404, 410)


def test_the_link_survives_a_change_of_keys(ada: User, settings: Settings) -> None:
    path = path_of(preferences_url(ada))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [settings.SECRET_KEY]
    assert Client().get(path).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(path).status_code == 410


def test_a_suspended_person_has_no_preferences(ada: User) -> None:
    User.objects.update(is_active=False)
    assert Client().get(path_of(preferences_url(ada))).status_code == 410


def test_the_link_shows_no_address_and_changes_none(ada: User) -> None:
    path = path_of(preferences_url(ada))
    assert ada.email not in Client().get(path).content.decode()
    answer = Client().post(path, {"act": "address", "new-address": "eve@elsewhere.example"})
    assert answer.status_code == 400


def test_what_is_muted_is_shown_until_it_is_taken_back(ada: User, bruno: User) -> None:
    wish = mute(address=ada.email, kind="sign-in", topic="matter:1")
    path = path_of(preferences_url(ada))
    assert "matter:1" in Client().get(path).content.decode()
    Client().post(path_of(preferences_url(bruno)), {"act": "unmute", "wish": str(wish.pk)})
    assert len(mutes_of(ada.email)) == 1
    page = Client().post(path, {"act": "unmute", "wish": str(wish.pk)}).content.decode()
    assert "matter:1" not in page
    assert mutes_of(ada.email) == []


def test_pages_are_in_the_persons_language_and_by_their_clock(client: Client, ada: User) -> None:
    client.force_login(ada)
    User.objects.update(language="it", time_zone="Asia/Tokyo")
    page = client.get(PREFERENCES, headers={"Accept-Language": "fr"})
    assert '<html lang="it">' in page.content.decode()
    assert page["Content-Language"] == "it"
    assert timezone.get_current_timezone_name() == django_settings.TIME_ZONE


@pytest.mark.parametrize("language", ["fr", "it"])
def test_nothing_on_the_page_is_left_in_english(client: Client, ada: User, language: str) -> None:
    client.force_login(ada)
    english = client.get(PREFERENCES).content.decode()
    User.objects.update(language=language)
    foreign = client.get(PREFERENCES).content.decode()
    for words in ("of the time is used", "all together, once a day", "No letters from", "Save"):
        assert words in english
        assert words not in foreign


def test_the_choice_at_the_foot_of_the_page_is_a_preference(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post(reverse("set_language"), {"language": "it", "next": "/"})
    ada.refresh_from_db()
    assert ada.language == "it"
    client.post(reverse("set_language"), {"language": "xx", "next": "/"})
    ada.refresh_from_db()
    assert ada.language == "it"


def test_a_stranger_chooses_a_language_for_the_browser(client: Client, db: None) -> None:
    client.post(reverse("set_language"), {"language": "fr", "next": "/"})
    assert '<html lang="fr">' in client.get("/").content.decode()


def test_who_gets_no_letters_is_told_on_every_page(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert "no longer write to you" not in client.get("/").content.decode()
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    assert "no longer write to you" in client.get("/").content.decode()
    assert "no longer write to you" not in Client().get("/").content.decode()


def test_each_place_is_offered_once_by_its_name_of_today() -> None:
    zones = {zone for _, group in time_zone_choices() for zone, _ in group}
    assert {"UTC", "Asia/Kolkata", "Europe/Amsterdam", "Australia/Lord_Howe"} <= zones
    old = {"Asia/Calcutta", "America/Argentina/ComodRivadavia", "Australia/LHI", "Asia/Saigon"}
    assert not zones & old


@pytest.mark.parametrize(("zone", "label"), [("Asia/Calcutta", "Calcutta"), ("EST5EDT", "EST5EDT")])
def test_an_old_name_of_a_time_zone_stays_chosen(
    client: Client, ada: User, zone: str, label: str
) -> None:
    User.objects.filter(pk=ada.pk).update(time_zone=zone)
    client.force_login(ada)
    page = client.get(PREFERENCES).content.decode()
    assert f'<option value="{zone}" selected>{label}</option>' in page
    client.post(PREFERENCES, WISHES | {"time_zone": zone})
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone) == ("Ada L.", zone)


def test_without_a_table_of_places_every_time_zone_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time_zones, "_table", lambda: "")
    assert "Asia/Calcutta" in time_zones._places.__wrapped__()


def test_every_time_zone_that_is_offered_is_one() -> None:
    zones = dict(pair for _, group in time_zone_choices() for pair in group)
    assert zones["America/New_York"] == "New York"
    assert zones["America/Indiana/Indianapolis"] == "Indianapolis (Indiana)"
    assert len(zones) > 400
    for zone in zones:
        check_time_zone(zone)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada\r\n\r\nYou have won", "Ada You have won"),
        ("Ada\u2028Martin\u0007", "Ada Martin"),
        ("Ａｄａ", "Ada"),
        ("❤\ufe0f Ada", "❤ Ada"),
        ("مـی\u200cرا", "مـی\u200cرا"),
    ],
)
def test_a_name_is_one_line_of_letters_that_can_be_seen(ada: User, typed: str, kept: str) -> None:
    """In letters as text, what follows a line break would pass for words of ours."""
    client = Client()
    client.force_login(ada)
    client.post(PREFERENCES, WISHES | {"name": typed})
    ada.refresh_from_db()
    assert ada.name == kept
    assert User.objects.create_user("new@duelpost.example", name=typed).name == kept


def test_how_replies_are_written_and_confirmed_is_chosen(client: Client, ada: User) -> None:
    assert (ada.answers_by_mail, ada.confirmations) == (False, "always")
    client.force_login(ada)
    client.post(PREFERENCES, {**WISHES, "answers_by_mail": "on", "confirmations": "needed"})
    ada.refresh_from_db()
    assert (ada.answers_by_mail, ada.confirmations) == (True, "needed")


def test_a_page_from_before_leaves_confirmations_as_they_are(client: Client, ada: User) -> None:
    User.objects.update(confirmations="needed")
    client.force_login(ada)
    client.post(PREFERENCES, WISHES)
    ada.refresh_from_db()
    assert (ada.name, ada.confirmations) == ("Ada L.", "needed")
