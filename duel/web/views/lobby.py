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
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from duel.club.person import reliability_for
from duel.errors import NotInvited, Refused, UnknownGame
from duel.games.registry import full_title, terms_nearest, terms_to_choose
from duel.lobby.bots import is_against_bots_alone
from duel.lobby.invitations import challenge_url
from duel.lobby.proposals import accept, choose_word, decline, propose, rematch, withdraw
from duel.lobby.refilling import invite, leave, open_to_all, seat_bot, take_back_invitation
from duel.lobby.seating import open_numbers
from duel.models import Game, Seat, Status
from duel.record.selectors import find_by_public_id
from duel.web.forms import NewGameForm, WordForm
from duel.web.views.numbers import whole_number
from duel.web.views.open_seats import show_open_seat, take_open_seat
from duel.web.views.proposals import agreement, closed, to_games
from duel.web.views.waiting import seats_as_seen

_FORM = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(_FORM)
def new_game(request: HttpRequest) -> HttpResponse:
    """Ask for the terms of a new game, and propose it."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    wanted = request.POST or request.GET
    usual = terms_nearest(wanted.get("game", ""), wanted.get("seats", ""))
    form = NewGameForm(request.POST or None, usual=usual)
    if request.method == "POST" and form.is_valid():
        try:
            game = _propose(request.user, form)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _to(request, game, request.user)
    choices = [(terms, full_title(terms)) for terms in terms_to_choose()]
    context = {"form": form, "usual": usual, "title": full_title(usual), "choices": choices}
    return render(request, "duel/new_game.html", context)


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
    terms, invited, bots = data["terms"], data["invited"], data["bots"]
    if data["opponent"] == "myself":
        invited = [by.email] * (terms.seats - 1)
    is_full = len(invited) + len(bots) == terms.seats - 1
    return propose(
        by=by,
        terms=terms,
        invite=invited,
        bots=bots,
        is_listed=data["opponent"] == "anyone" and not is_full,
        own_word_first=data["own_word"],
    )


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
        case "leave":
            leave(public_id=public_id, by=user)
            messages.success(request, gettext("You have left. Your seat is free again."))
        case "invite":
            invite(public_id=public_id, by=user, address=request.POST.get("address", ""))
            messages.success(request, gettext("The seat is kept for the person you have invited."))
            return redirect("duel:challenge", public_id)
        case "seat-bot":
            level = request.POST.get("level", "")
            return _to(request, seat_bot(public_id=public_id, by=user, level=level), user)
        case "take-back":
            seat, epoch = (
                whole_number(request.POST.get(name, ""), digits=9) for name in ("seat", "epoch")
            )
            take_back_invitation(public_id=public_id, by=user, seat=seat, epoch=epoch)
            messages.success(request, gettext("The invitation is taken back. Its seat is free."))
            return redirect("duel:challenge", public_id)
        case "open":
            open_to_all(public_id=public_id, by=user)
            messages.success(request, gettext("Everybody here sees your challenge now."))
            return redirect("duel:challenge", public_id)
        case "word":
            chosen_for = choose_word(public_id=public_id, by=user, word=word)
            messages.success(request, gettext("Your word is part of the shuffle now."))
            return _to(request, chosen_for, user)
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
        context |= {"url": challenge_url(game), **seats_as_seen(game, seats, mine[0])}
        return render(request, "duel/challenge_own.html", context)
    context |= {"is_invited": _is_invited(request, seats), "sign_up": settings.SIGN_UP}
    if isinstance(request.user, User):
        context |= _who_plays(request.user, seats)
    if isinstance(request.user, User) and not (context["is_invited"] or open_numbers(game, seats)):
        return render(request, "duel/challenge_closed.html", _for_somebody_else(), status=403)
    return render(request, "duel/challenge.html", context)


def _who_plays(reader: User, seats: list[Seat]) -> dict[str, Any]:
    """Return who has sat down already, and how reliable whoever proposed the game is."""
    proposer = seats[0].user
    now = timezone.now()
    return {
        "players": [seat for seat in seats if seat.joined_at],
        "reliability": reliability_for(reader, proposer, now=now) if proposer else None,
    }


def _is_invited(request: HttpRequest, seats: list[Seat]) -> bool:
    user = request.user
    return isinstance(user, User) and any(
        seat.user is None and seat.invited_address == user.email for seat in seats
    )


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
    if is_against_bots_alone(game):  # nobody has to be waited for
        return redirect("duel:game", game.public_id)
    return to_games(request, game, user)
