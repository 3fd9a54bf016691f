"""What operators see of addresses: reports about them, which take no letters, what is muted."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lib.admin import ReadOnlyAdmin
from mail.access import ADDRESSES, reports_shown_to
from mail.admin.revealing import AT_MOST, act_on_each
from mail.admin.rows import KindFilter
from mail.models import DeliveryEvent, Mute, Suppression
from mail.mutes import name_of_kind, name_of_one
from mail.reports.suppression import confirm_address


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyAdmin):
    """What providers and servers said about letters."""

    list_display = ("happened_at", "kind", "address", "why", "code", "provider", "about")
    list_filter = ("kind", "is_final")
    list_select_related = ("letter",)
    search_fields = ("address__exact", "provider_id__exact")
    search_help_text = _("A whole address in small letters, or the provider's id.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DeliveryEvent]:
        """Return the reports about letters that this operator may know of."""
        return reports_shown_to(request.user, super().get_queryset(request))

    @admin.display(description=_("reason"))
    def why(self, event: DeliveryEvent) -> str:
        """Return the reason, where it says more than what happened."""
        return event.reason_beyond_kind

    @admin.display(description=_("letter"))
    def about(self, event: DeliveryEvent) -> str:
        """Return the letter, by what it is called."""
        letter = event.letter
        return f"{name_of_one(letter.kind)} {letter.pk}" if letter else ""


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
        act_on_each(
            self,
            request,
            queryset.order_by("pk")[:AT_MOST],
            _lift,
            words="let letters go to the address again",
            refusal_of=lambda row: ADDRESSES.refusal(row.address, request.user),
        )


def _lift(row: Suppression) -> bool:
    if row.lifted_at is None:
        confirm_address(row.address)
        return True
    return False


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
