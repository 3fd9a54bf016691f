"""Pages that answer an invitation from its letter, without an account or a cookie.

GET never acts, because scanners open every link. The link alone authorises a press, so there is no
CSRF token: to forge the request one needs the link.
"""

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.services.sign_in import begin_session
from duel.errors import Refused, RevokedLink
from duel.lobby.invitations import declined_seat, invited_seat, was_taken_back
from duel.lobby.joining import JoinResult, Newcomer, accept_letter, decline_letter, never_again
from duel.models import Seat
from duel.web.proposals import NewPlayerForm, WordForm, agreement, closed_page, to_games


class JoiningForm(NewPlayerForm, WordForm):
    """Asks a newcomer what is needed to play, and for a word."""


Page = Callable[[HttpRequest, Seat], HttpResponse]


def by_letter(page: Page) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the page as the link in an invitation opens it, in its reader's language."""

    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(page)
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        response = _open(request, token)
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    def _open(request: HttpRequest, token: str) -> HttpResponse:
        try:
            seat = invited_seat(token)
        except Refused as refusal:
            is_revoked = isinstance(refusal, RevokedLink)
            declined = declined_seat(token, is_revoked=is_revoked)
            if declined is None:
                status = 410 if is_revoked else 404
                return _say(request, str(refusal), status=status)
            seat = declined
        reader = seat.user or User.objects.filter(email=seat.invited_address).first()
        with speaking_to(reader) if reader else nullcontext():
            return page(request, seat)

    return opened


@by_letter
def accept(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show the terms and ask for what is missing; begin the game when the button is pressed."""
    page = _page_if_answered(request, seat)
    if page is not None:
        return page
    is_new = not User.objects.filter(email=seat.invited_address).exists()
    form = (JoiningForm if is_new else WordForm)(
        request.POST if request.method == "POST" else None,
        initial={"language": get_language()},
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        newcomer = Newcomer(data["name"], data["language"], data["time_zone"]) if is_new else None
        try:
            result = accept_letter(seat=seat, word=data["word"], newcomer=newcomer)
        except Refused as refusal:
            return _say(request, str(refusal), status=409)
        return _go_on(request, result)
    context = {**agreement(seat.game), "form": form, "address": seat.invited_address}
    return render(request, "duel/invitation.html", context | {"is_new": is_new})


@by_letter
def turn_down(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show what the button does; decline when it is pressed."""
    page = _page_if_answered(request, seat)
    if page is not None:
        return page
    if request.method == "POST":
        try:
            decline_letter(seat=seat)
        except Refused as refusal:
            return _say(request, str(refusal), status=409)
        return _say(request, gettext("You have declined the invitation."))
    return render(request, "duel/invitation_decline.html", agreement(seat.game))


@by_letter
def refuse_letters(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show what the button does; when it is pressed, this address gets no invitation any more."""
    address = seat.user.email if seat.user else seat.invited_address
    if request.method == "POST":
        never_again(seat=seat)
        return _say(request, gettext("You will not be invited again."))
    return render(request, "duel/invitation_never.html", {"address": address})


def _page_if_answered(request: HttpRequest, seat: Seat) -> HttpResponse | None:
    """Return the page that says what became of the invitation, or None if it waits."""
    if seat.pk is not None:
        return closed_page(request, seat.game, player=seat.user, by_letter=True)
    if was_taken_back(seat):
        return _say(request, gettext("The invitation was withdrawn"), status=410)
    return _say(request, gettext("You have declined the invitation."), status=410)


def _go_on(request: HttpRequest, result: JoinResult) -> HttpResponse:
    """Show the game to its player, and sign a newcomer in, whom the press has proved.

    A person with an account is not signed in: a letter may lie around for two weeks, and be
    forwarded. Nor are visitors whom a form on another site sends.
    """
    is_own_form = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
    if result.is_new and is_own_form and not request.user.is_authenticated:
        begin_session(request=request, person=result.person)
    if request.user != result.person:
        return redirect(request.path)
    return to_games(request, result.game, result.person)


def _say(request: HttpRequest, title: str, *, status: int = 200) -> HttpResponse:
    return render(request, "duel/invitation_answered.html", {"title": title}, status=status)
