"""Who may give roles to other people, and who is above others."""

import pytest
from django.test import Client

from accounts.models import Session, User
from tests.support.admin.staff import SUSPEND, act_on, audit, page_of, person_with

pytestmark = pytest.mark.django_db


def test_an_admin_gives_and_takes_a_role(client: Client, boss: User, ada: User) -> None:
    Client().force_login(ada)
    client.post(act_on(ada, "role"), {"role": "read-only", "reason": "helps out"})
    ada = User.objects.get(pk=ada.pk)
    assert ada.is_staff
    assert ada.has_perm("duel.view_game")
    assert not ada.has_perm("duel.adjudicate_game")
    assert not Session.objects.filter(user=ada).exists()
    client.post(act_on(ada, "role"), {"role": "", "reason": "no longer"})
    ada = User.objects.get(pk=ada.pk)
    assert not ada.is_staff
    assert not ada.get_all_permissions()
    assert [what for _, what in audit()] == [
        "gave the role read-only: helps out",
        "took the role: no longer",
    ]


def test_nobody_raises_themselves(client: Client, boss: User) -> None:
    answer = client.post(act_on(boss, "role"), {"role": "operator", "reason": "x"})
    assert "Nobody can do that to themselves" in answer.content.decode()
    assert [group.name for group in boss.groups.all()] == ["admin"]
    client.post(
        page_of(boss),
        {
            "name": "Berta",
            "language": "en",
            "time_zone": "UTC",
            "is_superuser": "on",
            "groups": "1",
        },
    )
    boss.refresh_from_db()
    assert not boss.is_superuser


def test_an_operator_gives_no_roles_and_touches_no_colleague(
    client: Client, operator: User, ada: User, olga: User
) -> None:
    colleague = person_with("read-only", "Rolf")
    assert client.post(act_on(ada, "role"), {"role": "admin", "reason": "x"}).status_code == 403
    for person in (colleague, olga):
        for act in ("suspend", "end-sessions", "sign-in-letter", "put-address-aside"):
            client.post(act_on(person, act), SUSPEND)
        client.post(page_of(person), {"name": "X", "language": "en", "time_zone": "UTC"})
        person.refresh_from_db()
        assert person.is_active
        assert person.name != "X"
    assert audit() == []


def test_an_admin_does_nothing_to_a_superuser(client: Client, boss: User, olga: User) -> None:
    for act in ("suspend", "role", "delete", "end-sessions"):
        client.post(act_on(olga, act), {**SUSPEND, "role": "", "address": olga.email})
    olga.refresh_from_db()
    assert olga.is_active
    assert olga.is_superuser
    assert audit() == []
