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
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from mail.addresses import normal_address
from mail.admin_looking import look, look_html
from mail.looking import reason_to_refuse
from mail.models import DeliveryEvent, Letter, Mute, Suppression
from mail.mutes import name_of_kind
from mail.pagination import AnyAdmin, UncountedList
from mail.registry import kinds
from mail.services import abort, retry
from mail.suppression import confirm_address, reason_to_leave

AT_MOST = 200
"""How many letters are retried or called off at a time."""

LATE_AFTER = timedelta(minutes=10)


class ReadOnlyAdmin(UncountedList):
    """Rows that the service alone writes, newest first, listed without counting them."""

    ordering = ("-id",)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: the service makes these rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: the service alone changes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: what is old is cleaned up by the sweep."""
        return False


class KindFilter(admin.SimpleListFilter):
    """The kinds of letters that there are; asking the table for them would read all of it."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return every kind of letter with what readers call it."""
        return [(kind, kind) for kind in sorted(kinds())]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the kind that was chosen."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


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
            case "undelivered":
                bad = DeliveryEvent.objects.filter(is_final=True, letter__isnull=False)
                return queryset.filter(pk__in=bad.values("letter"))
        return queryset


class EventsOfLetter(admin.TabularInline):  # type: ignore[type-arg]
    """What was reported about one letter."""

    model = DeliveryEvent
    fields = readonly_fields = ("happened_at", "kind", "reason", "code", "is_final", "provider")
    ordering = ("happened_at",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: providers and servers report."""
        return False

    has_change_permission = has_add_permission


@admin.register(Letter)
class LetterAdmin(ReadOnlyAdmin):
    """The outbox."""

    list_display = ("id", "kind", "to", "state", "latest", "last_error")
    exclude = ("token",)  # it names the letter to servers, and to nobody else
    list_filter = (WorryFilter, "status", "reason", KindFilter)
    list_display_links = ("id", "kind")
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

    @admin.display(description=_("state"))
    def state(self, letter: Letter) -> str:
        """Return where the letter stands, and if it was not sent, why."""
        words = str(letter.get_status_display())
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
        _tell(self, request, done=done, not_done=not_done, refusals=refusals)


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyAdmin):
    """What providers and servers said about letters."""

    list_display = ("happened_at", "kind", "address", "reason", "code", "provider", "letter")
    list_filter = ("kind", "is_final")
    list_select_related = ("letter",)
    search_fields = ("address__exact", "provider_id__exact")
    search_help_text = _("A whole address in small letters, or the provider's id.")


@admin.register(Suppression)
class SuppressionAdmin(ReadOnlyAdmin):
    """Addresses that take no letters."""

    list_display = ("address", "reason", "since", "lifted_at")
    list_filter = ("reason", ("lifted_at", admin.EmptyFieldListFilter))
    search_fields = ("address__exact",)
    search_help_text = _("A whole address in small letters.")
    actions = ("lift",)

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Return whether the operator may let letters go to an address again."""
        return bool(request.user.has_perm("mail.change_suppression"))

    @admin.action(description=_("Let letters go there again"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Suppression]) -> None:
        """Let letters go to the selected addresses again."""
        done = not_done = 0
        refusals = []
        for row in queryset.order_by("pk")[:AT_MOST]:
            if refusal := reason_to_leave(row.address, request.user):
                refusals.append(refusal)
                continue
            if row.lifted_at is not None:
                not_done += 1
                continue
            with transaction.atomic():
                confirm_address(row.address)
                self.log_change(request, row, "let letters go to the address again")
            done += 1
        _tell(self, request, done=done, not_done=not_done, refusals=refusals)


@admin.register(Mute)
class MuteAdmin(ReadOnlyAdmin):
    """What readers do not want."""

    list_display = ("address", "kind_in_words", "topic", "since")
    list_filter = (KindFilter,)
    search_fields = ("address__exact", "topic__exact")
    search_help_text = _("A whole address in small letters, or a topic.")

    @admin.display(description=_("kind"))
    def kind_in_words(self, row: Mute) -> str:
        """Return what readers call the letters."""
        return name_of_kind(row.kind) if row.kind else gettext("all letters")


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _tell(
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
