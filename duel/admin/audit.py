"""The audit log for operators who play: without what was done about games of their own."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.admin import AuditAdmin
from accounts.models import User
from duel.conflicts import own_games
from duel.models import Dispute, Game

admin.site.unregister(LogEntry)


@admin.register(LogEntry)
class FairAuditAdmin(AuditAdmin):
    """Every act of every operator, but for acts about games in which the reader has a part.

    They would tell what an opponent has reported, and why somebody looked at hidden cards.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return what this operator may read."""
        acts = super().get_queryset(request)
        own = own_games(cast(User, request.user))
        if not own:
            return acts
        kinds = ContentType.objects.get_for_models(Game, Dispute)
        reports = Dispute.objects.filter(game__in=own).values_list("pk", flat=True)
        about_games = Q(content_type=kinds[Game], object_id__in=[str(key) for key in own])
        about_reports = Q(content_type=kinds[Dispute], object_id__in=[str(key) for key in reports])
        return acts.exclude(about_games).exclude(about_reports)
