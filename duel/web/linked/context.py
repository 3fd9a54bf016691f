"""What a signed link opens: its seat's game, as its player may know it, and the move it names.

Opening a link changes nothing, however often and by whomever it is done: scanners open every link.
Its pages need no sign-in and no cookie, and speak the player's language. What a person's press
sends is authorised by the link alone, so there is no CSRF token: whoever can forge the request
already has the link.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt

from accounts.readers import speaking_to
from accounts.requests.limits import within_limit
from duel.errors import BrokenGame, ForgedLink, Refused, RevokedLink, SuspendedPlayer
from duel.games.base import Sheet
from duel.games.registry import presentation_of
from duel.models import Game, NoteDraft, Seat, Status
from duel.record.events import events_since, note_draft_of
from duel.record.finality import game_known_at
from duel.record.links import Link, Purpose, link_token, note_link_use, prove, read_link
from duel.record.log import Log, log_as_of
from duel.record.reading import game_with_table
from duel.table.seen import Seen
from duel.timekeeping.reachability import person_is_here
from duel.web.linked.damaged import show_damage
from duel.web.linked.left import show_as_left
from duel.web.linked.sentences import say
from engine.contract import Game as Rules
from engine.errors import Illegal
from engine.games import find_game
from engine.kinds import Kind
from engine.winning import Win, winning_moves

_BEGUN = (Status.RUNNING, Status.OVER)


@dataclass(frozen=True)
class LinkContext:
    """A link that was proved genuine: one seat of one game, and where the game stands.

    A turn that another player can still take back is left out.
    """

    seat: Seat
    link: Link
    replays: bool = False
    """Whether the position comes from the log itself, and from no cache: it is written to."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.seat.game

    @property
    def is_fresh(self) -> bool:
        """Whether the game still stands where it stood when the link was made."""
        return self.link.ply == self.game.ply

    @property
    def is_open(self) -> bool:
        """Whether the seat can play here and now."""
        return self.is_fresh and self.game.to_move == self.seat.number

    @cached_property
    def move(self) -> str:
        """The canonical text of the move that the link names; empty if it names none."""
        if self.link.ply > self.game.ply:
            raise ForgedLink
        if not self.link.number:
            return ""
        if self.is_fresh:
            legal = self._legal_now
        else:
            course = self.log.course
            legal = course.game.legal(course.position_at(self.link.ply))
        if self.link.number > len(legal):
            raise ForgedLink
        return legal[self.link.number - 1]

    @cached_property
    def seen(self) -> Seen:
        """The game as the seat sees it."""
        return Seen(self.game, self.seat, self.log if self.replays else None)

    @cached_property
    def log(self) -> Log:
        """The whole log, replayed; only what looks back needs it."""
        return log_as_of(self.game) if self.replays else self.seen.log

    @property
    def view(self) -> dict[str, Any]:
        """The position now, as the seat may see it."""
        return self.seen.view

    @property
    def legal(self) -> list[str]:
        """The moves that the seat can make now."""
        return self._legal_now if self.game.to_move == self.seat.number else []

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the seat's last turn, as it may know it."""
        return self.seen.events

    @property
    def is_of_latest_turn(self) -> bool:
        """Whether the link was made for a turn of the seat after which nobody else has moved."""
        course, seat = self.log.course, self.seat.number
        return course.position_at(self.link.ply).to_move == seat and all(
            made.seat == seat for made in course.standing() if made.ply > self.link.ply
        )

    @property
    def leads_on(self) -> bool:
        """Whether the link leads to where the game stands: fresh, or of the seat's latest turn."""
        return self.is_fresh or self.is_of_latest_turn

    @property
    def turn_goes_on(self) -> bool:
        """Whether the seat is still at the turn that the link was made for, some steps later."""
        return self.game.to_move == self.seat.number and self.is_of_latest_turn

    @property
    def move_ends_game(self) -> bool:
        """Whether the game is over with the move that the link names, whoever wins."""
        return self._rules.outcome(self._after_move) is not None

    @property
    def move_leaves_turn_open(self) -> bool:
        """Whether the seat is still at the same turn after the move that the link names."""
        after = self._after_move
        return (after.to_move, after.turn) == (self.seat.number, self._position.turn)

    def sheet(self) -> Sheet:
        """Return the position and the seat's moves in words, named in full.

        Who has left is shown what a spectator sees, and keeps their place in it.
        """
        if self.seen.viewer is not None:
            return self.seen.sheet()
        presentation, seat = presentation_of(self.game), self.seat.number
        return presentation.sheet(self.view, [], seat, self.seen.names, in_full=True)

    @property
    def move_wins(self) -> Win | None:
        """Whether the move that the link names wins the game."""
        moves = filter(self._can_win, [self.move])
        return winning_moves(self._rules, self._position, moves).get(self.move)

    @property
    def stands(self) -> bool:
        """Whether the move that the link names was played there and still stands."""
        after = self.link.ply + 1
        return any(
            made.ply == after and made.seat == self.seat.number and made.text == self.move
            for made in self.log.course.standing()
        )

    @cached_property
    def has_begun(self) -> bool:
        """Whether the seat has made a step of the turn that it is making."""
        seat = self.seat.number
        if self.game.to_move != seat or all(event["seat"] != seat for event in self.events):
            return False
        course = self.log.course
        made = course.standing()
        return bool(made) and (made[-1].seat, made[-1].turn) == (seat, course.position.turn)

    @property
    def was_taken_back(self) -> bool:
        """Whether the seat is to move because it has just taken its turn back."""
        if self.game.to_move != self.seat.number or not self.events:
            return False
        last = self.events[-1]
        return (last["kind"], last["seat"]) == (Kind.UNDO, self.seat.number)

    @property
    def note_draft(self) -> str:
        """What the seat's player wrote with the turn that they took back and make anew."""
        return self._draft.text if self._draft else ""

    @property
    def note_draft_recipients(self) -> str:
        """The seats that alone were to read that, as they are stored; empty: all others."""
        return self._draft.recipients if self._draft else ""

    @cached_property
    def _draft(self) -> NoteDraft | None:
        own = (Kind.UNDO, self.seat.number)
        if all((event["kind"], event["seat"]) != own for event in self.events):
            return None  # so most pages do without another query
        return note_draft_of(self.seat)

    @property
    def can_step_back(self) -> bool:
        """Whether the seat can take back what it has made of its turn so far."""
        return self.seen.can_step_back

    @cached_property
    def turned_nothing_up(self) -> bool:
        """Whether the last turn is the seat's, whole or so far, and showed nothing hidden."""
        course, seat = self.log.course, self.seat.number
        try:
            course.check_undo(seat, course.start_of_last_turn(seat))
        except Illegal:
            return False
        return True

    def renewed(self) -> "LinkContext":
        """Return the same ctx with the game read anew: something was done meanwhile.

        Raise RevokedLink if somebody else sits there by now: nothing of theirs is to be shown.
        """
        seat = Seat.objects.select_related("game", "user").get(pk=self.seat.pk)
        if seat.person != self.seat.person:
            raise RevokedLink
        return LinkContext(_as_known(seat), self.link)

    def since(self) -> list[dict[str, Any]]:
        """Return what has happened since the link was made, as the seat may know it."""
        return events_since(self.log, self.link.ply, self.seat.number)

    def token(self, purpose: Purpose, number: int = 0, *, ply: int | None = None) -> str:
        """Return a link of this seat to where the game stands now, or at that ply."""
        ply = self.game.ply if ply is None else ply
        link = Link(self.game.pk, self.seat.number, ply, number)
        text = self.legal[number - 1] if number else ""
        return link_token(purpose, link, epoch=self.seat.link_epoch, text=text)

    def board(self, *, ply: int | None = None) -> str:
        """Return the address of the seat's board, of a link to that ply or to the present one."""
        return reverse("duel:board", args=[self.token(Purpose.BOARD, ply=ply)])

    def _can_win(self, move: str) -> bool:
        return presentation_of(self.game).can_win(move, self.view)

    @property
    def _rules(self) -> Rules[Any]:
        return find_game(self.game.game, self.game.rules)

    @property
    def _position(self) -> Any:
        return self.log.course.position if self.replays else self.seen.position

    @cached_property
    def _after_move(self) -> Any:
        return self._rules.apply(self._position, self.move)

    @cached_property
    def _legal_now(self) -> list[str]:
        return self._rules.legal(self._position)


