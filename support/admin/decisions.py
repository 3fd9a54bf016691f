"""The admin's pages to make and take back decisions; `support.admin.games` has their addresses."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext

from duel.errors import RecordIsDamaged, Refused, Stale
from duel.integrity.broken_table import BrokenTable, table_to_preview
from duel.models import Game
from duel.notices.intents import topic_of
from duel.notices.kinds import OPERATOR_DECISION
from duel.record.log import Log
from mail.registry import Builder
from support.admin.act_preview import Preview, preview_or_carry_out
from support.admin.added_time import add_time_page
from support.admin.requests import operator_of
from support.conflicts import refuse_own_game
from support.decisions import (
    Ruling,
    decide,
    kind_of,
    preview,
    preview_taking_back,
    recipients_of,
    rematch_sentences,
    revoke,
)
from support.decisions.base import DecisionKind
from support.decisions.ruling import RulingForm, refuse_if_moved_on
from support.decisions.settling import SETTLES
from support.errors import OwnGame
from support.letters.decisions import builder_from
from support.models import Act, Decision

ADJUDICATE = "duel.adjudicate_game"


def decision_urls(model_admin: "ModelAdmin[Game]") -> list[URLPattern]:
    """Return the addresses at which operators decide about games; first in the admin's own."""
    pages: list[tuple[str, str, Callable[..., HttpResponse]]] = [
        ("add-time/", "duel_add_time", add_time_page),
        ("<int:pk>/decide/<str:act>/", "duel_game_decide", _decide),
        ("<int:pk>/revoke/<int:decision>/", "duel_game_revoke", _revoke),
    ]
    return [path(route, _guarded(model_admin, view), name=name) for route, name, view in pages]


