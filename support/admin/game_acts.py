"""Acts beside decisions, letters and notes, for `support.admin.games` and the page of a report."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.services.authority import ActRefused
from duel.errors import Refused
from duel.models import Game
from lib.admin import AnyAdmin
from support import sending_again
from support.admin.requests import operator_of, posted_number
from support.people import services as note_mutes


def act_view(shown_in: AnyAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Do what was pressed, and come back to the page of the game."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    act = ACTS.get(request.POST.get("act", ""))
    if not shown_in.has_view_permission(request):
        raise PermissionDenied
    game = Game.objects.filter(pk=pk).first()
    if game is None or act is None:
        raise Http404
    permission, carry_out = act
    if not request.user.has_perm(permission):
        raise PermissionDenied
    try:
        messages.success(request, carry_out(request, game))
    except (ActRefused, Refused) as refusal:
        messages.error(request, str(refusal))
    return redirect("admin:duel_game_change", game.pk)


def mute_in_game(request: HttpRequest, game: Game) -> str:
    """Hold back the notes of the player in the posted seat in this game."""
    note_mutes.mute_notes(**_player_and_reason(request, game))
    return gettext("Their notes are not passed on in this game from now on.")


def unmute_in_game(request: HttpRequest, game: Game) -> str:
    """Pass on the notes of the player in the posted seat in this game again."""
    note_mutes.unmute_notes(**_player_and_reason(request, game))
    return gettext("Their notes are passed on in this game again.")


def _send_again(request: HttpRequest, game: Game) -> str:
    operator, reason = operator_of(request), request.POST.get("reason", "")
    reader = sending_again.send_turn_again(operator=operator, game=game, reason=reason)
    return gettext("A letter brings %(name)s this turn once more.") % {"name": reader}


def _player_and_reason(request: HttpRequest, game: Game) -> dict[str, Any]:
    seat = game.seats.select_related("user").filter(number=posted_number(request, "seat")).first()
    if seat is None or seat.user is None:
        raise Http404
    reason = request.POST.get("reason", "")
    return {"operator": operator_of(request), "person": seat.user, "game": game, "reason": reason}


ACTS: dict[str, tuple[str, Callable[[HttpRequest, Game], str]]] = {
    "send-again": (sending_again.PERMISSION, _send_again),
    "mute-notes": (note_mutes.PERMISSION, mute_in_game),
    "unmute-notes": (note_mutes.PERMISSION, unmute_in_game),
}
"""What can be pressed there, each with the permission that it needs."""
