"""Tables that were the games' once: their types, permissions and audit log go to support."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client

from accounts.audit import note_act
from accounts.models import User
from duel.models import Game
from support.models import Dispute
from tests.support.disputes.reports import reported

hand_over = import_module("duel.migrations.0028_tables_of_support").hand_over

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("made_anew", [False, True])
def test_permissions_and_the_audit_log_go_along(game: Game, olga: User, *, made_anew: bool) -> None:
    dispute = reported(game)
    before = ContentType.objects.get_for_model(Dispute)
    ContentType.objects.filter(pk=before.pk).update(app_label="duel")
    ContentType.objects.clear_cache()
    rita = User.objects.create_user("rita@duelpost.example", name="Rita", is_staff=True)
    rita.user_permissions.add(Permission.objects.get(codename="view_dispute"))
    if made_anew:
        made = ContentType.objects.create(app_label="support", model="dispute")
        Permission.objects.create(content_type=made, codename="view_dispute", name="x")
    ContentType.objects.clear_cache()
    AuditEntry.objects.create(
        user=olga, content_type=before, object_id=str(dispute.pk), object_repr="x", action_flag=2
    )
    hand_over(apps, connection.alias, "duel", "support")
    ContentType.objects.clear_cache()
    assert User.objects.get(pk=rita.pk).has_perm("support.view_dispute")
    note_act(olga, dispute, "took it")
    written = AuditEntry.objects.filter(object_id=str(dispute.pk))
    assert {each.content_type_id for each in written} == {before.pk}
    assert written.earliest("pk").get_edited_object() == dispute


def test_addresses_in_letters_of_earlier_versions_lead_on(client: Client, olga: User) -> None:
    client.force_login(olga)
    for page in ("dispute/7/change/", "dispute/?queue=mine", "decision/"):
        answer = client.get(f"/admin/duel/{page}")
        assert answer.status_code == 302
        assert answer["Location"] == f"/admin/support/{page}"
    assert client.get("/admin/duel/game/").status_code == 200
