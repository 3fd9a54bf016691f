"""Leaving: the page on which somebody deletes their account."""

from typing import cast

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.selectors import can_be_readdressed_until
from duel.models import Seat, Status
from duel.seats.deletion import delete_account


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means; do it when the tick and the button say so.

    Not while a former address can take it back that it is one: a thief would delete what it gets.
    """
    user = cast(User, request.user)
    is_sure = request.POST.get("sure") == "yes"
    waits_until = can_be_readdressed_until(user)
    if request.method == "POST" and is_sure and waits_until is None:
        delete_account(user=user)
        logout(request)
        return render(request, "duel/left.html")
    running = Seat.objects.filter(user=user, game__status=Status.RUNNING).count()
    context = {
        "running": running,
        "forgot_the_tick": request.method == "POST",
        "waits_until": waits_until,
    }
    return render(request, "duel/leave.html", context)
