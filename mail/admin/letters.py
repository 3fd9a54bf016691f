"""What operators see of the outbox: everything, and little to change."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from mail.access import LETTERS
from mail.addresses import normal_address
from mail.admin.revealing import AT_MOST, RevealingAdmin, act_on_each
from mail.admin.rows import KindFilter
from mail.models import DeliveryEvent, Letter
from mail.mutes import name_of_one
from mail.previews import Secrecy, framed_policy, look_at, revealed_words, secrecy_of
from mail.services import abort, retry

LATE_AFTER = timedelta(minutes=10)
"""How long a letter may wait for its time before it counts as overdue."""

_HTML_POLICY = framed_policy()  # not even a link could be followed


class WorryFilter(admin.SimpleListFilter):
    """Letters that an operator looks for."""

    title = _("needs attention")
    parameter_name = "worry"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return what can be wrong with a letter."""
        return [
            ("waiting", _("not sent yet")),
            ("late", _("overdue")),
            ("failing", _("tried in vain, will be tried again")),
            ("failed", _("given up")),
            ("undelivered", _("sent, then came back")),
            ("unsure", _("may have been sent: its worker ended")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the letters with that worry."""
        waiting = Q(status__in=[Letter.Status.WAITING, Letter.Status.SENDING])
        match self.value():
            case "waiting":
                return queryset.filter(waiting)
            case "late":
                return queryset.filter(waiting, next_attempt_at__lt=timezone.now() - LATE_AFTER)
            case "failing":
                return queryset.filter(waiting).exclude(last_error="")
            case "failed":
                return queryset.filter(status=Letter.Status.FAILED)
            case "unsure":
                unsent = queryset.exclude(status=Letter.Status.SENT)
                return unsent.filter(may_have_left_at__isnull=False)
            case "undelivered":
                bad = DeliveryEvent.objects.filter(is_final=True, letter__isnull=False)
                return queryset.filter(pk__in=bad.values("letter"))
        return queryset


class EventsOfLetter(admin.TabularInline):  # type: ignore[type-arg]
    """What was reported about one letter."""

    model = DeliveryEvent
    fields = readonly_fields = ("happened_at", "kind", "why", "code", "is_final", "provider")
    ordering = ("happened_at",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: providers and servers report."""
        return False

    has_change_permission = has_add_permission

    @admin.display(description=_("reason"))
    def why(self, event: DeliveryEvent) -> str:
        """Return the reason, where it says more than what happened."""
        return event.reason_beyond_kind


@admin.register(Letter)
class LetterAdmin(RevealingAdmin):
    """The outbox."""

    access = LETTERS
    session_key = "revealed_letter"
    look_title = _("What the letter looks like")
    reveal_label = _("Reveal the letter")

    list_display = ("id", "kind_in_words", "to", "state", "latest", "last_error")
    exclude = ("token",)  # it names the letter to servers, and to nobody else
    list_filter = (WorryFilter, "status", "reason", KindFilter)
    list_display_links = ("id", "kind_in_words")
    search_fields = ("to", "key", "token", "message_id", "provider_id")
    search_help_text = _("A whole address, key, Message-ID or id of the provider.")
    inlines = (EventsOfLetter,)
    actions = ("retry_letters", "abort_letters")
    change_form_template = "admin/mail/letter/change_form.html"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the letters with exactly this address or name, found through the indexes."""
        term = search_term.strip()
        if not term:
            return queryset, False
        named = Q(key=term) | Q(token=term) | Q(message_id=term) | Q(provider_id=term)
        return queryset.filter(named | Q(to=normal_address(term))), False

    @admin.display(description=_("kind"), ordering="kind")
    def kind_in_words(self, letter: Letter) -> str:
        """Return what such a letter is called."""
        return name_of_one(letter.kind)

    @admin.display(description=_("state"))
    def state(self, letter: Letter) -> str:
        """Return where the letter stands, and if it was not sent, why."""
        words = str(letter.get_status_display())
        if letter.status == Letter.Status.UNSURE:
            why = {"why": letter.get_reason_display()}
            return gettext("may have been sent; not sent again: %(why)s") % why
        return f"{words}: {letter.get_reason_display()}" if letter.reason else words

    @admin.display(description=_("latest"))
    def latest(self, letter: Letter) -> str:
        """Return what happened to it last, or will happen next."""
        if letter.delivered_at:
            return gettext("delivered %(when)s") % {"when": _when(letter.delivered_at)}
        if letter.sent_at:
            return gettext("sent %(when)s") % {"when": _when(letter.sent_at)}
        if letter.status == Letter.Status.WAITING:
            return gettext("next try %(when)s") % {"when": _when(letter.next_attempt_at)}
        return gettext("posted %(when)s") % {"when": _when(letter.created_at)}

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's addresses, and that of the HTML part in the page of a letter."""
        view = self.admin_site.admin_view(self.look_html)
        name = "mail_letter_look_html"
        return [path("<path:object_id>/look/html/", view, name=name), *super().get_urls()]

    @method_decorator([require_safe, xframe_options_sameorigin])
    def look_html(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Return the HTML part as a mail program would show it, with every link dead."""
        letter = self.row_of(request, object_id)
        if not self._may_read(request, letter):
            raise PermissionDenied
        shown = look_at(letter)
        if shown is None or not shown.html:
            raise Http404
        return HttpResponse(shown.html, headers={"Content-Security-Policy": _HTML_POLICY})

    def can_be_revealed(self, row: Letter) -> bool:
        """Return whether the letter tells what its reader alone may know, and is no key."""
        return secrecy_of(row.kind) is Secrecy.HIDDEN

    def words_of_reveal(self, row: Letter) -> str:
        """Return how the audit log tells that a letter about this topic was revealed."""
        return revealed_words(row.topic)

    def look_context(self, request: HttpRequest, row: Letter) -> dict[str, Any]:
        """Return what the letter looks like, if it may be read."""
        may_read = self._may_read(request, row)
        return {
            "kind": name_of_one(row.kind),
            "is_key": secrecy_of(row.kind) is Secrecy.KEY,
            "may_read": may_read,
            "refusal": LETTERS.refusal(row, request.user) if self.can_be_revealed(row) else "",
            "look": look_at(row) if may_read else None,
        }

    def _may_read(self, request: HttpRequest, letter: Letter) -> bool:
        if self.can_be_revealed(letter):
            return self.is_revealed(request, letter)
        return secrecy_of(letter.kind) is Secrecy.OPEN

    @admin.action(description=_("Send again what was given up or dropped"), permissions=["resend"])
    def retry_letters(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Let the selected letters go to the queue once more."""
        self._do(request, queryset, retry, "sent again")

    @admin.action(description=_("Call off what still waits"), permissions=["resend"])
    def abort_letters(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Call the selected letters off."""
        self._do(request, queryset, abort, "called off")

    def _do(
        self,
        request: HttpRequest,
        queryset: QuerySet[Letter],
        act: Callable[[Letter], bool],
        what: str,
    ) -> None:
        chosen = list(queryset.order_by("pk")[: AT_MOST + 1])
        if len(chosen) > AT_MOST:
            sentence = gettext("Choose at most %(count)s letters at a time: nothing was done.")
            self.message_user(request, sentence % {"count": AT_MOST}, messages.ERROR)
            return
        act_on_each(
            self,
            request,
            chosen,
            act,
            words=what,
            refusal_of=lambda letter: LETTERS.refusal(letter, request.user),
        )


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
