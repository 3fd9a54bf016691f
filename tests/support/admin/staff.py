"""Operators by their role, where they do something about a person, and what is noted of it."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from support.admin.act_preview import Preview

SUSPEND = {"reason": "insults in notes", "games": "hold", "told": "We look into something."}
"""What the form says by which somebody is suspended."""


def person_with(role: str, name: str = "Rita") -> User:
    person = User.objects.create_user(f"{name.lower()}@duelpost.example", name=name, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


def page_of(person: User) -> str:
    return reverse("admin:accounts_user_change", args=[person.pk])


def act_on(person: User, act: str) -> str:
    return reverse("admin:accounts_user_act", args=[person.pk, act])


def audit() -> list[tuple[str, str]]:
    rows = LogEntry.objects.order_by("pk")
    return [(row.object_repr, row.get_change_message()) for row in rows]


def carry_out(
    client: Client, address: str, data: dict[str, Any], *, follow: bool = False
) -> HttpResponse:
    """Look at what the act will do, and carry out just that; a page that refuses comes back."""
    looked = client.post(address, data)
    preview: Preview | None = (looked.context or {}).get("preview")
    seal = preview.seal if preview else ""
    pressed = {**data, "carry_out": 1, "preview": seal}
    return client.post(address, pressed, follow=follow)  # type: ignore[return-value]
