"""Opens the pages of a seat: by a signed link, or for its player who is signed in.

Opening a link changes nothing, as scanners open every link. Its pages need no sign-in and no
cookie, and speak the player's language. The link alone authorises a press, so there is no CSRF
token: to forge the request one needs the link.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.requests import within_limit
from duel.errors import BrokenGame, ForgedLink, Refused, RevokedLink, SuspendedPlayer
from duel.models import Seat
from duel.models.known import Actor
from duel.perspective.perspective import (
    PlayerPerspective,
    perspective_of_link,
    perspective_of_player,
    read_again,
)
from duel.record.links import (
    Link,
    Purpose,
    prove_numbers,
    prove_text,
    read_link,
    save_link_use,
    seat_path,
)
from duel.timekeeping.returned_letters import person_is_here
from duel.web.game.fallback_pages import say, show_damage, show_departed_seat
from engine.kinds import Channel


@dataclass(frozen=True)
class LinkContext:
    """A link that was proved genuine, and the game as the player in its seat may know it."""

    perspective: PlayerPerspective
    link: Link

    @property
    def actor(self) -> Actor:
        """The player, as services take who acts."""
        return self.perspective.seat.actor(Channel.LINK)

    @property
    def is_fresh(self) -> bool:
        """Whether the game still stands where it stood when the link was made."""
        return self.link.ply == self.perspective.game.ply

    @property
    def is_open(self) -> bool:
        """Whether the seat can play here and now."""
        return self.is_fresh and self.perspective.game.to_move == self.perspective.number

    @cached_property
    def move(self) -> str:
        """The canonical text of the move that the link names; empty if it names none."""
        if self.link.ply > self.perspective.game.ply:
            raise ForgedLink
        if not self.link.number:
            return ""
        legal = self.perspective.legal_at(self.link.ply)
        if self.link.number > len(legal):
            raise ForgedLink
        return legal[self.link.number - 1]

    @property
    def is_of_latest_turn(self) -> bool:
        """Whether the link was made for a turn of the seat after which nobody else has moved."""
        was_theirs = self.perspective.to_move_at(self.link.ply) == self.perspective.number
        return was_theirs and self.perspective.has_only_moved_since(self.link.ply)

    @property
    def leads_on(self) -> bool:
        """Whether the link leads to where the game stands: fresh, or of the seat's latest turn."""
        return self.is_fresh or self.is_of_latest_turn

    @property
    def turn_goes_on(self) -> bool:
        """Whether the seat is still at the turn that the link was made for, some steps later."""
        is_theirs = self.perspective.game.to_move == self.perspective.number
        return is_theirs and self.is_of_latest_turn

    def renewed(self) -> "LinkContext":
        """Return the context with the game read anew; raise RevokedLink if another sits there."""
        perspective = read_again(self.perspective)
        if perspective is None:
            raise RevokedLink
        return LinkContext(perspective, self.link)


def open_link(purpose: Purpose, token: str, *, is_press: bool = False) -> LinkContext:
    """Return what a link opens; raise ForgedLink, RevokedLink or SuspendedPlayer if nothing.

    A press on a move's page reads the log, as the move is written to it. Nothing is replayed for a
    link that is not from us.
    """
    link = read_link(token)
    if link is None:
        raise ForgedLink
    opened = perspective_of_link(link, from_log=is_press and bool(link.number))
    if opened is None:
        raise ForgedLink
    perspective, old_until = opened
    seat = perspective.seat
    prove_numbers(purpose, link, epoch=seat.link_epoch, old_until=old_until)
    ctx = LinkContext(perspective, link)
    prove_text(purpose, link, epoch=seat.link_epoch, text=ctx.move)
    if seat.user is not None and seat.user.suspended_at is not None:
        raise SuspendedPlayer
    return ctx


PRESSES_PER_MINUTE = 60

Page = Callable[[HttpRequest, LinkContext], HttpResponse]


def by_link(
    purpose: Purpose,
) -> Callable[[Page], Callable[[HttpRequest, str], HttpResponse]]:
    """Return a decorator for pages that open with a link for this purpose.

    Opening one notes only that the link was used; a press also proves that its player is there.
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
            except BrokenGame as broken:  # the link is not proved
                return show_damage(request, broken.game, is_known=False)
            with speaking_to(ctx.perspective.seat.user):
                try:
                    return _answer(request, ctx, is_press=is_press)
                except RevokedLink as refusal:  # the seat has changed hands in this moment
                    return say(request, str(refusal), status=410)
                except BrokenGame as broken:
                    return show_damage(request, broken.game, ctx.perspective.seat)

        def _answer(request: HttpRequest, ctx: LinkContext, *, is_press: bool) -> HttpResponse:
            perspective, seat = ctx.perspective, ctx.perspective.seat
            if is_press and not within_limit(
                f"press:{seat.pk}", most=PRESSES_PER_MINUTE, seconds=60
            ):
                return say(request, translation.gettext("Too fast: wait a minute."), status=429)
            save_link_use(seat.game, ctx.link, purpose, is_press=is_press)
            if seat.has_left and purpose is not Purpose.TROUBLE:
                return show_departed_seat(request, perspective)
            return page(request, _after_sign_of_life(ctx) if is_press else ctx)

        return opened

    return decorate


def _own_game(request: HttpRequest, token: str) -> str:
    """Return the id of the game of a link that was revoked, if its player is signed in."""
    link = read_link(token)
    if link is None or not request.user.is_authenticated:
        return ""
    own = Seat.objects.filter(game=link.game, number=link.seat, user=request.user)
    return own.values_list("game__public_id", flat=True).first() or ""


def _after_sign_of_life(ctx: LinkContext) -> LinkContext:
    """Return the context, renewed if the press lets a held clock go on; a move does that itself."""
    game, seat = ctx.perspective.game, ctx.perspective.seat
    if ctx.link.number or game.to_move != seat.number or game.deadline is not None:
        return ctx
    return ctx.renewed() if seat.user is not None and person_is_here(seat.user) else ctx


def own_perspective(user: User, public_id: str) -> PlayerPerspective:
    """Return the game as the person in it knows it; raise Http404 for others."""
    perspective = perspective_of_player(user, public_id)
    if perspective is None:
        raise Http404
    return perspective


def _lead_to(purpose: Purpose) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view that leads a player who is signed in to this page of their seat."""

    @login_required
    @never_cache
    @require_safe
    def lead(request: HttpRequest, public_id: str) -> HttpResponse:
        assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
        return redirect(seat_path(own_perspective(request.user, public_id).seat, purpose))

    return lead


lead_to_more = _lead_to(Purpose.MORE)
lead_to_clocks = _lead_to(Purpose.TIME)
