"""Every provider that django-anymail knows takes our letters and reports on them."""

import base64
import json
import pkgutil
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from typing import Any

import anymail.backends
import pytest
from django.conf import settings as django_settings
from django.test import Client

from config.env import meant
from mail.models import DeliveryEvent, Letter
from mail.outbox.delivery import deliver
from mail.registry import Attachment, Builder, Draft
from tests.mail.answering import StandIn, answering
from tests.mail.conftest import MakeLetter
from tests.mail.providers import ADA, ID, PROVIDERS, Provider
from tests.mail.reporting import reports_taken_of

NOT_PROVIDERS = {"base", "base_requests", "console", "test", "sendinblue"}
"""Parts of anymail, what it tests with, and the former name of Brevo."""

FULL = Draft(
    subject="Für Élise – c’est à toi",
    text="It is your turn, Élise.\n",
    html="<p>It is your turn, Élise.</p>\n",
    attachments=(Attachment("turn.ics", b"BEGIN:VCALENDAR", "text/calendar"),),
    thread="game:1",
    list_id="games.duelpost.example",
    reply_key="gabcdefghijklmnop",
)

pytestmark = pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning")


@pytest.fixture(params=PROVIDERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def asked(name: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """What the provider, a real HTTP server, was asked; it is set up as an operator would."""
    headers = {"X-Message-Id": ID}  # as MailerSend does
    stand_in = StandIn(answer=PROVIDERS[name].answer, headers=headers)
    with answering(stand_in) as url:
        set_up(PROVIDERS[name], url, settings, monkeypatch)
        settings.EMAIL_BACKEND = settings.MAIL_PROVIDERS[name]
        yield stand_in.bodies


def set_up(provider: Provider, url: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in provider.environment.items():
        monkeypatch.setenv(variable, value)
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:password"} | {
        variable: meant(variable, value.replace("URL", url))
        for variable, value in provider.variables.items()
    }


@pytest.fixture
def webhooks(name: str, asked: list[bytes]) -> Iterator[None]:
    """The page that takes reports."""
    with reports_taken_of(name):
        yield


def test_every_provider_of_anymail_can_be_chosen() -> None:
    known = {module.name for module in pkgutil.iter_modules(anymail.backends.__path__)}
    assert known - NOT_PROVIDERS == set(PROVIDERS)
    assert set(django_settings.MAIL_PROVIDERS) == {"mailbox", "smtp", *PROVIDERS}


@pytest.fixture(params=["", "bounces.duelpost.example"])
def whole_story(
    request: pytest.FixtureRequest, story_is_built_by: Callable[[Builder], None], settings: Any
) -> None:
    """A letter with all that letters have, and a return path of our own or not."""
    settings.BOUNCE_DOMAIN = request.param
    story_is_built_by(lambda data: FULL)


@pytest.mark.words
def test_it_takes_a_letter_with_all_that_letters_have(
    name: str, asked: list[bytes], make_letter: MakeLetter, whole_story: None, settings: Any
) -> None:
    letter = make_letter(to=ADA)
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.last_error) == (Letter.Status.SENT, "")
    assert letter.provider_id
    assert len(asked) == 1
    if name == "amazon_ses":  # takes the letter whole
        raw = base64.b64decode(json.loads(asked[0])["Content"]["Raw"]["Data"])
        message = message_from_bytes(raw, policy=policy.default)
        assert message["Message-ID"] == letter.message_id
        assert message["From"] == settings.DEFAULT_FROM_EMAIL


@pytest.mark.words
def test_its_report_finds_the_letter(
    name: str, webhooks: None, asked: list[bytes], make_letter: MakeLetter, client: Client
) -> None:
    provider = PROVIDERS[name]
    if provider.reports is None:
        return
    letter = make_letter(to=ADA)
    deliver(letter.pk)
    report = provider.reports(letter.token)
    secret = {"Authorization": "Basic " + base64.b64encode(b"name:password").decode()}

    def post(headers: dict[str, str]) -> int:
        return client.post(
            f"/anymail/{name}/tracking/",
            report.body,
            content_type=report.content_type,
            headers=headers,
        ).status_code

    assert post(report.headers) in (400, 401), "without the secret"
    assert post(report.headers | secret) == 200
    event = DeliveryEvent.objects.get()
    assert (event.letter, event.kind) == (
        letter,
        DeliveryEvent.Kind.DELIVERED if provider.says_delivered else DeliveryEvent.Kind.SENT,
    )
