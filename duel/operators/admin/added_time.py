"""Time for all games in the admin, and for those that ran out of it in an outage."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.models import Game
from duel.operators.decisions import add_time_to_all, preview_added_time
from duel.operators.decisions.everybody import AddTimeForm, last_outage
from duel.operators.decisions.out_of_time import (
    MOST_LISTED,
    OutOfTime,
    decide_about_chosen,
    games_out_of_time,
)

_LONGEST_NUMBER = 18


def add_time_page(model_admin: "ModelAdmin[Game]", request: HttpRequest) -> HttpResponse:
    """Ask how much time every game gets, show what that means, and then carry it out."""
    post = request.POST if request.method == "POST" else None
    form = AddTimeForm(post, initial={"hours": 24, **last_outage()})
    shown: dict[str, Any] = {"form": form}
    if post is not None and form.is_valid() and "back" not in post:
        listed = _listed(request, form)
        if "carry_out" in post:
            return _carry_out(request, form, listed)
        shown |= _preview(form, listed)
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": gettext("Add time to all games"),
        "back_url": reverse("admin:duel_game_changelist"),
        **shown,
    }
    return TemplateResponse(request, "admin/duel/game/add_time.html", context)


def _listed(request: HttpRequest, form: AddTimeForm) -> list[OutOfTime]:
    outage = form.outage()
    if outage is None:
        return []
    began_at, ended_at = outage
    return games_out_of_time(cast(User, request.user), began_at=began_at, ended_at=ended_at)


def _preview(form: AddTimeForm, listed: list[OutOfTime]) -> dict[str, Any]:
    return {
        "foreseen": preview_added_time(form.seconds()),
        "is_preview": True,
        "acts_at_once": True,
        "has_outage": form.outage() is not None,
        "out_of_time": listed[:MOST_LISTED],
        "lists_all": len(listed) <= MOST_LISTED,
    }


def _carry_out(request: HttpRequest, form: AddTimeForm, listed: list[OutOfTime]) -> HttpResponse:
    """Give time to all first: a game that goes on only then has its full time, and no more."""
    operator, chosen = cast(User, request.user), _chosen(request)
    reason, message = form.cleaned_data["reason"], form.cleaned_data["message"]
    add_time_to_all(operator=operator, reason=reason, seconds=form.seconds())
    messages.success(request, gettext("Every turn that is being made has more time now."))
    decided = decide_about_chosen(
        listed, chosen, operator=operator, reason=reason, message=message, seconds=form.seconds()
    )
    if decided:
        told = ngettext(
            "%(count)s game in which a player had run out of time goes on.",
            "%(count)s games in which a player had run out of time go on.",
            decided,
        )
        messages.success(request, told % {"count": decided})
    if left := len(chosen) - decided:
        told = ngettext(
            "%(count)s game was left as it is, because it moved on since you looked at it.",
            "%(count)s games were left as they are, because they moved on since you looked at "
            "them.",
            left,
        )
        messages.warning(request, told % {"count": left})
    return redirect("admin:duel_game_changelist")


def _chosen(request: HttpRequest) -> dict[int, int]:
    """Return the chosen games, each with the seq at which it was looked at."""
    marks = (mark.split("-") for mark in request.POST.getlist("game")[:MOST_LISTED])
    return {int(mark[0]): int(mark[1]) for mark in marks if _is_mark(mark)}


def _is_mark(parts: list[str]) -> bool:
    return len(parts) == 2 and all(
        part.isascii() and part.isdigit() and len(part) <= _LONGEST_NUMBER for part in parts
    )
