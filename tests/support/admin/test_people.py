"""What operators see of a person, and how they help one."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Session, SignInRequest, User
from accounts.services.sign_in import LETTERS_PER_ADDRESS, LETTERS_PER_KNOWN_NETWORK
from mail.models import DeliveryEvent, Letter, Suppression
from mail.outbox.delivery import deliver
from mail.reports.suppression import suppress, suppression_of
from mail.services import post
from support.admin.person_acts import ACTS
from tests.duel.tables import begin, play_on
from tests.support.admin.staff import act_on, audit, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_limits(settings: Settings) -> None:
    """Limits that begin anew with each test, in a cache of its own."""
    cache = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": cache, "LOCATION": uuid.uuid4().hex}}


def test_people_are_found_by_how_their_name_or_address_begins(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    people = reverse("admin:accounts_user_changelist")
    for text in ("ada@", "ADA@duel", "ad", "Ada"):
        found = client.get(people, {"q": text}).content.decode()
        assert "ada@duelpost.example" in found, text
        assert "bruno@duelpost.example" not in found, text


def test_the_page_of_a_person_tells_why_they_are_unhappy(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 1)
    suppress(address=ada.email, reason=Suppression.Reason.BOUNCED, at=timezone.now())
    Client().force_login(ada)
    page = client.get(page_of(ada)).content.decode()
    assert reverse("admin:duel_game_change", args=[game.pk]) in page
    assert "Bruno" in page
    assert "has taken no letters since" in page
    assert "“turn” to ada@duelpost.example" in page
    assert "last seen" in page
    assert Session.objects.get(user=ada).session_key not in page


def test_names_can_be_corrected_and_addresses_cannot(
    client: Client, operator: User, ada: User
) -> None:
    changed = {"name": "Ada L.", "language": "fr", "time_zone": "Europe/Rome"}
    answer = client.post(page_of(ada), {**changed, "email": "eve@elsewhere.example"})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.language) == ("Ada L.", "fr")
    assert ada.email == "ada@duelpost.example"
    assert [subject for subject, _ in audit()] == [f"person {ada.pk}"]


@pytest.mark.parametrize("name", ["Bruno", "BRUN0", "Bru\u200bno", "Operator"])
def test_no_correction_makes_a_name_that_misleads(
    client: Client, operator: User, ada: User, bruno: User, name: str
) -> None:
    begin(ada, bruno)
    fields = {"name": name, "language": "en", "time_zone": "UTC"}
    answer = client.post(page_of(ada), fields)
    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.content.decode()
    assert User.objects.get(pk=ada.pk).name == "Ada"
    assert audit() == []


def test_a_name_from_before_stays_while_something_else_is_corrected(
    client: Client, operator: User, ada: User
) -> None:
    User.objects.filter(pk=ada.pk).update(name="Ada (the first)")
    fields = {"name": "Ada (the first)", "language": "fr", "time_zone": "UTC"}
    assert client.post(page_of(ada), fields).status_code == 302
    assert User.objects.get(pk=ada.pk).language == "fr"


@pytest.mark.parametrize("act", ACTS)
def test_no_act_happens_without_a_reason_or_on_get(
    client: Client, boss: User, ada: User, act: str
) -> None:
    before = User.objects.values().get(pk=ada.pk)
    assert client.get(act_on(ada, act)).status_code == 200
    fields = {"games": "hold", "told": "x", "role": "operator", "address": ada.email}
    client.post(act_on(ada, act), {**fields, "reason": "  "})
    assert audit() == []
    assert User.objects.values().get(pk=ada.pk) == before
    assert not Suppression.objects.exists()


def test_a_sign_in_letter_is_sent_again(client: Client, operator: User, ada: User) -> None:
    client.post(act_on(ada, "sign-in-letter"), {"reason": "asked by phone"})
    assert Letter.objects.get(kind="sign-in").to == ada.email
    assert audit() == [(f"person {ada.pk}", "sent a sign-in letter: asked by phone")]


def test_a_sign_in_letter_beyond_the_limit_is_refused_in_words(
    client: Client, operator: User, ada: User
) -> None:
    most = LETTERS_PER_KNOWN_NETWORK[0] + LETTERS_PER_ADDRESS[0]
    fields = {"reason": "again"}
    answers = [client.post(act_on(ada, "sign-in-letter"), fields) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [302] * most + [200]
    assert "as many sign-in letters as may be sent" in answers[-1].content.decode()
    assert len(audit()) == SignInRequest.objects.count() == most


def test_all_sessions_are_ended(client: Client, operator: User, ada: User) -> None:
    Client().force_login(ada)
    client.post(act_on(ada, "end-sessions"), {"reason": "lost a telephone"})
    assert not Session.objects.filter(user=ada).exists()
    assert Session.objects.filter(user=operator).exists()


def test_the_page_tells_of_letters_in_the_words_of_their_readers(
    client: Client, operator: User, ada: User
) -> None:
    post(kind="let-in-again", to=ada.email, key="x", data={"person": ada.pk})
    facts = {"provider": "x", "address": ada.email, "happened_at": timezone.now()}
    DeliveryEvent.objects.create(key="1", kind="bounced", reason="bounced", code="5.1.1", **facts)
    DeliveryEvent.objects.create(key="2", kind="rejected", reason="blocked", **facts)
    page = client.get(reverse("admin:accounts_user_change", args=[ada.pk])).content.decode()
    assert "“end of a suspension” to" in page
    assert ": bounced (5.1.1)</li>" in page
    assert ": refused by the provider (blocked)</li>" in page


def test_an_address_is_put_aside_and_taken_up_again(
    client: Client, operator: User, ada: User
) -> None:
    client.post(act_on(ada, "put-address-aside"), {"reason": "asked for it"})
    suppression = suppression_of(ada.email)
    assert suppression is not None
    assert suppression.reason == "operator"
    post(kind="test", to=ada.email, key="x", data={})
    deliver(Letter.objects.get(key="x").pk)
    assert Letter.objects.get(key="x").reason == "suppressed"
    client.post(act_on(ada, "lift-suppression"), {"reason": "asked for it"})
    assert suppression_of(ada.email) is None
    assert Letter.objects.get(key="x").status == "waiting"
    assert len(audit()) == 2
