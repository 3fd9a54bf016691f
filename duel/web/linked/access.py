"""Pages that a signed link opens: no sign-in, no cookie, no cache, in the player's language.

GET never acts, because scanners open every link. What a person's press sends is authorised by
the link alone, so there is no CSRF token: whoever can forge the request already has the link.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt

from accounts.requests.limits import within_limit
from duel.errors import BrokenGame, Refused, RevokedLink
from duel.models import Seat
from duel.record.link_uses import note_link_use
from duel.record.links import Purpose, read_link
from duel.timekeeping.reachability import person_is_here
from duel.web.linked.context import LinkContext, open_link
from duel.web.linked.damaged import show_damage
from duel.words.readers import speaking_to

PRESSES_PER_MINUTE = 60
_BUTTONS_OF_THE_BOARD = ("take-back", "send-now", "discard")

Page = Callable[[HttpRequest, LinkContext], HttpResponse]


def by_link(
    purpose: Purpose,
) -> Callable[[Page], Callable[[HttpRequest, str], HttpResponse]]:
    """Return a decorator for pages that open with a link for this purpose.

    To open one is nobody's look: it writes nothing down but that the link was used. A press is its
    player's, and tells that they can be reached.
    """

    def decorate(page: Page) -> Callable[[HttpRequest, str], HttpResponse]:
        @csrf_exempt
        @wraps(page)
        def opened(request: HttpRequest, token: str) -> HttpResponse:
            response = _open(request, token)
            response["Cache-Control"] = "no-store, private"
            response["X-Robots-Tag"] = "noindex, nofollow"
            return response

        def _open(request: HttpRequest, token: str) -> HttpResponse:
            is_press = request.method == "POST"
            try:
                ctx = open_link(purpose, token, is_press=is_press)
            except RevokedLink as refusal:
                if not is_press and (own_game := _own_game(request, token)):
                    return redirect("duel:game", own_game)
                return say(request, str(refusal), status=410)
            except Refused as refusal:
                return say(request, str(refusal), status=404)
            except BrokenGame as broken:  # nobody knows whether the link is from us
                return show_damage(request, broken.game, is_known=False)
            with speaking_to(ctx.seat.user):
                try:
                    return _answer(request, ctx, is_press=is_press)
                except BrokenGame as broken:
                    return show_damage(request, broken.game, ctx.seat)

        def _answer(request: HttpRequest, ctx: LinkContext, *, is_press: bool) -> HttpResponse:
            if is_press and not _may_press(ctx.seat):
                return say(request, translation.gettext("Too fast: wait a minute."), status=429)
            note_link_use(ctx.game, ctx.link, purpose, is_press=is_press)
            return page(request, _reached(ctx) if is_press else ctx)

        return opened

    return decorate


def say(request: HttpRequest, sentence: str, *, status: int = 200) -> HttpResponse:
    """Return a page with one sentence, and the way to the games of whoever signs in."""
    context = {"sentence": sentence, "way_back": page_of_link(request)}
    return render(request, "duel/linked/sentence.html", context, status=status)


def page_of_link(request: HttpRequest) -> str:
    """Return where the link leads that was opened or pressed: its page, not one of its buttons.

    Whoever signs in is led back there. It is their own link, so that nothing new is told by it.
    """
    place = request.resolver_match
    if place is not None and place.url_name in _BUTTONS_OF_THE_BOARD:
        return reverse("duel:board", kwargs=place.kwargs)
    return request.path


def _own_game(request: HttpRequest, token: str) -> str:
    """Return the id of the game of a link that was revoked, if its player is signed in."""
    link = read_link(token)
    if link is None or not request.user.is_authenticated:
        return ""
    own = Seat.objects.filter(game=link.game, number=link.seat, user=request.user)
    return own.values_list("game__public_id", flat=True).first() or ""


def _reached(ctx: LinkContext) -> LinkContext:
    """Return the ctx once it is written down, if that was in doubt, that its player is there.

    A move says so by itself.
    """
    game = ctx.game
    if ctx.link.number or game.to_move != ctx.seat.number or game.deadline is not None:
        return ctx
    player = ctx.seat.user
    return ctx.renewed() if player is not None and person_is_here(player) else ctx


def _may_press(seat: Seat) -> bool:
    return within_limit(f"press:{seat.pk}", most=PRESSES_PER_MINUTE, seconds=60)
