"""Nobody gets anywhere in the admin where they must not: every address, read and pressed.

The addresses are asked from the admin itself, so that a new one is walked without a word here;
one with a part that is not known yet fails until the value for it is added.
"""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.urls.resolvers import RegexPattern

from accounts.models import Session, User
from duel.models import Game
from support.admin.person_acts import ACTS
from support.decisions import Ruling
from support.models import Act, Decision
from support.roles import ROLES
from tests.support.admin.rows import row_of
from tests.support.decisions.verbs import hold

pytestmark = pytest.mark.django_db

BARE = {"/admin/", "/admin/jsi18n/"}
"""What every operator sees, in any role: the empty front page, and words for scripts."""

FORM = {
    "_selected_action": "1",
    "act": "take",
    "action": "retry_letters",
    "address": "person1@duelpost.example",
    "confirm": "yes",
    "days": "1",
    "email": "eve@elsewhere.example",
    "expected": "0",
    "expected_seq": "0",
    "games": "resign",
    "go_on": "on",
    "hours": "24",
    "index": "0",
    "is_superuser": "on",
    "language": "fr",
    "name": "Eve",
    "ply": "0",
    "post": "yes",
    "reason": "I want it so.",
    "remark": "I was here.",
    "role": "admin",
    "seat": "0",
    "seconds": "86400",
    "step": "carry-out",
    "text": "I was here.",
    "time_zone": "UTC",
    "told": "I was here.",
}
"""What somebody might send to any form, hoping that it does something."""


@pytest.fixture
def everything(olga: User) -> dict[type[Model], Model]:
    """One row of each table that the admin shows, and a decision to be revoked."""
    rows = {model: row_of(model, 1) for model in admin.site._registry}
    game = rows[Game]
    assert isinstance(game, Game)
    hold(Ruling(olga, game.public_id, "We look into it.", game.seq))
    return rows


def addresses(everything: dict[type[Model], Model]) -> list[str]:
    """Every address of the admin, with something real in the place of each of its parts."""
    return [
        f"/admin/{filled}"
        for route, pattern in _patterns(admin.site.get_urls())
        for filled in _filled(route, pattern, everything)
    ]


def _patterns(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern.url_patterns, route)
        else:
            yield route, pattern


def _filled(route: str, pattern: URLPattern, everything: dict[type[Model], Model]) -> Iterator[str]:
    if isinstance(pattern.pattern, RegexPattern):
        yield from {"app_list": ["duel/", "mail/", "accounts/"], None: ["nowhere/"]}[pattern.name]
        return
    model = next(
        (each for each in everything if route.startswith(each._meta.label_lower.replace(".", "/"))),
        None,
    )
    pk = everything[model].pk if model is not None else everything[User].pk
    parts: dict[str, list[Any]] = {
        "object_id": [pk],
        "pk": [pk],
        "act": [each.value for each in Act] if model is Game else list(ACTS),
        "decision": [Decision.objects.values_list("pk", flat=True)[0]],
        "content_type_id": [ContentType.objects.get_for_model(User).pk],
    }
    filled = [route]
    for name in re.findall(r"<\w+:(\w+)>", route):
        assert name in parts, f"What stands for <{name}> in {route}? Tell this walk."
        filled = [
            re.sub(rf"<\w+:{name}>", str(value), each) for each in filled for value in parts[name]
        ]
    yield from filled


def _name(model: type[Model]) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}"


def all_rows() -> dict[str, list[Any]]:
    """All that is in the database but sessions, by table."""
    models = [model for model in apps.get_models() if model is not Session]
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in models
    }


def assert_nothing_changes(client: Client, paths: list[str], *, refused: bool = False) -> None:
    """Press everything, with all that a form could want; nothing may come of it."""
    before = all_rows()
    for path in paths:
        response = client.post(path, FORM)
        assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, path
        assert not refused or response.status_code in (302, 403), path
    after = all_rows()
    assert [name for name in before if before[name] != after[name]] == []


def person(role: str = "", *, is_staff: bool) -> User:
    made = User.objects.create_user("rita@duelpost.example", name="Rita", is_staff=is_staff)
    made.groups.set(Group.objects.filter(name=role))
    return made


def test_the_walk_finds_every_address(everything: dict[type[Model], Model]) -> None:
    found = addresses(everything)
    assert len(found) == len(set(found))
    assert len(found) > 100
    for model in admin.site._registry:
        assert f"/admin/{model._meta.label_lower.replace('.', '/')}/" in found


