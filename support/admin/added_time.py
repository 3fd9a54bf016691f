"""The admin's page to add time to all games and resume those of an outage; `decisions` has it."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.models import AddedTime, Game
from duel.notices.intents import topic_of
from duel.notices.kinds import OPERATOR_DECISION
from support.admin.act_preview import Preview, preview_or_carry_out
from support.admin.requests import operator_of
from support.decisions import add_time_to_all, preview_added_time
from support.decisions.out_of_time import (
    MOST_LISTED,
    LateGame,
    decide_about_chosen,
    games_out_of_time,
)
from support.decisions.time_for_all import AddTimeForm, last_outage

_LONGEST_NUMBER = 18


def add_time_page(model_admin: "ModelAdmin[Game]", request: HttpRequest) -> HttpResponse:
    """Ask how much time every game gets, show what that means, and then carry it out."""
    post = request.POST if request.method == "POST" else None
    form = AddTimeForm(post, initial={"hours": 24, **last_outage()})
    shown: dict[str, Any] = {"form": form}
    if post is not None and form.is_valid() and "back" not in post:
        listed = _listed(request, form)
        chosen = _chosen(request, listed)
        done = _preview_or_carry_out(request, form, listed, chosen)
        if not isinstance(done, Preview):
            return _done(request, chosen=len(chosen), decided=done)
        shown |= {
            "foreseen": done.sentences,
            "preview": done,
            "refusal": done.refusal,
            "has_outage": form.outage() is not None,
            "out_of_time": listed[:MOST_LISTED],
            "chosen": [each.mark for each in listed if chosen.get(each.game.pk) == each.game.seq],
            "lists_all": len(listed) <= MOST_LISTED,
        }
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": gettext("Add time to all games"),
        "back_url": reverse("admin:duel_game_changelist"),
        **shown,
    }
    status = shown["preview"].status if "preview" in shown else 200
    return TemplateResponse(request, "admin/duel/game/add_time.html", context, status=status)


def _listed(request: HttpRequest, form: AddTimeForm) -> list[LateGame]:
    outage = form.outage()
    if outage is None:
        return []
    began_at, ended_at = outage
    return games_out_of_time(operator_of(request), began_at=began_at, ended_at=ended_at)


@transaction.atomic
def _preview_or_carry_out(
    request: HttpRequest, form: AddTimeForm, listed: list[LateGame], chosen: dict[int, int]
) -> int | Preview:
    """Return in how many of the chosen games a late player has time again, or the preview."""
    # All games get their time first: a game that goes on only then has its full time, and no more.
    operator, seconds = operator_of(request), form.seconds()
    reason, message = form.cleaned_data["reason"], form.cleaned_data["message"]
    # Of two presses at once the second waits here, and finds that time was added.
    User.objects.select_for_update(no_key=True).get(pk=operator.pk)
    topics = [topic_of(each.game) for each in listed if each.game.pk in chosen]

    def carry_out() -> int:
        add_time_to_all(operator=operator, reason=reason, seconds=seconds)
        return decide_about_chosen(
            listed, chosen, operator=operator, reason=reason, message=message, seconds=seconds
        )

    return preview_or_carry_out(
        request,
        form,
        carry_out,
        foresee=lambda: preview_added_time(seconds),
        about=Q(kind=OPERATOR_DECISION, topic__in=topics),
        binds=[sorted(chosen.items()), AddedTime.objects.count()],
        binds_sentences=False,
    )


def _done(request: HttpRequest, *, chosen: int, decided: int) -> HttpResponse:
    messages.success(request, gettext("Every turn that is being made has more time now."))
    if decided:
        sentence = ngettext(
            "%(count)s game in which a player had run out of time goes on.",
            "%(count)s games in which a player had run out of time go on.",
            decided,
        )
        messages.success(request, sentence % {"count": decided})
    if left := chosen - decided:
        sentence = ngettext(
            "%(count)s game was left as it is, because it moved on since you looked at it.",
            "%(count)s games were left as they are, because they moved on since you looked at "
            "them.",
            left,
        )
        messages.warning(request, sentence % {"count": left})
    return redirect("admin:duel_game_changelist")


def _chosen(request: HttpRequest, listed: list[LateGame]) -> dict[int, int]:
    """Return the chosen games, each with the seq at which it was looked at; at first all."""
    if "preview" not in request.POST:
        return {each.game.pk: each.game.seq for each in listed[:MOST_LISTED] if each.act}
    marks = (mark.split("-") for mark in request.POST.getlist("game")[:MOST_LISTED])
    return {int(mark[0]): int(mark[1]) for mark in marks if _is_mark(mark)}


def _is_mark(parts: list[str]) -> bool:
    return len(parts) == 2 and all(
        part.isascii() and part.isdigit() and len(part) <= _LONGEST_NUMBER for part in parts
    )
