"""The audit log for operators who play: without what was done about games of their own."""

from collections.abc import Collection
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.admin import AuditAdmin
from accounts.models import User
from duel.models import Game, Seat
from mail.models import Letter
from mail.previews import hidden_letters
from support.conflicts import own_games
from support.models import Dispute

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
        own = own_games(cast(User, request.user))
        if not own:
            return acts
        kinds = ContentType.objects.get_for_models(Game, Dispute, Letter, User)
        reports = Dispute.objects.filter(game__in=own).values_list("pk", flat=True)
        about_games = Q(content_type=kinds[Game], object_id__in=[str(key) for key in own])
        about_reports = Q(content_type=kinds[Dispute], object_id__in=[str(key) for key in reports])
        letters = hidden_letters(request.user).values_list("pk", flat=True)
        about_letters = Q(content_type=kinds[Letter], object_id__in=[str(key) for key in letters])
        about_people = Q(content_type=kinds[User], object_id__in=_at_the_tables(own))
        by_others = ~Q(user=cast(User, request.user))
        hidden = about_games | about_reports | about_letters | (about_people & by_others)
        return acts.exclude(hidden)


def _at_the_tables(games: Collection[int]) -> list[str]:
    """Return who sits in these games, by the number under which the log knows them."""
    seats = Seat.objects.filter(game__in=games, user__isnull=False).order_by()
    return [str(pk) for pk in seats.values_list("user", flat=True).distinct()]