def open_link(purpose: Purpose, token: str, *, is_press: bool = False) -> LinkContext:
    """Return what a link opens; raise ForgedLink or RevokedLink if it opens nothing.

    Links of somebody who is suspended open nothing until that is over, and then the same again.
    What a press on a move's page opens goes by the log, as the move is written to it. Nothing is
    replayed for a link that is not from us.
    """
    link = read_link(token)
    if link is None:
        raise ForgedLink
    seat = _seat_of(link)
    ctx = LinkContext(seat, link, replays=is_press and bool(link.number))
    old_until = seat.game.old_links_until
    prove(purpose, link, epoch=seat.link_epoch, old_until=old_until, text=lambda: ctx.move)
    if seat.user is not None and seat.user.suspended_at is not None:
        raise SuspendedPlayer
    return ctx


def _seat_of(link: Link) -> Seat:
    game = game_with_table(link.game)
    if game is None or game.status not in _BEGUN:
        raise ForgedLink
    for seat in game.table or []:
        if seat.number == link.seat:
            return _as_known(seat)
    raise ForgedLink


def _as_known(seat: Seat) -> Seat:
    """Return the seat, its game as whoever sits there may know it."""
    seat.game = game_known_at(seat.game, seat.number)
    return seat


PRESSES_PER_MINUTE = 60

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
                except RevokedLink as refusal:  # the seat has changed hands in this moment
                    return say(request, str(refusal), status=410)
                except BrokenGame as broken:
                    return show_damage(request, broken.game, ctx.seat)

        def _answer(request: HttpRequest, ctx: LinkContext, *, is_press: bool) -> HttpResponse:
            if is_press and not _may_press(ctx.seat):
                return say(request, translation.gettext("Too fast: wait a minute."), status=429)
            note_link_use(ctx.game, ctx.link, purpose, is_press=is_press)
            if ctx.seat.has_left and purpose is not Purpose.TROUBLE:
                return show_as_left(request, ctx.seat)
            return page(request, _reached(ctx) if is_press else ctx)

        return opened

    return decorate


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
