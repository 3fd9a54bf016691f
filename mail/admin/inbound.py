"""What operators see of mail that came in: what became of it, and if need be, its words."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from mail.access import MAILS
from mail.admin.revealing import AT_MOST, RevealingAdmin, act_on_each
from mail.inbound.parsing.child import parse_within
from mail.inbound.selectors import REVEALED, fate_of_mail
from mail.inbound.services import read_again
from mail.models import InboundMail
from mail.previews import without_links


@admin.register(InboundMail)
class InboundMailAdmin(RevealingAdmin):
    """Mail that came in."""

    access = MAILS
    session_key = "revealed_mail"
    look_title = _("What the mail says")
    reveal_label = _("Reveal the mail")

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
        return super().get_queryset(request).defer("raw")

    @admin.display(description=_("outcome"), ordering="outcome")
    def fate(self, mail: InboundMail) -> str:
        """Return what became of the mail, in words."""
        return fate_of_mail(mail) if mail.outcome else ""

    @admin.action(description=_("Read again what could not be read"), permissions=["resend"])
    def read_mail_again(self, request: HttpRequest, queryset: QuerySet[InboundMail]) -> None:
        """Let the selected mails go to the queue once more."""
        act_on_each(
            self,
            request,
            queryset.order_by("pk")[:AT_MOST],
            read_again,
            words="read again",
            refusal_of=lambda mail: MAILS.refusal(mail, request.user),
        )

    def words_of_reveal(self, row: InboundMail) -> str:
        """Return how the audit log tells that somebody's mail was read."""
        return REVEALED

    def look_context(self, request: HttpRequest, row: InboundMail) -> dict[str, Any]:
        """Return the words of the mail, if they may be read."""
        may_read = self.is_revealed(request, row)
        return {
            "refusal": MAILS.refusal(row, request.user),
            "may_read": may_read,
            "words": _words(row) if may_read else {},
        }


def _words(mail: InboundMail) -> dict[str, Any]:
    """Return what the mail says, with every link dead: as text, as it came, and as it was read."""
    raw = bytes(mail.raw)
    return {
        "text": without_links(parse_within(raw).text),
        "raw": without_links(raw.decode(errors="replace")),
        "reading": json.dumps(mail.reading, indent=2, ensure_ascii=False) if mail.reading else "",
    }
