"""Time for all games in the admin, and for those that ran out of it in an outage."""

import re
import secrets
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.errors import BrokenGame, RecordIsDamaged, Refused
from duel.models import Game
from duel.notices.intents import topic_of
from duel.notices.kinds import OPERATOR_DECISION
from duel.operators.decisions import Ruling, preview_added_time
from duel.operators.decisions.everybody import AddTimeForm, last_outage
from duel.operators.decisions.out_of_time import (
    MOST_LISTED,
    OutOfTime,
    games_out_of_time,
)
from duel.operators.decisions.relief import begin_relief, carry_out, let_go_on
from duel.operators.letters.foreseen import ForeseenLetter, foreseen_letters
from duel.record.reading import MOST_ENTRIES

_LONGEST_NUMBER = 18
_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class _Offered:
    """A game that ran out of time, and the letters that would be sent if it goes on."""

    found: OutOfTime
    letters: list[ForeseenLetter]
    refusal: str = ""
    """Why it cannot go on, if that shows only when it is tried."""


def add_time_page(model_admin: "ModelAdmin[Game]", request: HttpRequest) -> HttpResponse:
    """Ask how much time every game gets, show what that means, and then carry it out."""
    post = request.POST if request.method == "POST" else None
    form = AddTimeForm(post, initial={"hours": 24, **last_outage()})
    shown: dict[str, Any] = {"form": form}
    if post is not None and form.is_valid() and "back" not in post:
        listed = _listed(request, form)
        if "carry_out" in post:
            return _carry_out(request, form, listed)
        shown |= _preview(request, form, listed)
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


def _preview(request: HttpRequest, form: AddTimeForm, listed: list[OutOfTime]) -> dict[str, Any]:
    return {
        "foreseen": preview_added_time(form.seconds()),
        "is_preview": True,
        "acts_at_once": True,
        "key": secrets.token_hex(16),
        "has_outage": form.outage() is not None,
        "out_of_time": [_offered(request, form, each) for each in listed[:MOST_LISTED]],
        "lists_all": len(listed) <= MOST_LISTED,
    }


def _offered(request: HttpRequest, form: AddTimeForm, found: OutOfTime) -> _Offered:
    """Return the game with what each player would read, in their language; nothing is done."""
    if found.act is None:
        return _Offered(found, [])
    game, act = found.game, found.act
    reason, message = form.cleaned_data["reason"], form.cleaned_data["message"]
    operator = cast(User, request.user)
    ruling = Ruling(operator, game.public_id, reason, game.seq, message=message)
    about = Q(topic=topic_of(game), kind=OPERATOR_DECISION)
    try:
        letters = foreseen_letters(
            lambda: let_go_on(game, act, ruling, seconds=form.seconds()), about=about
        )
    except Refused as refusal:
        return _Offered(found, [], str(refusal))
    except BrokenGame:
        return _Offered(found, [], str(RecordIsDamaged()))
    return _Offered(found, letters)


def _carry_out(request: HttpRequest, form: AddTimeForm, listed: list[OutOfTime]) -> HttpResponse:
    """Give time to all and let the chosen games go on, once however often it is sent."""
    key = request.POST.get("key", "")
    chosen = _chosen(request)
    relief, is_new = begin_relief(
        listed,
        chosen,
        key=key if _KEY.fullmatch(key) else secrets.token_hex(16),
        operator=cast(User, request.user),
        reason=form.cleaned_data["reason"],
        message=form.cleaned_data["message"],
        seconds=form.seconds(),
    )
    carry_out(relief)
    if is_new:
        messages.success(request, gettext("Every turn that is being made has more time now."))
    else:
        messages.warning(
            request, gettext("You had carried this out already: no time was added again.")
        )
    if decided := relief.games.filter(is_decided=True).count():
        told = ngettext(
            "%(count)s game in which a player had run out of time goes on.",
            "%(count)s games in which a player had run out of time go on.",
            decided,
        )
        messages.success(request, told % {"count": decided})
    if (left := len(chosen) - decided) > 0:
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
    return {int(mark[0]): min(int(mark[1]), MOST_ENTRIES) for mark in marks if _is_mark(mark)}


def _is_mark(parts: list[str]) -> bool:
    return len(parts) == 2 and all(
        part.isascii() and part.isdigit() and len(part) <= _LONGEST_NUMBER for part in parts
    )
