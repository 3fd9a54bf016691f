"""An operator who plays: no page of the admin tells them that their opponent has reported them."""

import re
from http import HTTPStatus

import pytest
import time_machine
from django.contrib.admin.models import LogEntry as AuditEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.models import Game
from mail.models import Letter
from mail.reports.events import Report, record
from support.disputes import handling
from support.models import Dispute
from tests.duel.tables import begin
from tests.support.disputes.reports import WORDS, trouble_address

pytestmark = [pytest.mark.django_db, pytest.mark.words]

VARIES = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|takes [\d.]+ MB|[\d.]+ GB free'
)
"""Tokens, and the sizes of disk and database."""


@pytest.fixture
def own(traveller: time_machine.Traveller, boss: User, ada: User) -> Game:
    """A game between Ada and an operator, on a day on which time stands still."""
    return begin(boss, ada)


@pytest.fixture
def pages(own: Game, ada: User, boss: User, olga: User) -> list[str]:
    """Every page of the admin that shows something of a game, a letter or a person."""
    lists = ["duel_game", "support_dispute", "mail_letter", "mail_deliveryevent", "mail_mute"]
    found = [reverse(f"admin:{name}_changelist") for name in [*lists, "admin_logentry"]]
    letters = reverse("admin:mail_letter_changelist")
    found += [f"{letters}?{query}" for query in (f"q={ada.email}", "q=dispute:1:received")]
    found += [f"{letters}?{query}" for query in ("kind=dispute-received", "worry=waiting")]
    found += [f"{reverse('admin:duel_game_changelist')}?list=disputed", reverse("admin:index")]
    found.append(reverse("admin:duel_game_change", args=[own.pk]))
    for person in (ada, boss, olga):
        found.append(reverse("admin:accounts_user_change", args=[person.pk]))
        found.append(reverse("admin:accounts_user_history", args=[person.pk]))
        found.append(f"{reverse('admin:admin_logentry_changelist')}?q=person {person.pk}")
    return found


def seen(client: Client, addresses: list[str]) -> dict[str, str]:
    contents = {}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == HTTPStatus.OK, address
        contents[address] = VARIES.sub("", answer.content.decode())
    return contents


@pytest.fixture
def report(own: Game, ada: User, olga: User) -> Dispute:
    """What Ada reports from a letter, and Olga does about it."""
    seat = own.seats.get(user=ada)
    Client().post(trouble_address(own, seat), {"topic": "mail", "text": WORDS})
    dispute = Dispute.objects.get()
    handling.take(operator=olga, dispute=dispute.pk, expected=dispute.revision)
    handling.remark(operator=olga, dispute=dispute.pk, text="Berta insults people.")
    for letter in Letter.objects.filter(kind__startswith="dispute-"):
        note_act(olga, letter, "revealed the letter: what did Ada report?")
        at = timezone.now()
        record(Report(f"{letter.pk}", "Postmark", "delivered", at, letter.to, letter.token))
    note_act(olga, ada, "ended sessions", reason="she has reported Berta")
    return dispute


def test_no_page_is_another_one_after_the_opponent_has_reported(
    client: Client, pages: list[str], request: pytest.FixtureRequest
) -> None:
    seen(client, pages)  # what is set up by the first look
    before = seen(client, pages)
    request.getfixturevalue("report")
    assert Letter.objects.filter(kind__startswith="dispute-").count() >= 2
    assert AuditEntry.objects.count() > 3
    after = seen(client, pages)
    for address in pages:
        assert after[address] == before[address], address


def test_no_letter_about_it_has_a_page(client: Client, report: Dispute) -> None:
    letters = Letter.objects.filter(kind__startswith="dispute-")
    for pk in letters.values_list("pk", flat=True):
        for name in ("mail_letter_look", "mail_letter_look_html"):
            assert client.get(reverse(f"admin:{name}", args=[pk])).status_code == 404
        page = client.get(reverse("admin:mail_letter_change", args=[pk]), follow=True)
        assert page.redirect_chain[-1][0] == reverse("admin:index")


def test_another_operator_sees_it_all(client: Client, report: Dispute, olga: User) -> None:
    client.force_login(olga)
    page = client.get(reverse("admin:mail_letter_changelist"), {"q": report.reporter.email})  # type: ignore[union-attr]
    assert "letters that confirm your reports" in page.content.decode()
    assert client.get(reverse("admin:support_dispute_change", args=[report.pk])).status_code == 200


def test_what_was_written_to_oneself_is_no_secret(client: Client, boss: User, ada: User) -> None:
    game = begin(boss, ada)
    Client().post(
        trouble_address(game, game.seats.get(user=boss)), {"topic": "mail", "text": WORDS}
    )
    letter = Letter.objects.get(kind="dispute-received")
    assert client.get(reverse("admin:mail_letter_change", args=[letter.pk])).status_code == 200
