"""The page that tries a game out: the reader's own lines of moves, seen by nobody else.

Each press stores the line and leads to where it stands then, so no script is needed.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.errors import BrokenGame, Refused
from duel.games.registry import title_of
from duel.models import Status, TriedLine
from duel.models.note import LINE_NAME_LENGTH
from duel.perspective.perspective import Perspective, PlayerPerspective
from duel.table.lines import (
    LineResult,
    add_move,
    line_of,
    lines_of,
    name_line,
    try_out,
)
from duel.table.open_table import Drawing, Visitor, open_table, picks_of
from duel.web.game.fallback_pages import show_damage
from duel.web.numbers import whole_number


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def trying(request: HttpRequest, public_id: str, key: int | None = None) -> HttpResponse:
    """Show one line of the reader's, or the beginning of a new one; store what a press adds."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    try:
        perspective = open_table(public_id, Visitor(request.user)).perspective
        line = None if key is None else line_of(request.user, perspective.game, key)
    except Refused:
        raise Http404 from None
    if not isinstance(perspective, PlayerPerspective) or perspective.viewer is None:
        raise Http404  # who watches, or has left, has nothing to try
    refusal = ""
    try:
        if request.method == "POST":
            try:
                return _act(request, request.user, perspective, line)
            except Refused as error:
                refusal = str(error)
        return _show(request, request.user, perspective, line, refusal)
    except BrokenGame as broken:
        return show_damage(request, broken.game, perspective.seat)


def _act(
    request: HttpRequest, person: User, perspective: Perspective, line: TriedLine | None
) -> HttpResponse:
    public_id = perspective.game.public_id
    match request.POST.get("act", "move"):
        case "move":
            after = whole_number(request.POST.get("after", "0"), digits=3)
            move = request.POST.get("move", "")
            kept = add_move(
                person=person, perspective=perspective, move=move, line=line, after=after
            )
            return redirect(reverse("duel:try-line", args=[public_id, kept.pk]) + "#play")
        case "name" if line is not None:
            name_line(line=line, name=request.POST.get("name", ""))
            return redirect("duel:try-line", public_id, line.pk)
        case "delete" if line is not None:
            line.delete()
            return redirect("duel:try", public_id)
    raise BadRequest("There is no such act.")


def _show(
    request: HttpRequest,
    person: User,
    perspective: Perspective,
    line: TriedLine | None,
    refusal: str,
) -> HttpResponse:
    game, is_over = perspective.game, perspective.game.status != Status.RUNNING
    context: dict[str, Any] = {
        "game": game,
        "title": title_of(game),
        "names": perspective.names,
        "line": line,
        "lines": [each for each in lines_of(person, game) if each != line],
        "is_over": is_over,
        "refusal": refusal,
        "name_length": LINE_NAME_LENGTH,
    }
    if line is not None or not is_over:
        texts = line.texts if line else []
        at = _place(request, len(texts))
        tried = try_out(perspective, texts[:at], ply=line.ply if line else None)
        context |= {**_position(perspective, tried), "later": texts[at:]}
    return render(request, "duel/try.html", context, status=409 if refusal else 200)


def _position(perspective: Perspective, tried: LineResult) -> dict[str, Any]:
    """Return what the page shows of the position after some moves."""
    names, mover = perspective.names, tried.to_move
    drawn = perspective.presentation.table(
        tried.view, perspective.viewer, names, picks=picks_of(tried.choices), moves_for=mover
    )
    return {
        "tried": tried,
        "moves": [(names[move.seat], move.words) for move in tried.moves],
        "mover": "" if mover is None else names[mover],
        "is_own": mover == perspective.viewer,
        "drawing": Drawing(perspective.game, names, drawn),
        "state": {"choices": [vars(choice) for choice in tried.choices]},
    }


def _place(request: HttpRequest, length: int) -> int:
    """Return after how many moves of the line the reader looks; by default after all."""
    place = request.POST.get("after", request.GET.get("at", ""))
    return min(whole_number(place, digits=3), length) if place else length
