"""The page of one proposed game, and of a seat that is offered in a running one.

Anybody who has its address sees the terms; to take a seat one signs in and presses a button.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.club.person import reliability_for
from duel.errors import HasSeenHidden, NotInvited, Refused, UnknownGame
from duel.lobby.invitations import challenge_url
from duel.lobby.proposals import accept, choose_word, decline, withdraw
from duel.lobby.refilling import invite, leave, open_to_all, seat_bot, take_back_invitation
from duel.lobby.seating import is_kept_free, name_invitees, open_numbers
from duel.models import Game, Notice, Seat
from duel.notices.kinds import INVITATION
from duel.operators import desk
from duel.perspective.perspective import spectator_of
from duel.record.selectors import find_by_public_id
from duel.seats.newcomers import take_seat
from duel.web.numbers import whole_number
from duel.web.proposals import WordForm, agreement, closed_page, lead_to_game, to_games
from duel.words.naming import joined
from duel.words.terms import level_choices

_FORM = ["GET", "HEAD", "POST"]


@cache_control(no_store=True)
@require_http_methods(_FORM)
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a proposed game to anybody who has its address; do what a press asks for."""
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


def _act(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    public_id, word = game.public_id, request.POST.get("word", "")
    act = request.POST.get("act")
    match act:
        case "take":
            return take_open_seat(request, game, user)
        case "accept":
            return lead_to_game(request, accept(public_id=public_id, by=user, word=word), user)
        case "seat-bot":
            level = request.POST.get("level", "")
            return lead_to_game(request, seat_bot(public_id=public_id, by=user, level=level), user)
        case "word":
            chosen_for = choose_word(public_id=public_id, by=user, word=word)
            messages.success(request, gettext("Your word is part of the shuffle now."))
            return lead_to_game(request, chosen_for, user)
        case "decline":
            decline(public_id=public_id, address=user.email)
            sentence = gettext("You have declined the invitation.")
        case "withdraw":
            withdraw(public_id=public_id, by=user)
            sentence = gettext("You have withdrawn your proposal.")
        case "leave":
            leave(public_id=public_id, by=user)
            sentence = gettext("You have left. Your seat is free again.")
        case "invite":
            invite(public_id=public_id, by=user, address=request.POST.get("address", ""))
            sentence = gettext("The seat is kept for the person you have invited.")
        case "take-back":
            seat, epoch = (
                whole_number(request.POST.get(name, ""), digits=9) for name in ("seat", "epoch")
            )
            take_back_invitation(public_id=public_id, by=user, seat=seat, epoch=epoch)
            sentence = gettext("The invitation is taken back. Its seat is free.")
        case "open":
            open_to_all(public_id=public_id, by=user)
            sentence = gettext("Everybody here sees your challenge now.")
        case _:
            raise BadRequest("There is no such act.")
    messages.success(request, sentence)
    if act in ("decline", "withdraw", "leave"):
        return redirect("duel:home")
    return redirect("duel:challenge", public_id)


def _show(request: HttpRequest, game: Game, refusal: str) -> HttpResponse:
    seats = list(game.seats.select_related("user").order_by("number"))
    mine = [seat for seat in seats if seat.user == request.user and seat.user is not None]
    if not mine and any(seat.open_until for seat in seats):
        return show_open_seat(request, game, seats, refusal)
    page = closed_page(request, game, player=mine[0].user if mine else None)
    if page is not None:
        return page
    context = {**agreement(game), "form": WordForm(), "refusal": refusal}
    if mine:
        context |= {"url": challenge_url(game), **seats_context(game, seats, mine[0])}
        return render(request, "duel/challenge_own.html", context)
    context |= {"is_invited": False, "sign_up": settings.SIGN_UP}
    reader = request.user
    if isinstance(reader, User):
        is_invited = any(
            seat.user is None and seat.invited_address == reader.email for seat in seats
        )
        if not is_invited and not open_numbers(game, seats):
            return _show_other_invitees(request)
        proposer, now = seats[0].user, timezone.now()
        context |= {
            "is_invited": is_invited,
            "players": [seat for seat in seats if seat.joined_at],
            "reliability": reliability_for(reader, proposer, now=now) if proposer else None,
        }
    return render(request, "duel/challenge.html", context)


def _show_other_invitees(request: HttpRequest) -> HttpResponse:
    """Say that all seats are for people with other addresses."""
    sentence = gettext(
        "It was sent to another e-mail address. If that is yours as well, sign in with it."
    )
    context = {"title": str(NotInvited.sentence), "sentences": [sentence]}
    return render(request, "duel/challenge_closed.html", context, status=403)


def seats_context(game: Game, seats: Sequence[Seat], mine: Seat) -> dict[str, Any]:
    """Return what the page needs for somebody with a seat; only the proposer reads addresses."""
    is_proposer = mine.number == 0
    free = [seat.number for seat in seats if is_kept_free(seat)]
    opened = open_numbers(game, seats)
    invited = [seat for seat in seats if seat.user is None and seat.invited_address]
    letters = Notice.objects.filter(game=game, kind=INVITATION, cancelled_at__isnull=True)
    written_to = set(letters.values_list("seat", flat=True))
    declined = game.declined.filter(is_taken_back=False).exclude(address="")
    named = {}
    if is_proposer:
        names = name_invitees(game, [seat.invited_address for seat in invited])
        named = dict(zip((seat.number for seat in invited), names, strict=True))
    return {
        "seat": mine,
        "is_proposer": is_proposer,
        "is_for_two": game.seat_count == 2,
        "lines": [
            _line(seat, mine, named.get(seat.number)) for seat in seats if not is_kept_free(seat)
        ],
        "written_to": [name for seat, name in named.items() if seat in written_to],
        "not_written_to": [name for seat, name in named.items() if seat not in written_to],
        "declined": (
            name_invitees(game, declined.values_list("address", flat=True)) if is_proposer else []
        ),
        "can_take_back": [
            (seat.number, seat.link_epoch, named[seat.number]) for seat in invited if is_proposer
        ],
        "kept": len(free),
        "opened": len(opened),
        "is_waited_for": bool(invited),
        "waits_for_word": not (free or opened or invited),
        "levels": level_choices(),
    }


def _line(seat: Seat, mine: Seat, invited: str | None) -> str:
    """Return who has a seat, as another player or they themselves read it."""
    if seat.user == mine.user:
        return gettext("you")
    if seat.user is not None:
        return str(seat.user)
    if invited is not None:
        return gettext("%(address)s, who is invited") % {"address": invited}
    return gettext("somebody who is invited")


def show_open_seat(
    request: HttpRequest, game: Game, seats: Sequence[Seat], refusal: str
) -> HttpResponse:
    """Show the seat that can be taken, and of a public game the position as a spectator sees it."""
    watched = spectator_of(game.public_id)
    if watched is None:
        raise Http404
    names, presentation = watched.names, watched.presentation
    context = {
        **agreement(game),
        "players": joined([names[seat.number] for seat in seats if seat.left_at is None]),
        "until": min(seat.open_until for seat in seats if seat.open_until),
        "turn": watched.game.turn,
        "refusal": refusal,
    }
    if game.is_public:
        context["watched"] = presentation.spectator_view(watched.view, names)
        context["template"] = f"{presentation.templates}/watch.html"
    return render(request, "duel/open_seat.html", context)


def take_open_seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Seat a newcomer, unless they are an operator who has seen what is hidden in the game."""
    if desk().has_seen_hidden(user, game):
        raise HasSeenHidden
    seat = take_seat(public_id=game.public_id, by=user)
    return to_games(request, seat.game, user)
