"""Proposing a game, and joining one that was proposed: for people who are signed in.

A challenge has an address that can be handed over by messenger. Whoever opens it sees the terms;
to take the seat one signs in and presses a button.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from duel.errors import NotInvited, Refused, UnknownGame
from duel.lobby.invitations import challenge_url
from duel.lobby.proposals import accept, choose_word, decline, propose, rematch, withdraw
from duel.models import Game, Notice, Seat, Status
from duel.notices.kinds import INVITATION
from duel.record.selectors import find_by_public_id
from duel.web.forms import NewGameForm, WordForm
from duel.web.views.open_seats import show_open_seat, take_open_seat
from duel.web.views.proposals import agreement, closed, to_games

_FORM = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(_FORM)
def new_game(request: HttpRequest) -> HttpResponse:
    """Ask for the terms of a new game, and propose it."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            game = _propose(request.user, form)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _to(request, game, request.user)
    return render(request, "duel/new_game.html", {"form": form})


@cache_control(no_store=True)
@require_http_methods(_FORM)
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a proposed game to whoever has its address; do what a press asks for."""
    try:
        game = find_by_public_id(public_id)
    except UnknownGame:
        raise Http404 from None
    refusal = ""
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect("duel:challenge", public_id)
        try:
            return _act(request, game, request.user)
        except Refused as error:
            refusal = str(error)
            game.refresh_from_db()
    response = _show(request, game, refusal)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@login_required
@require_POST
def ask_rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Propose the same game to the same people once more."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    try:
        return _to(request, rematch(public_id=public_id, by=request.user), request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("duel:home")


def _propose(by: User, form: NewGameForm) -> Game:
    data = form.cleaned_data
    invite = {"address": [data["address"]], "myself": [by.email]}.get(data["opponent"], [])
    is_listed = data["opponent"] == "anyone"
    return propose(by=by, terms=data["terms"], invite=invite, is_listed=is_listed)


def _act(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    public_id, word = game.public_id, request.POST.get("word", "")
    match request.POST.get("act"):
        case "take":
            return take_open_seat(request, game, user)
        case "accept":
            return _to(request, accept(public_id=public_id, by=user, word=word), user)
        case "decline":
            decline(public_id=public_id, address=user.email)
            messages.success(request, gettext("You have declined the invitation."))
        case "withdraw":
            withdraw(public_id=public_id, by=user)
            messages.success(request, gettext("You have withdrawn your proposal."))
        case "word":
            choose_word(public_id=public_id, by=user, word=word)
            messages.success(request, gettext("Your word is part of the shuffle now."))
            return redirect("duel:challenge", public_id)
        case _:
            raise BadRequest("There is no such act.")
    return redirect("duel:home")


def _show(request: HttpRequest, game: Game, refusal: str) -> HttpResponse:
    seats = list(game.seats.select_related("user").order_by("number"))
    mine = [seat for seat in seats if seat.user == request.user and seat.user is not None]
    if not mine and any(seat.open_until for seat in seats):
        return show_open_seat(request, game, seats, refusal)
    page = closed(request, game, player=mine[0].user if mine else None)
    if page is not None:
        return page
    context = {**agreement(game), "form": WordForm(), "refusal": refusal}
    if mine:
        context |= {
            "seat": mine[0],
            # Only who has written an address reads it.
            "invited": [seat.invited_address for seat in seats if seat.user is None]
            if mine[0].number == 0
            else [],
            "is_written_to": Notice.objects.filter(game=game, kind=INVITATION).exists(),
            "url": challenge_url(game),
        }
        return render(request, "duel/challenge_own.html", context)
    context |= {"is_invited": _is_invited(request, seats), "sign_up": settings.SIGN_UP}
    if isinstance(request.user, User) and not (context["is_invited"] or _has_room(game, seats)):
        return render(request, "duel/challenge_closed.html", _for_somebody_else(), status=403)
    return render(request, "duel/challenge.html", context)


def _is_invited(request: HttpRequest, seats: list[Seat]) -> bool:
    user = request.user
    return isinstance(user, User) and any(
        seat.user is None and seat.invited_address == user.email for seat in seats
    )


def _has_room(game: Game, seats: list[Seat]) -> bool:
    return len(seats) < game.seat_count


def _for_somebody_else() -> dict[str, Any]:
    return {
        "title": str(NotInvited.sentence),
        "sentences": [
            gettext(
                "It was sent to another e-mail address. If that is yours as well, sign in with it."
            )
        ],
    }


def _to(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Return the way to where the game is now: waiting for somebody, or begun."""
    if game.status == Status.PROPOSED:
        return redirect("duel:challenge", game.public_id)
    return to_games(request, game, user)
