"""All that is kept about a person is exported, or erased."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SenderAddress, User
from accounts.services.addresses import ask_to_confirm
from duel.models import Note, Seat, Status
from tests.duel.replies.mailing import write
from tests.duel.tables import begin, play_on
from tests.support.admin.staff import act_on, audit
from tests.support.disputes.reports import report

pytestmark = pytest.mark.django_db


def test_all_that_is_kept_about_a_person_is_exported_and_nothing_of_others(
    client: Client, boss: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 4)
    Note.objects.create(game=game, seat=0, ply=1, text="Hello", written_at=timezone.now())
    Note.objects.create(game=game, seat=1, ply=2, text="Secret", written_at=timezone.now())
    ask_to_confirm(person=ada, address=ada.email)
    for text in ("The letter never came.", "It came today."):
        seat = game.seats.get(number=0)
        report(seat=seat, topic="mail", text=text, asks_hold=False, channel="web")
    answer = client.post(act_on(ada, "export"), {"reason": "asked by letter"})
    assert answer["Content-Disposition"] == f'attachment; filename="person-{ada.pk}.json"'
    data = json.loads(answer.content)
    assert data["profile"]["email"] == ada.email
    assert "password" not in data["profile"]
    (exported,) = data["games"]
    assert exported["id"] == game.public_id
    assert [note["text"] for note in exported["notes"]] == ["Hello"]
    own = game.entries.filter(seat=0).count()
    assert len(exported["entries"]) == own > 0
    assert [row["text"] for row in data["disputes"]] == ["The letter never came."]
    assert [row["text"] for row in data["added_to_disputes"]] == ["It came today."]
    assert {letter["kind"] for letter in data["letters"]} >= {"confirm-address", "your-turn"}
    whole = answer.content.decode()
    assert bruno.email not in whole
    assert "Bruno" not in whole
    assert "Secret" not in whole
    assert Seat.objects.get(game=game, number=1).nonce not in whole
    assert "exported" in audit()[-1][1]


def test_mails_that_came_in_are_exported_with_what_was_read_of_them(
    client: Client, boss: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    write(game.seats.get(user=ada), "hocus pocus")
    write(game.seats.get(user=bruno), "hidden plans")
    SenderAddress.objects.create(user=ada, address="ada@work.example")
    write(game.seats.get(user=ada), "show", sender="ada@work.example", is_read=False)
    answer = client.post(act_on(ada, "export"), {"reason": "asked by letter"})
    first, second = json.loads(answer.content)["mails"]
    assert (first["text"], first["outcome"], first["way"]) == ("hocus pocus", "refused", "smtp")
    assert first["received_at"]
    assert (second["sender"], second["status"], second["text"]) == (
        *("ada@work.example", "waiting"),
        "",
    )
    assert "hidden plans" not in answer.content.decode()


def test_every_table_about_people_is_part_of_the_export() -> None:
    """A new table that points at people has to be exported, or named here with its reason."""
    exported = {"browser_sessions", "seats", "disputes", "vacations", "logentry", "note_mutes"}
    exported |= {
        "sender_addresses",
        "sender_paths",
        "address_changes",
        "api_tokens",
        "hidden_notes",
    }
    not_exported = {
        "decisions",  # an operator's own acts, exported as such
        "assigned_disputes",
        "disputeremark",
    }
    names = {relation.name for relation in User._meta.related_objects}
    unknown = names - exported - not_exported
    assert not {name for name in unknown if not name.startswith(("second", "replaced", "recovery"))}


def test_an_account_is_deleted_once_its_address_was_typed(
    client: Client, boss: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    foreseen = client.get(act_on(ada, "delete")).content.decode()
    assert "Open proposals and invitations are called off." in foreseen
    client.post(act_on(ada, "delete"), {"reason": "asked", "address": "bruno@duelpost.example"})
    assert User.objects.filter(pk=ada.pk).exists()
    client.post(act_on(ada, "delete"), {"reason": "asked", "address": " Ada@duelpost.example "})
    assert not User.objects.filter(pk=ada.pk).exists()
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert audit() == [(f"person {ada.pk}", "deleted the account: asked")]


def test_an_operator_who_leaves_takes_their_name_and_leaves_their_acts(
    client: Client, operator: User, ada: User, olga: User
) -> None:
    begin(operator, ada)
    client.post(act_on(ada, "end-sessions"), {"reason": "lost a telephone"})
    client.force_login(olga)
    client.post(act_on(operator, "delete"), {"reason": "left us", "address": operator.email})
    row = User.objects.get(pk=operator.pk)
    assert (row.name, row.is_staff, row.is_active) == ("", False, False)
    assert "oscar" not in row.email
    assert not row.groups.exists()
    assert not Seat.objects.filter(user=row).exists()
    assert len(audit()) == 2
    shown = client.get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert f"a former operator, person {row.pk}" in shown
    assert "Oscar" not in shown
    page = client.get(reverse("admin:accounts_user_change", args=[ada.pk])).content.decode()
    assert f"a former operator, person {row.pk}: ended all sessions" in page