@pytest.mark.words
@pytest.mark.parametrize("who", ["a stranger", "a player", "an outsider"])
def test_nobody_but_operators_gets_in(
    who: str, client: Client, everything: dict[type[Model], Model], eve: User
) -> None:
    if who == "a player":
        game = everything[Game]
        assert isinstance(game, Game)
        client.force_login(game.seats.select_related("user")[0].user or eve)
    elif who == "an outsider":
        client.force_login(eve)
    paths = addresses(everything)
    for path in paths:
        response = client.get(path)
        assert response.status_code in (302, 403), path
        if response.status_code == HTTPStatus.FOUND:
            assert response["Location"].startswith(("/admin/", "/sign-in/")), path
    last = client.get("/admin/", follow=True)
    if who == "a stranger":
        assert last.redirect_chain[-1][0].startswith("/sign-in/")
    else:
        assert last.status_code == HTTPStatus.FORBIDDEN
    assert_nothing_changes(client, paths, refused=True)


@pytest.mark.words
def test_staff_without_a_role_sees_nothing(
    client: Client, everything: dict[type[Model], Model]
) -> None:
    client.force_login(person(is_staff=True))
    paths = [path for path in addresses(everything) if path != "/admin/logout/"]
    told = {str(everything[User]), everything[Game].public_id}  # type: ignore[attr-defined]
    for path in paths:
        response = client.get(path)
        page = response.content.decode()
        assert path in BARE or response.status_code in (302, 403, 404, 405), path
        assert not [words for words in told if words in page], path
    assert_nothing_changes(client, paths)


def test_who_may_only_read_reads_everything_and_changes_nothing(
    client: Client, everything: dict[type[Model], Model]
) -> None:
    client.force_login(person("read-only", is_staff=True))
    pages = {
        page
        for model, row in everything.items()
        for page in (
            reverse(f"admin:{_name(model)}_changelist"),
            reverse(f"admin:{_name(model)}_change", args=[row.pk]),
        )
    }
    paths = [path for path in addresses(everything) if path != "/admin/logout/"]
    for path in paths:
        response = client.get(path)
        assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, path
        if path in pages:
            assert response.status_code == HTTPStatus.OK, path
        if "/act/" in path or "/decide/" in path or path.endswith("/add/"):
            assert response.status_code in (403, 405), path
    assert_nothing_changes(client, paths)


@pytest.mark.words
def test_no_address_acts_on_a_look_or_without_the_token_of_its_form(
    everything: dict[type[Model], Model], olga: User
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olga)
    paths = [path for path in addresses(everything) if path != "/admin/logout/"]
    before = all_rows()
    for path in paths:
        assert client.get(path).status_code < HTTPStatus.INTERNAL_SERVER_ERROR, path
        assert client.post(path, FORM).status_code in (403, 405), path
    assert all_rows() == before


def test_nobody_writes_in_the_audit_log(
    client: Client, everything: dict[type[Model], Model], olga: User
) -> None:
    client.force_login(olga)
    entry = everything[AuditEntry]
    for page in ("add/", f"{entry.pk}/change/", f"{entry.pk}/delete/"):
        assert client.post(f"/admin/admin/logentry/{page}", FORM).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": entry.pk, "post": "yes"}
    client.post("/admin/admin/logentry/", chosen)
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


def test_who_may_only_read_sees_every_table_of_the_admin() -> None:
    reader = person("read-only", is_staff=True)
    unseen = [
        model._meta.label
        for model in admin.site._registry
        if not reader.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}")
    ]
    assert unseen == []


def permissions_by_role() -> dict[str, set[str]]:
    return {
        role.name: {
            f"{each.content_type.app_label}.{each.codename}"
            for each in role.permissions.select_related("content_type")
        }
        for role in Group.objects.all()
    }


def test_each_role_may_do_what_stands_in_the_program_and_nothing_else() -> None:
    assert permissions_by_role() == {role: set(names) for role, names in ROLES.items()}


def test_roles_are_brought_up_again_after_a_migration() -> None:
    from support.roles import bring_up_roles

    reading = Group.objects.get(name="read-only")
    reading.permissions.set(Group.objects.get(name="admin").permissions.all())
    Group.objects.get(name="operator").delete()
    bring_up_roles(apps)
    bring_up_roles(apps)
    assert permissions_by_role() == {role: set(names) for role, names in ROLES.items()}
