"""What operators see of the outbox: everything, and little to change."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from lib.admin import ReadOnlyAdmin
from mail.addresses import normal_address
from mail.admin.previews import look, look_html
from mail.admin.rows import AT_MOST, KindFilter, tell
from mail.models import DeliveryEvent, Letter
from mail.mutes import name_of_one
from mail.previews import letters_shown_to, reason_to_refuse
from mail.services import abort, retry

LATE_AFTER = timedelta(minutes=10)
"""How long a letter may wait for its time before it counts as overdue."""


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
class LetterAdmin(ReadOnlyAdmin):
    """The outbox."""

    list_display = ("id", "kind_in_words", "to", "state", "latest", "last_error")
    exclude = ("token",)  # it names the letter to servers, and to nobody else
    list_filter = (WorryFilter, "status", "reason", KindFilter)
    list_display_links = ("id", "kind_in_words")
    search_fields = ("to", "key", "token", "message_id", "provider_id")
    search_help_text = _("A whole address, key, Message-ID or id of the provider.")
    inlines = (EventsOfLetter,)
    actions = ("retry_letters", "abort_letters")
    change_form_template = "admin/mail/letter/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the letters that this operator may know of."""
        return letters_shown_to(request.user, super().get_queryset(request))

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

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may retry letters and call them off."""
        return bool(request.user.has_perm("mail.resend_letter"))

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's addresses, and those that show what a letter looks like."""
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/look/", view(self.look), name="mail_letter_look"),
            path("<path:object_id>/look/html/", view(self.look_html), name="mail_letter_look_html"),
            *super().get_urls(),
        ]

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def look(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what the letter looks like."""
        return look(self, request, object_id)

    @method_decorator([require_safe, xframe_options_sameorigin])
    def look_html(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Return its HTML part, for the frame of that page."""
        return look_html(self, request, object_id)

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
        done = not_done = 0
        refusals = []
        for letter in chosen:
            if refusal := reason_to_refuse(letter, request.user):
                refusals.append(refusal)
                continue
            with transaction.atomic():
                if act(letter):
                    self.log_change(request, letter, what)
                    done += 1
                else:
                    not_done += 1
        tell(self, request, done=done, not_done=not_done, refusals=refusals)


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
