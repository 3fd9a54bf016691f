"""What every page tells the person who is signed in."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from mail.models import Suppression
from mail.reports.suppression import suppression_of


def address_trouble(request: HttpRequest) -> dict[str, Any]:
    """Return why letters to the person's address do not arrive, looked up only if it is shown."""

    def find() -> Suppression | None:
        user = getattr(request, "user", None)
        return suppression_of(user.email) if user and user.is_authenticated else None

    return {"address_trouble": SimpleLazyObject(find)}
