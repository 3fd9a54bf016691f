"""The admin's list of games, and the addresses of the pages of one game. Django finds them."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.games.registry import title_of
from duel.games.results import result_sentence
from duel.models import Game, Status
from duel.perspective.operators import names_in, row_as_known
from duel.record.finality import is_waiting
from duel.record.selectors import was_unreachable
from lib.admin import AnyAdmin, ReadOnlyAdmin
from support.admin.decisions import decision_urls
from support.admin.game_acts import act_view
from support.admin.game_page import game_page, notes_page, reveal_page
from support.admin.requests import operator_of
from support.conflicts import games_known_to, own_games
from support.lists import LISTS, found


class ListFilter(admin.SimpleListFilter):
    """What operators look for."""

    title = _("list")
    parameter_name = "list"

    def lookups(self, request: HttpRequest, model_admin: AnyAdmin) -> list[tuple[str, str]]:
        """Return the lists by name."""
        return [
            ("running", gettext("running")),
            ("overdue", gettext("overdue")),
            ("stuck", gettext("stuck")),
            ("trouble", gettext("delivery trouble")),
            ("disputed", gettext("disputed")),
            ("held", gettext("clocks stopped")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that are on the list."""
        name = self.value()
        if name == "disputed":  # what is reported about a game is not for its players
            queryset = queryset.exclude(pk__in=own_games(operator_of(request)))
        return queryset & LISTS[name]() if name in LISTS else queryset


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, the newest first. Nobody edits one by hand: operators decide, and the log says so."""

    list_display = ("name", "title", "players", "stands", "moved_at", "deadline")
    list_filter = (ListFilter,)
    list_display_links = ("name",)
    search_fields = ("public_id",)  # so that there is a field; what it finds is said below
    search_help_text = _("How the name of a game, a player's name or an address begins")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games with their players: two queries more, however long the list."""
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Return the games that are meant, each found through an index."""
        return (queryset & found(search_term) if search_term.strip() else queryset), False

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the order: running games by how long they wait, all others the newest first."""
        waits = request.GET.get(ListFilter.parameter_name) == "running" and not request.GET.get("q")
        return ("moved_at", "-pk") if waits else ("-pk",)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the list; it shows operators of their own games what a player may know."""
        shown = super().get_changelist_instance(request)
        games = list(shown.result_list)
        known = games_known_to(operator_of(request), games)
        shown.result_list = [row_as_known(*pair) for pair in zip(games, known, strict=True)]
        return shown

    @admin.display(description=_("game"))
    def name(self, game: Game) -> str:
        """Return what the game is called in its addresses."""
        return game.public_id

    @admin.display(description=_("what is played"))
    def title(self, game: Game) -> str:
        """Return which game it is, for how many and with what."""
        return title_of(game)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        """Return who sits there."""
        return " – ".join(_names(game))

    @admin.display(description=_("stands"))
    def stands(self, game: Game) -> str:
        """Return how the game stands, in a few words."""
        names = _names(game)
        if game.result is not None:
            return result_sentence(
                game, game.result, names, None, is_unreachable=was_unreachable(game)
            )
        if game.status == Status.RUNNING and game.to_move is not None:
            sentence = gettext("%(name)s is to move") % {"name": names[game.to_move]}
            return f"{sentence} ({gettext('not final')})" if is_waiting(game) else sentence
        return str(game.get_status_display())

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of Django's admin, and those on which something is done."""
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/reveal/", guarded(partial(reveal_page, self)), name="duel_game_reveal"),
            path("<int:pk>/notes/", guarded(partial(notes_page, self)), name="duel_game_notes"),
            path("<int:pk>/act/", guarded(partial(act_view, self)), name="duel_game_act"),
            *decision_urls(self),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the game; there is nothing to be changed here."""
        if not self.has_view_permission(request) or request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        return game_page(self, request, object_id)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the game: its timeline has what Django's own page would tell, and more."""
        return self.change_view(request, object_id)


def _names(game: Game) -> list[str]:
    # Sorted here: asked to sort, the database would be asked once per game.
    return names_in(sorted(game.seats.all(), key=lambda seat: seat.number))
