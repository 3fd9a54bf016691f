"""One reply key or one network cannot fill the disk, nor the mailbox of the key's owner."""

from typing import Any

import pytest
from django.core.cache import cache

from mail.inbound.door import limits
from mail.inbound.door.limits import Budget, may_ask_owner
from mail.inbound.receipt import Result, receive
from mail.models import InboundMail
from tests.mail.inbound.conftest import KEY, OTHER_KEY, MailReader, raw_mail, take
from tests.mail.inbound.test_server import TO

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


def from_stranger(number: int, *, size: int = 10, key: str = KEY) -> Result:
    raw = raw_mail("x" * size, sender=f"eve{number}@elsewhere.example", number=number)
    return take(raw, TO % key).result


def test_strangers_together_have_a_budget_of_letters(reader: MailReader) -> None:
    results = [from_stranger(number) for number in range(limits.STRANGER.letters + 5)]
    assert results == [Result.KEPT] * limits.STRANGER.letters + [Result.TOO_MUCH] * 5
    assert InboundMail.objects.count() == limits.STRANGER.letters
    assert take(raw_mail(), TO % KEY).result is Result.KEPT  # the owner's own
    assert from_stranger(1, key=OTHER_KEY) is Result.KEPT


def test_strangers_together_have_a_budget_of_bytes(reader: MailReader) -> None:
    large = 700_000
    results = [from_stranger(number, size=large) for number in range(10)]
    kept = limits.STRANGER.size // large
    assert results == [Result.KEPT] * kept + [Result.TOO_MUCH] * (10 - kept)
    stored = sum(len(mail.raw) for mail in InboundMail.objects.all())
    assert stored <= limits.STRANGER.size


def test_a_network_has_a_budget(reader: MailReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mail.inbound.receipt.NETWORK", Budget(2, 10_000))

    def bring(number: int, network: str) -> Result:
        raw = raw_mail(str(number), number=number)
        return receive(raw, recipients=[TO % KEY], way="smtp", network=network).result

    assert [bring(number, "192.0.2.0/24") for number in range(3)] == [
        Result.KEPT,
        Result.KEPT,
        Result.TOO_MUCH,
    ]
    assert bring(4, "198.51.100.0/24") is Result.KEPT
    assert bring(5, "") is Result.KEPT


def test_who_only_says_to_be_the_owner_spends_nothing_of_the_proved_owner() -> None:
    size = limits.UNPROVED_OWNER.size + 1
    assert limits.is_over_budget_of_key("seat:0", is_owner=True, is_authentic=None, size=size)
    assert limits.is_over_budget_of_key("seat:0", is_owner=True, is_authentic=False, size=size)
    assert not limits.is_over_budget_of_key("seat:0", is_owner=True, is_authentic=True, size=size)


def test_the_words_of_a_dropped_mail_are_not_kept(reader: MailReader) -> None:
    receipt = take(raw_mail("away", headers="Auto-Submitted: auto-replied\r\n"), TO % KEY)
    assert receipt.result is Result.DROPPED
    assert bytes(InboundMail.objects.get().raw) == b""


def test_an_owner_is_asked_about_senders_a_few_times_a_day() -> None:
    asked = [may_ask_owner("seat:0") for _ in range(6)]
    assert asked == [True] * limits.MOST_QUESTIONS_A_DAY + [False] * 3
    assert may_ask_owner("seat:1")
