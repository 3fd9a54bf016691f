"""No list of the admin is searched through in the address bar by what its filters do not ask."""

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lib.admin import AnyAdmin
from mail.models import Letter
from tests.support.admin.rows import row_of

pytestmark = [pytest.mark.django_db, pytest.mark.words]

LISTS = list(admin.site._registry.items())
LOOKUPS = ("", "__exact", "__startswith", "__contains", "__regex", "__gt", "__in", "__isnull")


def offered(shown_in: AnyAdmin) -> set[str]:
    """The fields by which a list has a filter."""
    return {
        str(each if isinstance(each, str) else each[0])
        for each in shown_in.list_filter
        if isinstance(each, str | tuple)
    } | {str(getattr(each, "parameter_name", "")) for each in shown_in.list_filter}


def paths(model: type[Model]) -> list[str]:
    """Every field of the table, and every field of the tables next to it."""
    found = []
    for field in model._meta.get_fields():
        found.append(field.name)
        if field.is_relation and field.related_model not in (None, model):
            found += [
                f"{field.name}__{each.name}" for each in field.related_model._meta.get_fields()
            ]
    return found


@pytest.mark.parametrize(("model", "shown_in"), LISTS, ids=[model.__name__ for model, _ in LISTS])
def test_only_what_a_filter_offers_can_be_asked(
    model: type[Model], shown_in: AnyAdmin, rf: Any, olga: User
) -> None:
    request = rf.get("/admin/")
    request.user = olga
    free = offered(shown_in)
    for path in paths(model):
        for lookup in LOOKUPS:
            may = shown_in.lookup_allowed(path + lookup, "x", request)
            assert not may or path.removesuffix("__id") in free, path + lookup
    for name in ("nonsense", "pk", "id__in", "password__startswith"):
        assert not shown_in.lookup_allowed(name, "x", request)


@pytest.mark.parametrize(("model", "shown_in"), LISTS, ids=[model.__name__ for model, _ in LISTS])
def test_every_address_bar_refuses_it_and_every_filter_still_works(
    model: type[Model], shown_in: AnyAdmin, client: Client, boss: User
) -> None:
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    row = row_of(model, 1)
    for query in ("pk__gt=0", f"{model._meta.pk.name}__in=1", "password__startswith=p", "e=1&x=1"):
        assert client.get(f"{page}?{query}").status_code == 400, query
    assert client.get(f"{page}?_to_field=token").status_code == 400
    change = reverse(
        f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk]
    )
    assert client.get(change, {"_to_field": "token"}).status_code in (200, 400)
    answer = client.get(page)
    assert answer.status_code == 200
    for spec in answer.context["cl"].filter_specs:
        for choice in spec.choices(answer.context["cl"]):
            assert client.get(page + choice["query_string"]).status_code == 200, choice


def test_the_token_of_a_letter_cannot_be_guessed_letter_by_letter(
    client: Client, boss: User
) -> None:
    letter = row_of(Letter, 1)
    assert isinstance(letter, Letter)
    page = reverse("admin:mail_letter_changelist")
    for query in ("token__startswith", "token__regex", "token__gte", "events__letter__token__lt"):
        assert client.get(page, {query: letter.token[:3]}).status_code == 400
        events = reverse("admin:mail_deliveryevent_changelist")
        assert client.get(events, {f"letter__{query}": letter.token[:3]}).status_code == 400
    assert letter.key not in client.get(page, {"q": letter.token[:8]}).content.decode()
