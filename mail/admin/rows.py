"""What the lists of the mail room share: a filter by kind, and a word on what was done to some."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from lib.admin import AnyAdmin
from mail.mutes import name_of_kind
from mail.registry import kinds

AT_MOST = 200
"""How many rows something is done to at a time."""


class KindFilter(admin.SimpleListFilter):
    """The kinds of letters that there are; asking the table for them would read all of it.

    Kinds that readers know by one name are one choice.
    """

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


def tell(
    shown_in: AnyAdmin, request: HttpRequest, *, done: int, not_done: int, refusals: list[str]
) -> None:
    """Say how many rows were dealt with, how many could not be, and what this operator may not."""
    for refusal in dict.fromkeys(refusals):
        shown_in.message_user(request, refusal, messages.ERROR)
    if done:
        sentence = ngettext("%(count)s was done.", "%(count)s were done.", done)
        shown_in.message_user(request, sentence % {"count": done}, messages.SUCCESS)
    if not_done:
        sentence = ngettext(
            "%(count)s stayed as it is: its state does not allow it.",
            "%(count)s stayed as they are: their state does not allow it.",
            not_done,
        )
        shown_in.message_user(request, sentence % {"count": not_done}, messages.WARNING)
