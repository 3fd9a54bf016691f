"""The admin's page of one game, from diagnosis to timeline; `support.admin.games` calls it."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from duel.errors import Refused
from duel.games.registry import title_of
from duel.games.stories import writer_words
from duel.models import Game, Note, Status
from duel.words.terms import in_full, leaving_sentences, terms_of
from lib.admin import AnyAdmin
from lib.reasons import DECISION_LENGTH
from support import sending_again
from support.admin.requests import operator_of
from support.decisions import can_be_revoked, fitting_acts
from support.models import Act, Dispute
from support.people import services as note_mutes
from support.report.diagnosis import diagnose
from support.report.game_report import Finding, GameReport, report_of
from support.report.people import Player, players_of
from support.report.position import HiddenCards, ShownPosition, position_at
from support.report.record import log_rows
from support.report.timeline import timeline
from support.revealing import reveal, reveal_notes

TEMPLATE = "admin/duel/game/page.html"
ADJUDICATE = "duel.adjudicate_game"
REVEAL = "duel.reveal_game"
SHOWN_AT_FIRST = 60
"""Items of the timeline; the rest is one press away."""


def game_page(shown_in: AnyAdmin, request: HttpRequest, key: str) -> HttpResponse:
    """Return the page of the game of that key; nothing hidden is on it."""
    try:
        report = report_of(int(key), reader=operator_of(request))
    except (ValueError, Game.DoesNotExist) as error:
        raise Http404 from error
    return _answer(shown_in, request, report, wanted=request.GET)


def reveal_page(shown_in: AnyAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Return the page with what is hidden at a ply, for this one time, or why it is refused."""
    game = _game_to_reveal(shown_in, request, pk)
    operator, hidden, refusal = operator_of(request), None, ""
    try:
        hidden = reveal(
            operator=operator,
            game=game,
            ply=_number(request.POST.get("ply", "")) or 0,
            reason=request.POST.get("reason", ""),
        )
    except Refused as refused:
        refusal = str(refused)
    report = report_of(game.pk, reader=operator)
    return _answer(shown_in, request, report, wanted=request.POST, hidden=hidden, refusal=refusal)


