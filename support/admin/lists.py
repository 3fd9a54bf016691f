"""The lists of the admin about no person or game: audit log, outages, sweeps, ways in."""

from collections.abc import Collection
from typing import Any

from django.contrib import admin
from django.contrib.admin.filters import EmptyFieldListFilter
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.admin import AuditAdmin
from accounts.models import User
from duel.models import Divergence, Game, Outage, Seat
from lib.admin import ReadOnlyAdmin
from mail.access import LETTERS
from mail.models import Heartbeat, Letter, Sweep
from support.admin.requests import operator_of
from support.conflicts import own_games
from support.models import Dispute


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
        """Return whether the outbox may be seen: replies belong to the same work."""
        return request.user.has_perm("mail.view_letter")


admin.site.unregister(LogEntry)


@admin.register(LogEntry)
class FairAuditAdmin(AuditAdmin):
    """Every act of every operator, but for acts about games in which the reader has a part.

    They would tell what an opponent has reported, and why somebody looked at hidden cards. Of acts
    about those who play there, the reader among them, only their own are shown, as on the pages of
    these people.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return what this operator may read."""
        acts = super().get_queryset(request)
        own = own_games(operator_of(request))
        if not own:
            return acts
        kinds = ContentType.objects.get_for_models(Game, Dispute, Letter, User)
        reports = Dispute.objects.filter(game__in=own).values_list("pk", flat=True)
        about_games = Q(content_type=kinds[Game], object_id__in=[str(key) for key in own])
        about_reports = Q(content_type=kinds[Dispute], object_id__in=[str(key) for key in reports])
        hidden = LETTERS.hidden_from(request.user)
        letters = Letter.objects.filter(hidden).values_list("pk", flat=True)
        about_letters = Q(content_type=kinds[Letter], object_id__in=[str(key) for key in letters])
        about_people = Q(content_type=kinds[User], object_id__in=_at_the_tables(own))
        by_others = ~Q(user=operator_of(request))
        hidden = about_games | about_reports | about_letters | (about_people & by_others)
        return acts.exclude(hidden)


def _at_the_tables(games: Collection[int]) -> list[str]:
    """Return who sits in these games, by the number under which the log knows them."""
    seats = Seat.objects.filter(game__in=games, user__isnull=False).order_by()
    return [str(pk) for pk in seats.values_list("user", flat=True).distinct()]
