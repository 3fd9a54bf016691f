"""The lists behind the admin's front page: divergences, outages, sweeps and ways in."""

from django.contrib import admin
from django.contrib.admin.filters import EmptyFieldListFilter
from django.http import HttpRequest

from duel.models import Divergence, Outage
from lib.admin import ReadOnlyAdmin
from mail.models import Heartbeat, Sweep


@admin.register(Divergence)
class DivergenceAdmin(ReadOnlyAdmin):
    """Games that the replay found not to be as they were written."""

    list_display = ("game", "problems", "found_at", "seen_at", "gone_at")
    list_filter = (("gone_at", EmptyFieldListFilter),)
    list_select_related = ("game",)
    search_fields = ("=game__public_id",)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """When the service stood still; every clock was given that time back."""

    list_display = ("began_at", "ended_at")


@admin.register(Sweep)
class SweepAdmin(ReadOnlyAdmin):
    """When each sweep last came to its end."""

    list_display = ("name", "ran_at")
    ordering = ("name",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the outbox may be seen: the sweeps are what keeps it going."""
        return request.user.has_perm("mail.view_letter")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """The ways by which replies come in: when each was last well, and what is wrong with it."""

    list_display = ("name", "good_at", "trouble")
    ordering = ("name",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the outbox may be seen: who sees to letters sees to answers."""
        return request.user.has_perm("mail.view_letter")
