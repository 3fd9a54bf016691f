"""People in the admin."""

from django.contrib import admin

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """People, found by name or address."""

    list_display = ["name", "email", "language", "is_staff", "is_active", "joined_at"]
    list_filter = ["is_staff", "is_active", "language"]
    search_fields = ["name", "email"]
    ordering = ["-joined_at"]
    fields = [
        "email",
        "name",
        "language",
        "time_zone",
        ("quiet_from", "quiet_to"),
        ("letters", "digest_at"),
        "reminder_percent",
        "numbers_only",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "joined_at",
        "last_login",
    ]
    readonly_fields = ["joined_at", "last_login"]
    filter_horizontal = ["groups"]
