"""What the admin's lists of letters and of mail share: acts on many rows, and a page of words.

The page shows what a row says, and asks why first where that is not for every operator.
"""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from lib.admin import AnyAdmin, ReadOnlyAdmin
from lib.reasons import REASON_LENGTH, in_one_line
from mail.access import Access

AT_MOST = 200
"""How many rows something is done to at a time."""

REVEALED_FOR = timedelta(minutes=10)
"""How long a row stays open to the session that gave a reason."""


def act_on_each(
    shown_in: AnyAdmin,
    request: HttpRequest,
    rows: Iterable[Any],
    act: Callable[[Any], bool],
    *,
    words: str,
    refusal_of: Callable[[Any], str],
) -> None:
    """Do this to each row that allows it, in `words` for the audit log, and say to how many."""
    done = not_done = 0
    refusals = []
    for row in rows:
        if refusal := refusal_of(row):
            refusals.append(refusal)
            continue
        with transaction.atomic():
            if act(row):
                shown_in.log_change(request, row, words)
                done += 1
            else:
                not_done += 1
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


class RevealingAdmin(ReadOnlyAdmin):
    """Rows with a page of what they say, at `…/look/`."""

    access: Access[Any]
    session_key: str
    """Under this name the session keeps which row was revealed, and when."""
    look_title: str | Promise
    reveal_label: str | Promise

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that this operator may know of."""
        return self.access.shown_to(request.user, super().get_queryset(request))

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's addresses, and that of the page."""
        view = self.admin_site.admin_view(self.look)
        name = f"mail_{self.opts.model_name}_look"
        return [path("<path:object_id>/look/", view, name=name), *super().get_urls()]

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may have letters sent, or mail read, again."""
        return bool(request.user.has_perm("mail.resend_letter"))

    def has_reveal_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may read what tells more than operators see."""
        return bool(request.user.has_perm("mail.reveal_letter"))

    def can_be_revealed(self, row: Any) -> bool:
        """Return whether a reason opens this row."""
        return True

    def words_of_reveal(self, row: Any) -> str:
        """Return how the audit log tells that the row was revealed."""
        raise NotImplementedError

    def look_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return what the page shows of the row."""
        raise NotImplementedError

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def look(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what the row says, or ask why; a POST with a reason reveals it."""
        row = self.row_of(request, object_id)
        if request.method != "POST":
            return self._page(request, row)
        if not self.can_be_revealed(row) or not self.has_reveal_permission(request):
            raise PermissionDenied
        reason = in_one_line(request.POST.get("reason", ""))
        error = self.access.refusal(row, request.user)
        if not error and not 0 < len(reason) <= REASON_LENGTH:
            error = gettext("Say why: the reason stands in the audit log.")
        if error:
            return self._page(request, row, error=error)
        with transaction.atomic():
            self.log_change(request, row, f"{self.words_of_reveal(row)}: {reason}")
            request.session[self.session_key] = [row.pk, timezone.now().timestamp()]
        return redirect(f"admin:mail_{self.opts.model_name}_look", row.pk)

    def row_of(self, request: HttpRequest, object_id: str) -> Any:
        """Return the row whose page is asked for, if the operator may know of it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        rows: QuerySet[Model] = self.access.shown_to(request.user, self.model.objects.all())
        row = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        if row is None:
            raise Http404
        return row

    def is_revealed(self, request: HttpRequest, row: Any) -> bool:
        """Return whether the row was revealed in this session a moment ago, and may be read."""
        pk, at = request.session.get(self.session_key, (None, 0))
        is_recent = timezone.now().timestamp() - at < REVEALED_FOR.total_seconds()
        is_open = pk == row.pk and is_recent and self.has_reveal_permission(request)
        return is_open and not self.access.refusal(row, request.user)

    def _page(self, request: HttpRequest, row: Any, *, error: str = "") -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": self.look_title,
            "reveal_label": self.reveal_label,
            "opts": self.opts,
            "original": row,
            "may_reveal": self.has_reveal_permission(request),
            "error": error,
            "reason_length": REASON_LENGTH,
            **self.look_context(request, row),
        }
        template = f"admin/mail/{self.opts.model_name}/look.html"
        return TemplateResponse(request, template, context, status=400 if error else 200)
