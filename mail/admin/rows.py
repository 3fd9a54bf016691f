"""The filter by kinds of letters in the lists of the mail room."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from mail.mutes import name_of_kind
from mail.registry import kinds


class KindFilter(admin.SimpleListFilter):
    """The registered kinds of letters, one choice for each name; the table is too large to ask."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return every kind of letter, by the name that readers know."""
        named = {name_of_kind(kind): kind for kind in reversed(kinds())}
        return sorted(((kind, name) for name, kind in named.items()), key=lambda each: each[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the kind that was chosen."""
        chosen = self.value()
        if not chosen:
            return queryset
        same = [kind for kind in kinds() if name_of_kind(kind) == name_of_kind(chosen)]
        return queryset.filter(kind__in=same or [chosen])
