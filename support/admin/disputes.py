"""The admin's pages of reports: the queue, one report, its answer. Django finds them."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.views.main import ChangeList
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import with_names
from accounts.models import User
from accounts.services.authority import ActRefused
from duel.errors import Refused
from duel.games.stories import writer_words
from duel.models import Game, Note, Seat, Status
from duel.play.notes import note_mutes
from duel.record.selectors import names_of
from duel.words.naming import others
from lib.admin import AnyAdmin, ReadOnlyAdmin
from support.admin.act_preview import Preview, preview_or_carry_out
from support.admin.dispute_acts import ACTS, ADJUDICATE
from support.admin.dispute_forms import AnswerForm, canned
from support.admin.requests import operator_of
from support.conflicts import refuse_own_game
from support.disputes import handling
from support.disputes import letters as letters_of_reports
from support.disputes.canned_answers.claims import true_statements
from support.disputes.canned_answers.situations import (
    MISSING,
    STATEMENTS,
    AnswerStatement,
    Situation,
)
from support.disputes.respites import given_by
from support.disputes.selectors import (
    CHANGE,
    SETTLED,
    disputes_open_to,
    notes_beside,
    opponents_of,
    reported_notes,
)
from support.models import UNSETTLED, Dispute


class QueueFilter(admin.SimpleListFilter):
    """What waits, unless another part of the queue is asked for."""

    title = _("queue")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: AnyAdmin) -> list[tuple[str, str]]:
        """Return the parts of the queue beside the one that is shown first."""
        return [("mine", gettext("taken by me")), ("settled", gettext("settled"))]

    def choices(self, changelist: ChangeList) -> Any:
        """Return the links; the first is what waits, since nothing is ever listed as a whole."""
        first, *others = super().choices(changelist)
        return [{**first, "display": _("waiting")}, *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> QuerySet[Dispute]:
        """Return that part of the queue."""
        match self.value():
            case "settled":
                return queryset.filter(state__in=SETTLED)
            case "mine":
                return queryset.filter(state__in=UNSETTLED, assigned_to=operator_of(request))
        return queryset.filter(state__in=UNSETTLED)


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """Reports, the oldest that waits first. Who plays in a game sees none about it."""

    list_display = (
        "reported_at",
        "game",
        "topic",
        "reporter",
        "state",
        "assigned_to",
        "clock",
    )
    list_select_related = ("game", "reporter", "assigned_to")
    list_filter = (QueueFilter, "topic")
    search_fields = ("=game__public_id", "=reporter__email")
    search_help_text = _("Name of a game, or the reporter's address")
    sortable_by = ()
    change_form_template = "admin/support/dispute/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        """Return what this operator may read."""
        return disputes_open_to(operator_of(request), super().get_queryset(request))

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the order: what waits by its age, what is settled the newest first."""
        is_settled = request.GET.get(QueueFilter.parameter_name) == "settled"
        return ("-settled_at", "-pk") if is_settled else ("reported_at", "pk")

    @admin.display(description=_("clock"))
    def clock(self, dispute: Dispute) -> str:
        """Return what makes it urgent: the reporter's time, and that they ask for a hold."""
        game, sentences = dispute.game, []
        if game.to_move == dispute.seat and game.deadline is not None:
            when = formats.date_format(timezone.localtime(game.deadline), "j M Y, H:i")
            sentences.append(gettext("their turn until %(when)s") % {"when": when})
        if dispute.asks_hold:
            sentences.append(gettext("asks for a hold"))
        return "; ".join(sentences)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of Django's admin and those on which something is done."""
        answer = self.admin_site.admin_view(self.answer_view)
        act = self.admin_site.admin_view(self.act_view)
        return [
            path("<path:object_id>/answer/", answer, name="support_dispute_answer"),
            path("<path:object_id>/act/", act, name="support_dispute_act"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a report with everything that is known about it."""
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        dispute = self._found(request, object_id)
        game, operator = dispute.game, operator_of(request)
        may_change = operator.has_perm(CHANGE)
        acts = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Dispute), object_id=str(dispute.pk)
        )
        names = names_of(game)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Report about the game %(id)s") % {"id": game.public_id},
            "dispute": dispute,
            "game": game,
            "mover": "" if game.to_move is None else names[game.to_move],
            "opponents": opponents_of(dispute),
            "concerned": [] if len(names) == 2 else others(list(enumerate(names)), dispute.seat),
            "given": given_by(dispute),
            "additions": dispute.additions.order_by("written_at"),
            "remarks": dispute.remarks.select_related("author").order_by("written_at"),
            "notes": _notes(dispute, names),
            "writers": _writers(game),
            "decisions": game.decisions.select_related("operator").order_by("-seq")[:10],
            "others": game.disputes.exclude(pk=dispute.pk).order_by("-reported_at")[:10],
            "history": with_names(acts.select_related("user").order_by("action_time")),
            "may_change": may_change,
            "may_read_notes": operator.has_perm("duel.reveal_game"),
            "is_mine": dispute.assigned_to == operator and not dispute.is_settled,
            "may_hold": may_change
            and operator.has_perm(ADJUDICATE)
            and game.status == Status.RUNNING
            and not dispute.is_settled,
            "hold_reason": gettext("Something about this game was reported; we look into it."),
        }
        return render(request, self.change_form_template, context)

    def answer_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the answer; words are proposed in each reader's language when asked for."""
        # Every one of them claims that something was looked into, so none stands there at first.
        self._require(request, CHANGE)
        dispute = self._found(request, object_id)
        preview: Preview | None = None
        fill = request.POST.get("again") or request.POST.get("fill", "")
        if request.method == "POST" and fill in Situation.values:
            words = {**request.POST.dict(), **self._proposed(request, dispute, Situation(fill))}
            form = AnswerForm(initial=words, dispute=dispute)
        elif request.method == "POST":
            form = AnswerForm(request.POST, dispute=dispute)
            if form.is_valid() and "back" not in request.POST:
                done = self._settle(request, dispute, form)
                if isinstance(done, Dispute):
                    sentence = gettext("The report is settled; the answer is on its way.")
                    messages.success(request, sentence)
                    return redirect("admin:support_dispute_changelist")
                preview = done
        else:
            form = AnswerForm(initial={"expected": str(dispute.revision)}, dispute=dispute)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Answer a report"),
            "dispute": dispute,
            "form": form,
            "situations": Situation.choices,
            "preview": preview,
            **_statements(dispute, form),
            "is_mine": dispute.assigned_to == operator_of(request) and not dispute.is_settled,
        }
        status = preview.status if preview else 200
        return render(request, "admin/support/dispute/answer.html", context, status=status)

    def act_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Do what was pressed, and come back to the report."""
        self._require(request, CHANGE)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        dispute = self._found(request, object_id)
        act = ACTS.get(request.POST.get("act", ""))
        try:
            sentence = act(request, dispute) if act else ""
        except (ActRefused, Refused) as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, sentence or gettext("Nothing was chosen."))
        return redirect("admin:support_dispute_change", dispute.pk)

    def _proposed(
        self, request: HttpRequest, dispute: Dispute, situation: Situation
    ) -> dict[str, str | list[str]]:
        """Return words that state what is ticked, or at first all that is true; or none at all."""
        stated = true_statements(situation, dispute)
        if "again" in request.POST:
            stated = [each for each in stated if each.value in request.POST.getlist("said")]
        if not stated:
            messages.error(
                request,
                gettext("No words are proposed: nothing that this answer could state is true."),
            )
            return {"situation": situation.value, "said": []}
        return canned(dispute, situation, stated)

    def _settle(
        self, request: HttpRequest, dispute: Dispute, form: AnswerForm
    ) -> Dispute | Preview | None:
        """Return the settled report, or the answer's preview; None: the form says why neither."""
        kind, family = letters_of_reports.SETTLED, letters_of_reports.REPORTS
        try:
            return preview_or_carry_out(
                request,
                form,
                lambda: _send_answer(operator_of(request), dispute, form),
                foresee=form.sentences,
                about=Q(kind=kind, key__startswith=f"{family}:{dispute.pk}:"),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return None

    def _found(self, request: HttpRequest, object_id: str) -> Dispute:
        """Return the report if this operator may read it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        dispute: Dispute | None = self.get_object(request, object_id)
        if dispute is None:
            raise Http404
        try:
            refuse_own_game(operator_of(request), dispute.game)
        except Refused as refusal:
            raise PermissionDenied(str(refusal)) from refusal
        return dispute

    def _require(self, request: HttpRequest, permission: str) -> None:
        if not request.user.has_perm(permission):
            raise PermissionDenied


def _send_answer(operator: User, dispute: Dispute, form: AnswerForm) -> Dispute:
    return handling.settle(
        operator=operator,
        dispute=dispute.pk,
        expected=form.cleaned_data["expected"],
        state=form.cleaned_data["state"],
        to_reporter=form.cleaned_data["to_reporter"],
        to_opponent=form.word_to_opponent,
        decision=form.cleaned_data["decision"],
        stated=form.cleaned_data["said"],
    )


def _notes(dispute: Dispute, names: Sequence[str]) -> list[tuple[Note, str, bool]]:
    """Return notes of the game, each with its writer and whether the report names it, first."""
    named = reported_notes(dispute)
    notes = sorted(notes_beside(dispute), key=lambda note: note.pk not in named)
    return [(note, writer_words(note, names), note.pk in named) for note in notes]


def _writers(game: Game) -> list[tuple[Seat, bool, bool]]:
    """Return who writes notes in the game, and whether they are kept back here, and everywhere."""
    seats = game.seats.select_related("user").filter(user__isnull=False).order_by("number")
    return [
        (seat, note_mutes(seat.user, game).exists(), note_mutes(seat.user, None).exists())
        for seat in seats
        if seat.user is not None
    ]


def _statements(dispute: Dispute, form: AnswerForm) -> dict[str, Any]:
    """Return what the answer to the chosen situation can state, and what it cannot yet and why."""
    chosen = form["situation"].value()
    if chosen not in Situation.values:
        return {"chosen": ""}
    situation, ticked = Situation(chosen), form["said"].value() or []
    true = true_statements(situation, dispute)
    false = [each for each in STATEMENTS[situation] if each not in true]
    return {
        "chosen": situation,
        "offered": [(each.value, each.label, each.value in ticked) for each in true],
        "missing": [(each.label, MISSING[AnswerStatement(each)]) for each in false],
    }
