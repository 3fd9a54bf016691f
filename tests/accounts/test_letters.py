"""The letters about oneself, whole: three languages, the strict parser, no secrets."""

import uuid
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.codes import code_of, is_code_of
from accounts.models import SignInRequest, User
from accounts.services.addresses import ask_to_confirm
from accounts.services.senders import post_foreign_sender
from accounts.services.sign_in import ask_for_sign_in
from accounts.tokens import preferences_url, sign_in_url
from mail.models import Letter
from mail.mutes import mute
from mail.sending.rendering import render
from mail.services import post
from tests.accounts.confirmations import confirmation_url
from tests.accounts.conftest import newest_code, send_all

pytestmark = pytest.mark.words


def html_of(letter: EmailMessage) -> str:
    assert isinstance(letter, EmailMultiAlternatives)
    return str(letter.alternatives[0][0])


def post_all(person: User) -> None:
    ask_for_sign_in(address=person.email, network="x", language="en")
    ask_to_confirm(person=person, address=person.email)
    ask_to_confirm(person=person, address="ada@new.example")
    post_foreign_sender(person=person, address="ada@work.example")
    for kind in ("address-changed", "let-in-again"):
        post(kind=kind, to=person.email, key=kind, data={"person": person.pk})
    for what in ("set", "gone"):
        data = {"person": person.pk, "what": what}
        post(kind="second-factor", to=person.email, key=f"factor:{what}", data=data)
    for is_kept in (True, False):
        data = {"person": person.pk, "is_kept": is_kept}
        post(kind="accounts-merged", to=person.email, key=f"merged:{is_kept}", data=data)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_letter_is_well_formed(ada: User, language: str) -> None:
    User.objects.update(language=language, name="Ada & <b>Élise</b>")
    post_all(User.objects.get())
    send_all()
    assert len(mail.outbox) == 10
    for letter in mail.outbox:
        raw = letter.message().as_bytes()
        parsed = message_from_bytes(raw, policy=policy.strict)
        assert all(part.defects == [] for part in parsed.walk())
        assert all(len(line) < 998 for line in raw.splitlines())
        html = html_of(letter)
        assert f'lang="{language}"' in html
        assert "<b>" not in html
        assert "&amp;" not in str(letter.body)
        assert "List-Unsubscribe" not in parsed


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_suspension_is_told_with_its_message_and_no_link(ada: User, language: str) -> None:
    now = timezone.now()
    User.objects.update(suspended_at=now, suspension_reason="reported", language=language)
    User.objects.update(suspension_message="<b>insults</b>")
    post(kind="suspended", to=ada.email, key="s", data={"person": ada.pk})
    mute(address=ada.email)
    send_all()
    (letter,) = mail.outbox
    assert "<b>insults</b>" in str(letter.body)
    assert "reported" not in str(letter.body) + html_of(letter)
    assert "&lt;b&gt;insults" in html_of(letter)
    assert f'lang="{language}"' in html_of(letter)
    assert "/me/" not in str(letter.body)


def test_no_wish_and_no_quiet_hour_keeps_a_sign_in_letter_back(ada: User) -> None:
    mute(address=ada.email)
    mute(address=ada.email, kind="sign-in")
    now = timezone.now()
    ada.quiet_from, ada.quiet_to = ((now + timedelta(hours=n)).time() for n in (-1, 1))
    ada.save()
    ask_for_sign_in(address=ada.email, network="x", language="en")
    send_all()
    assert len(mail.outbox) == 1


def test_the_sign_in_letter_is_in_the_readers_language(ada: User) -> None:
    User.objects.update(language="fr")
    ask_for_sign_in(address=ada.email, network="x", language="it")
    ask_for_sign_in(address="new@duelpost.example", network="x", language="it")
    send_all()
    htmls = [html_of(letter) for letter in mail.outbox]
    assert ['lang="fr"' in html for html in htmls] == [True, False]
    assert ['lang="it"' in html for html in htmls] == [False, True]


def test_a_letter_tells_how_to_change_preferences(ada: User) -> None:
    ask_for_sign_in(address=ada.email, network="x", language="en")
    send_all()
    assert "/me/" in str(mail.outbox[0].body)


def test_the_code_is_in_both_parts_and_not_in_the_headers(ada: User) -> None:
    ask_for_sign_in(address=ada.email, network="x", language="en")
    send_all()
    (letter,) = mail.outbox
    code = newest_code()
    assert code in str(letter.body)
    assert code in html_of(letter)
    assert not any(code in value for value in letter.message().values())


def test_every_link_about_oneself_fits_a_line_of_text(ada: User, settings: Settings) -> None:
    settings.SITE_URL = "https://" + "h" * 24
    assert len(confirmation_url(ada, "a-rather-long-name-of-somebody@duelpost.example")) <= 76
    ada.pk = 2**40
    for url in (sign_in_url(ada.email), preferences_url(ada)):
        assert len(url) <= 76


def test_two_requests_have_two_codes_of_clear_letters(db: None, settings: Settings) -> None:
    expires = timezone.now()
    asked = [
        SignInRequest(id=uuid.UUID(int=n), address="a@b.example", expires_at=expires)
        for n in range(300)
    ]
    codes = [code_of(request) for request in asked]
    assert len(set(codes)) == 300
    assert not set("".join(codes)) & set("AEIOU01258S")
    assert not is_code_of(asked[0], codes[1])
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [settings.SECRET_KEY]
    assert is_code_of(asked[0], codes[0])


def test_the_letter_about_trouble_says_only_that_it_did_not_arrive() -> None:
    draft = render("delivery_trouble", {"name": "Bruno", "game": "Ada – Bruno"}, "en")
    assert draft.subject == "Ada – Bruno: a letter to Bruno did not arrive"
    for part in (draft.text, draft.html):
        assert "Bruno" in part
        assert not any(word in part for word in ("bounce", "spam", "bruno@"))


def test_a_person_who_left_gets_no_letter(ada: User) -> None:
    post_all(ada)
    User.objects.all().delete()
    send_all()
    assert {letter.kind: letter.status for letter in Letter.objects.all()} == {
        "sign-in": "sent",  # the address may sign up
        "confirm-address": "dropped",
        "address-changed": "dropped",
        "foreign-sender": "dropped",
        "let-in-again": "dropped",
        "second-factor": "dropped",
        "accounts-merged": "dropped",
    }


def test_no_log_line_tells_code_link_or_address(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        post_all(ada)
        send_all()
    assert "letter_sent" in caplog.text
    for secret in (newest_code(), "/in/", ada.email, "ada@new.example"):
        assert secret not in caplog.text
