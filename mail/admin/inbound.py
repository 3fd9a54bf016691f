"""What operators see of mail that came in: what became of it, and if need be, its words."""

import json
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from lib.admin import ReadOnlyAdmin
from lib.reasons import REASON_LENGTH, in_one_line
from mail.admin.rows import AT_MOST, tell
from mail.inbound.parsing.child import parse_within
from mail.inbound.selectors import REVEALED, fate_of_mail, mail_shown_to, reason_not_to_show
from mail.inbound.services import read_again
from mail.models import InboundMail
from mail.previews import without_links

REVEALED_FOR = timedelta(minutes=10)
"""How long a mail stays open to the session that gave a reason."""

_OPEN_NOW = "revealed_mail"


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin):
    """Mail that came in."""

    list_display = ("id", "received_at", "sender", "way", "about", "status", "fate")
    list_display_links = ("id", "received_at")
    list_filter = ("status", "way", "is_owner")
    # Its words and what was read of them are shown by the page below, to those who may.
    exclude = ("raw", "reading", "data", "digest")
    search_fields = ("sender__exact", "about__exact", "message_id__exact")
    search_help_text = _("A whole address in small letters, what it is about, or a Message-ID.")
    actions = ("read_mail_again",)
    change_form_template = "admin/mail/inboundmail/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundMail]:
        """Return the mail that this operator may know of, without its words."""
        return mail_shown_to(request.user, super().get_queryset(request).defer("raw"))

    @admin.display(description=_("outcome"), ordering="outcome")
    def fate(self, mail: InboundMail) -> str:
        """Return what became of the mail, in words."""
        return fate_of_mail(mail) if mail.outcome else ""

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may have mail read again."""
        return bool(request.user.has_perm("mail.resend_letter"))

    def has_reveal_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may read what people wrote."""
        return bool(request.user.has_perm("mail.reveal_letter"))

    @admin.action(description=_("Read again what could not be read"), permissions=["resend"])
    def read_mail_again(self, request: HttpRequest, queryset: QuerySet[InboundMail]) -> None:
        """Let the selected mails go to the queue once more."""
        done = not_done = 0
        refusals = []
        for mail in queryset.order_by("pk")[:AT_MOST]:
            if refusal := reason_not_to_show(mail, request.user):
                refusals.append(refusal)
                continue
            with transaction.atomic():
                if read_again(mail):
                    self.log_change(request, mail, "read again")
                    done += 1
                else:
                    not_done += 1
        tell(self, request, done=done, not_done=not_done, refusals=refusals)

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's addresses, and that of the page with a mail's words."""
        view = self.admin_site.admin_view(self.look)
        return [
            path("<path:object_id>/look/", view, name="mail_inboundmail_look"),
            *super().get_urls(),
        ]

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def look(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what the mail says, or ask why; a POST with a reason reveals it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        rows = mail_shown_to(request.user, InboundMail.objects.all())
        mail = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        if mail is None:
            raise Http404
        return (
            self._reveal(request, mail) if request.method == "POST" else self._page(request, mail)
        )

    def _reveal(self, request: HttpRequest, mail: InboundMail) -> HttpResponse:
        if not self.has_reveal_permission(request):
            raise PermissionDenied
        reason = in_one_line(request.POST.get("reason", ""))
        error = reason_not_to_show(mail, request.user)
        if not error and not 0 < len(reason) <= REASON_LENGTH:
            error = gettext("Say why: the reason stands in the audit log.")
        if error:
            return self._page(request, mail, error=error)
        with transaction.atomic():
            self.log_change(request, mail, f"{REVEALED}: {reason}")
            request.session[_OPEN_NOW] = [mail.pk, timezone.now().timestamp()]
        return redirect("admin:mail_inboundmail_look", mail.pk)

    def _page(self, request: HttpRequest, mail: InboundMail, *, error: str = "") -> HttpResponse:
        refusal = reason_not_to_show(mail, request.user)
        may_reveal = self.has_reveal_permission(request) and not refusal
        may_read = may_reveal and _is_open(request, mail)
        context = {
            **self.admin_site.each_context(request),
            "title": _("What the mail says"),
            "opts": self.opts,
            "original": mail,
            "refusal": refusal,
            "may_reveal": may_reveal,
            "may_read": may_read,
            "words": _words(mail) if may_read else {},
            "error": error,
            "reason_length": REASON_LENGTH,
        }
        status = 400 if error else 200
        return TemplateResponse(request, "admin/mail/inboundmail/look.html", context, status=status)


def _is_open(request: HttpRequest, mail: InboundMail) -> bool:
    """Return whether the mail was revealed in this session a moment ago."""
    pk, at = request.session.get(_OPEN_NOW, (None, 0))
    return bool(pk == mail.pk and timezone.now().timestamp() - at < REVEALED_FOR.total_seconds())


def _words(mail: InboundMail) -> dict[str, Any]:
    """Return what the mail says, with every link dead: as text, as it came, and as it was read."""
    raw = bytes(mail.raw)
    return {
        "text": without_links(parse_within(raw).text),
        "raw": without_links(raw.decode(errors="replace")),
        "reading": json.dumps(mail.reading, indent=2, ensure_ascii=False) if mail.reading else "",
    }