def _guarded(
    model_admin: "ModelAdmin[Game]", view: Callable[..., HttpResponse]
) -> Callable[..., HttpResponse]:
    """Return the view for operators who may decide, and for nobody else."""

    def guarded(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if not request.user.has_perm(ADJUDICATE):
            raise PermissionDenied
        response = view(model_admin, request, **arguments)
        add_never_cache_headers(response)
        return response

    return model_admin.admin_site.admin_view(guarded)


def _decide(
    model_admin: "ModelAdmin[Game]", request: HttpRequest, pk: int, act: str
) -> HttpResponse:
    """Ask for what the act needs, show what it will do, and do it when that is pressed."""
    if act not in Act.values:
        raise Http404
    chosen = Act(act)
    kind = kind_of(chosen)
    return _DecisionRequest(
        model_admin,
        request,
        pk,
        title=str(kind.title),
        form_class=kind.form,
        foresee=lambda log, arguments: preview(
            chosen, log, operator=operator_of(request), **arguments
        ),
        carry_out=lambda ruling, arguments: decide(chosen, ruling, **arguments),
        template=kind.template,
        usual_reason=str(kind.usual_reason),
        can_settle=act in SETTLES,
        shows_letters=not kind.tells_what_comes,
    ).answer()


def _revoke(
    model_admin: "ModelAdmin[Game]", request: HttpRequest, pk: int, decision: int
) -> HttpResponse:
    """Show what taking a decision back will do, and do it when that is pressed."""
    taken_back = Decision.objects.filter(game=pk, pk=decision).select_related("replaced").first()
    if taken_back is None:
        raise Http404
    act = {"decision": taken_back.get_act_display()}
    return _DecisionRequest(
        model_admin,
        request,
        pk,
        title=gettext("Take a decision back: %(decision)s") % act,
        form_class=RulingForm,
        foresee=lambda log, _: preview_taking_back(log, decision=taken_back),
        carry_out=lambda ruling, _: revoke(ruling, decision=taken_back),
    ).answer()


class _DecisionRequest:
    """One request about one game."""

    def __init__(
        self,
        model_admin: "ModelAdmin[Game]",
        request: HttpRequest,
        pk: int,
        *,
        title: str,
        form_class: type[RulingForm],
        foresee: Callable[[Any, dict[str, Any]], list[str]],
        carry_out: Callable[[Ruling, dict[str, Any]], Decision],
        template: str = DecisionKind.template,
        usual_reason: str = "",
        can_settle: bool = False,
        shows_letters: bool = True,
    ) -> None:
        game = Game.objects.filter(pk=pk).first()
        if game is None:
            raise Http404
        self.model_admin = model_admin
        self.request = request
        self.game = game
        self.title = title
        self.form_class = form_class
        self.foresee = foresee
        self.carry_out = carry_out
        self.template = template
        self.usual_reason = usual_reason
        self.can_settle = can_settle
        self.shows_letters = shows_letters

    @property
    def asks_only_why(self) -> bool:
        """Whether there is nothing to be chosen, so that the first page is the preview."""
        return self.form_class is RulingForm

    def answer(self) -> HttpResponse:
        """Return the page that comes next; only a press of "carry out" does anything."""
        try:
            refuse_own_game(operator_of(self.request), self.game)
            log = self._read()
        except Refused as refusal:
            status = 403 if isinstance(refusal, OwnGame) else 409
            return self._page(form=None, refusal=str(refusal), status=status)
        post = self.request.POST if self.request.method == "POST" else None
        form = self.form_class(post, log=log, initial=self._initial(log))
        try:
            if post is None or not form.is_valid() or "back" in post:
                return self._page(form=form, foreseen=self._first_preview(log))
            return self._go_on(log, form)
        except Stale:
            return self._moved_on()
        except Refused as refusal:
            # Where nothing could be chosen otherwise, there is nothing to fill in either.
            again = None if self.asks_only_why else form
            return self._page(form=again, refusal=str(refusal), status=409)

    def _read(self) -> Log | BrokenTable:
        """Return the log, or the rest of a broken one if that will do, else RecordIsDamaged."""
        table = table_to_preview(copy(self.game))  # an act that is tried out changes its columns
        if isinstance(table, BrokenTable) and not self.can_settle:
            raise RecordIsDamaged
        return table

    def _go_on(self, log: Log | BrokenTable, form: RulingForm) -> HttpResponse:
        arguments = form.arguments()
        ruling = Ruling(
            operator_of(self.request),
            self.game.public_id,
            form.cleaned_data["reason"],
            form.cleaned_data["expected_seq"],
            message=form.cleaned_data["message"],
            known=None if isinstance(log, BrokenTable) else log,
        )
        _refuse_if_moved_on(log, ruling.expected_seq)
        about = Q(topic=topic_of(self.game), kind=OPERATOR_DECISION)
        done = preview_or_carry_out(
            self.request,
            form,
            lambda: self.carry_out(ruling, arguments),
            foresee=lambda: self.foresee(log, arguments),
            about=about if self.shows_letters else None,
            builder_for=lambda decision: _builder_from(log, decision),
        )
        if isinstance(done, Preview):
            return self._page(form=form, preview=done)
        return self._done(done, _written(log, done))

    def _initial(self, log: Log | BrokenTable) -> dict[str, Any]:
        """Return what the form begins with; links may name a seat or a ply."""
        named = {name: value for name, value in self.request.GET.items() if name in ("seat", "ply")}
        return {"expected_seq": _mark(log), "reason": self.usual_reason, **named}

    def _first_preview(self, log: Log | BrokenTable) -> list[str]:
        return self.foresee(log, {}) if self.asks_only_why else []

    def _moved_on(self) -> HttpResponse:
        """Let the operator look again; what they have written is not lost."""
        self.game.refresh_from_db()
        refusal = gettext(
            "This game moved on since you looked at it. Nothing was done; look again."
        )
        try:
            log = self._read()
        except Refused as refused:
            return self._page(form=None, refusal=f"{refusal} {refused}", status=409)
        data = self.request.POST.copy()
        data["expected_seq"] = str(_mark(log))
        form = self.form_class(data, log=log)
        try:
            foreseen = self._first_preview(log)
        except Refused as refused:
            return self._page(form=None, refusal=f"{refusal} {refused}", status=409)
        return self._page(form=form, foreseen=foreseen, refusal=refusal, status=409)

    def _done(self, decision: Decision, log: Log | None) -> HttpResponse:
        """Say what was done, who gets a letter about it, and which letters are held back."""
        if decision.revokes is None:
            done = gettext("Decided: %(decision)s.")
            words = {"decision": decision.get_act_display()}
        else:
            done = gettext("Taken back: %(decision)s.")
            words = {"decision": decision.revokes.get_act_display()}
        recipients, held_back = recipients_of(decision, log)
        rematch = rematch_sentences(decision, log)
        messages.success(self.request, " ".join([done % words, *rematch, recipients]))
        for sentence in held_back:
            messages.warning(self.request, sentence)
        return redirect(self._game_url())

    def _game_url(self) -> str:
        return reverse("admin:duel_game_change", args=[self.game.pk])

    def _page(
        self,
        *,
        form: RulingForm | None,
        foreseen: list[str] | None = None,
        preview: Preview | None = None,
        refusal: str = "",
        status: int = 200,
    ) -> HttpResponse:
        seats = list(self.game.seats.select_related("user").order_by("number"))
        context = {
            "subtitle": self.game.public_id,
            "game": self.game,
            "players": " – ".join(str(seat.user or "–") for seat in seats),
            "back_url": self._game_url(),
            "foreseen": preview.sentences if preview else foreseen,
            "preview": preview,
            "refusal": preview.refusal if preview else refusal,
        }
        status = preview.status if preview else status
        shown = {"title": self.title, "form": form, **context}
        return _rendered(self.model_admin, self.request, shown, self.template, status=status)


def _rendered(
    model_admin: "ModelAdmin[Game]",
    request: HttpRequest,
    shown: dict[str, Any],
    template: str = DecisionKind.template,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        **shown,
    }
    return TemplateResponse(request, template, context, status=status)


def _mark(log: Log | BrokenTable) -> int:
    """Return what a decision is bound to: the last entry, or the last settlement beside it."""
    return log.mark if isinstance(log, BrokenTable) else len(log.entries)


def _refuse_if_moved_on(log: Log | BrokenTable, expected: int) -> None:
    if not isinstance(log, BrokenTable):
        refuse_if_moved_on(log, expected)
    elif expected != log.mark:
        raise Stale([])


def _written(log: Log | BrokenTable, decision: Decision) -> Log | None:
    """Return the log if it is what the decision was written to; None: another was read."""
    return log if isinstance(log, Log) and decision.game is log.game else None


def _builder_from(log: Log | BrokenTable, decision: Decision) -> Builder | None:
    written = _written(log, decision)
    return builder_from(written, decision) if written else None