def notes_page(shown_in: AnyAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Return the page with what the players wrote to each other, for this one time."""
    game = _game_to_reveal(shown_in, request, pk)
    operator, refusal = operator_of(request), ""
    try:
        report = reveal_notes(operator=operator, game=game, reason=request.POST.get("reason", ""))
    except Refused as refused:
        report, refusal = report_of(game.pk, reader=operator), str(refused)
    return _answer(shown_in, request, report, wanted=request.POST, refusal=refusal)


def _game_to_reveal(shown_in: AnyAdmin, request: HttpRequest, pk: int) -> Game:
    """Return the game; raise if the press may not show what is hidden in it."""
    if request.method != "POST":
        raise PermissionDenied
    if not (shown_in.has_view_permission(request) and request.user.has_perm(REVEAL)):
        raise PermissionDenied
    game = Game.objects.filter(pk=pk).first()
    if game is None:
        raise Http404
    return game


def _answer(
    shown_in: AnyAdmin,
    request: HttpRequest,
    report: GameReport,
    *,
    wanted: QueryDict,
    hidden: HiddenCards | None = None,
    refusal: str = "",
) -> HttpResponse:
    now, game = timezone.now(), report.game
    terms = terms_of(game)
    players = players_of(report, now=now)
    diagnosis = diagnose(report, players, now=now)
    position = _position(report, _number(wanted.get("ply", "")))
    context = {
        **shown_in.admin_site.each_context(request),
        "title": " – ".join(report.names),
        "subtitle": game.public_id,
        "opts": shown_in.opts,
        "original": game,
        "game": game,
        "kind": title_of(game),
        "time_control": " ".join(
            [*in_full(terms.time, seats=terms.seats), *leaving_sentences(terms)]
        ),
        "report": report,
        "diagnosis": diagnosis,
        "findings": [_with_link(finding, request) for finding in diagnosis.findings],
        "acts": _acts(request, report),
        "players": [(player, _address_of(player)) for player in players],
        "position": position,
        **_steps(report, position),
        "rows": log_rows(report),
        "problems": report.problems,
        "notes": _notes(report),
        "decisions": _decisions(request, report),
        "disputes": _disputes(request, report),
        "may_send_again": _may(request, report, sending_again.PERMISSION)
        and game.status == Status.RUNNING,
        "may_mute": _may(request, report, note_mutes.PERMISSION),
        "may_reveal": request.user.has_perm(REVEAL) and not report.is_own and report.log,
        "may_read_notes": _may(request, report, REVEAL) and not report.reads_notes,
        "reason_length": DECISION_LENGTH,
        "hidden": hidden,
        "refusal": refusal,
        "may_see_mail": request.user.has_perm("mail.view_inboundmail"),
        **_timeline(report, wanted),
    }
    status = 400 if refusal else 200
    response = TemplateResponse(request, TEMPLATE, context, status=status)
    add_never_cache_headers(response)
    return response


def _may(request: HttpRequest, report: GameReport, permission: str) -> bool:
    return request.user.has_perm(permission) and not report.is_own


def _with_link(finding: Finding, request: HttpRequest) -> dict[str, Any]:
    """Return the finding with where there is more, if the operator may look there."""
    app, _, rest = finding.page.partition("_")
    may_look = request.user.has_perm(f"{app}.view_{rest.removesuffix('_change')}")
    url = _url(finding.page, finding.key) if finding.page and may_look else ""
    return {
        "sentence": finding.sentence,
        "sort": finding.sort,
        "is_bad": finding.is_bad,
        "url": url,
    }


def _position(report: GameReport, ply: int | None) -> ShownPosition | None:
    """Return the position at the ply that is asked for, else the last one."""
    if report.log is None:
        return None
    shown = max(each for each in report.shown_plies if ply is None or each <= ply)
    return position_at(report, shown)


def _steps(report: GameReport, position: ShownPosition | None) -> dict[str, int | None]:
    """Return the plies before and after the one that is shown."""
    if position is None:
        return {"earlier": None, "later": None}
    return {
        "earlier": max((ply for ply in report.shown_plies if ply < position.ply), default=None),
        "later": min((ply for ply in report.shown_plies if ply > position.ply), default=None),
    }


def _acts(request: HttpRequest, report: GameReport) -> list[tuple[str, str]]:
    """Return the decisions that fit, each with where it is made."""
    table = report.table
    if table is None or not request.user.has_perm(ADJUDICATE):
        return []
    acts = ((Act(act), _url("duel_game_decide", table.game.pk, act)) for act in fitting_acts(table))
    return [(str(act.label), url) for act, url in acts if url]


def _decisions(request: HttpRequest, report: GameReport) -> list[Mapping[str, Any]]:
    may_decide = request.user.has_perm(ADJUDICATE) and not report.is_own
    may_revoke = may_decide and not report.is_broken
    return [
        {
            "decision": decision,
            "revoke": _url("duel_game_revoke", report.game.pk, decision.pk)
            if may_revoke and not hasattr(decision, "revoked_by") and can_be_revoked(decision)
            else "",
        }
        for decision in reversed(report.decisions)
    ]


def _disputes(request: HttpRequest, report: GameReport) -> list[tuple[Dispute, str, str]]:
    if not request.user.has_perm("support.view_dispute"):
        return []
    disputes = [reported.dispute for reported in reversed(report.reports)]
    return [
        (dispute, report.names[dispute.seat], _url("support_dispute_change", dispute.pk))
        for dispute in disputes
    ]


def _notes(report: GameReport) -> list[tuple[str, Note, str]]:
    """Return the notes, the newest first, each with who wrote it and, if it is shown, its text."""
    newest_first = sorted(report.notes, key=lambda note: (-note.ply, note.seat))
    return [(writer_words(note, report.names), note, report.text_of(note)) for note in newest_first]


def _timeline(report: GameReport, wanted: QueryDict) -> dict[str, Any]:
    items = timeline(report)
    shown = items if wanted.get("timeline") == "all" else items[-SHOWN_AT_FIRST:]
    oldest_first = wanted.get("order") == "oldest"
    return {
        "timeline": shown if oldest_first else shown[::-1],
        "left_out": len(items) - len(shown),
        "oldest_first": oldest_first,
        "all_shown": wanted.get("timeline") == "all",
    }


def _address_of(player: Player) -> str:
    """Return where the person in the seat stands in the admin."""
    return _url("accounts_user_change", player.seat.user_id) if player.seat.user_id else ""


def _url(name: str, *arguments: object) -> str:
    try:
        return reverse(f"admin:{name}", args=arguments)
    except NoReverseMatch:
        return ""


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None
