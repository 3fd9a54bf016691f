"""What operators see of the outbox: everything, and nothing to change."""

from django.contrib import admin
from django.http import HttpRequest

from mail.models import Letter


@admin.register(Letter)
class LetterAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The outbox, newest letters first."""

    list_display = ("id", "kind", "to", "status", "attempts", "created_at", "sent_at", "last_error")
    list_filter = ("status", "kind")
    search_fields = ("=to", "=key", "=message_id", "=provider_id")
    ordering = ("-id",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: letters are posted by the service."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Letter | None = None) -> bool:
        """Return False: the outbox is written by its workers alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Letter | None = None) -> bool:
        """Return False: settled letters are cleaned up by the sweep."""
        return False
