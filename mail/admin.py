"""What operators see of the outbox: everything, and nothing to change."""

from django.contrib import admin
from django.http import HttpRequest

from mail.models import DeliveryEvent, Letter, Mute, Suppression


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that the service alone writes, newest first."""

    ordering = ("-id",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: the service makes these rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: the service alone changes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: what is old is cleaned up by the sweep."""
        return False


@admin.register(Letter)
class LetterAdmin(ReadOnlyAdmin):
    """The outbox."""

    list_display = (
        "id",
        "kind",
        "to",
        "status",
        "reason",
        "attempts",
        "created_at",
        "sent_at",
        "delivered_at",
        "last_error",
    )
    list_filter = ("status", "reason", "kind")
    search_fields = ("=to", "=key", "=token", "=message_id", "=provider_id")


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyAdmin):
    """What providers and servers said about letters."""

    list_display = ("happened_at", "kind", "address", "reason", "code", "provider", "letter")
    list_filter = ("kind", "is_final", "provider")
    list_select_related = ("letter",)
    search_fields = ("=address", "=provider_id")


@admin.register(Suppression)
class SuppressionAdmin(ReadOnlyAdmin):
    """Addresses that take no letters."""

    list_display = ("address", "reason", "since", "lifted_at")
    list_filter = ("reason",)
    search_fields = ("=address",)


@admin.register(Mute)
class MuteAdmin(ReadOnlyAdmin):
    """What readers do not want."""

    list_display = ("address", "kind", "topic", "since")
    list_filter = ("kind",)
    search_fields = ("=address", "=topic")
