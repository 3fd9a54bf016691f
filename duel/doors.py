"""What a signed link opens: its seat's game, as it stands now, and the move it names.

Opening a link changes nothing, however often and by whomever it is done.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from duel.errors import ForgedLink, RevokedLink
from duel.links import Link, Purpose, is_sealed, link_token, read_link
from duel.log import Log, read_log
from duel.models import Game, Seat, Status
from duel.selectors import legal_moves, view_for
from duel.story import events_since
from engine.errors import Illegal


@dataclass(frozen=True)
class Door:
    """A link that was proved genuine: one seat of one game, and where the game stands."""

    seat: Seat
    link: Link
    move: str
    """The canonical text of the move that the link names; empty if it names none."""

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
    def log(self) -> Log:
        """The whole log, replayed; only what looks back needs it."""
        return read_log(self.game)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position now, as the seat may see it."""
        return view_for(self.game, self.seat.number)

    @cached_property
    def legal(self) -> list[str]:
        """The moves that the seat can make now."""
        if self.game.to_move != self.seat.number:
            return []
        return legal_moves(self.game)

    @property
    def turn_goes_on(self) -> bool:
        """Whether the turn that the link was made for is still being made, some steps later."""
        if self.game.to_move != self.seat.number:
            return False
        now, then = self.log.course.position, self.log.course.position_at(self.link.ply)
        return bool(then.turn == now.turn and then.to_move == now.to_move)

    @property
    def stands(self) -> bool:
        """Whether the move that the link names was played there and still stands."""
        after = self.link.ply + 1
        return any(
            made.ply == after and made.seat == self.seat.number and made.text == self.move
            for made in self.log.course.standing()
        )

    @property
    def is_final_already(self) -> bool:
        """Whether the turn that is being made has turned something up before this move."""
        course, seat = self.log.course, self.seat.number
        made = course.standing()
        if not made or (made[-1].seat, made[-1].turn) != (seat, course.position.turn):
            return False
        try:
            course.check_undo(seat, course.start_of_last_turn(seat))
        except Illegal:
            return True
        return False

    def reopened(self) -> "Door":
        """Return the same seat's door to where the game stands now."""
        seat = Seat.objects.select_related("game", "user").get(pk=self.seat.pk)
        return Door(seat, Link(seat.game.pk, seat.number, seat.game.ply), "")

    def since(self) -> list[dict[str, Any]]:
        """Return what has happened since the link was made, as the seat may know it."""
        return events_since(self.log, self.link.ply, self.seat.number)

    def token(self, purpose: Purpose, number: int = 0) -> str:
        """Return a link of this seat to where the game stands now."""
        link = Link(self.game.pk, self.seat.number, self.game.ply, number)
        text = self.legal[number - 1] if number else ""
        return link_token(purpose, link, epoch=self.seat.link_epoch, text=text)


def open_door(purpose: Purpose, token: str) -> Door:
    """Return what a link opens; raise ForgedLink or RevokedLink if it opens nothing."""
    link = read_link(token)
    if link is None:
        raise ForgedLink
    seat = (
        Seat.objects.select_related("game", "user")
        .filter(game=link.game, number=link.seat, game__status__in=[Status.RUNNING, Status.OVER])
        .first()
    )
    if seat is None or link.ply > seat.game.ply:
        raise ForgedLink
    move = _named_move(seat.game, link) if link.number else ""
    if is_sealed(purpose, link, epoch=seat.link_epoch, text=move):
        return Door(seat, link, move)
    if any(is_sealed(purpose, link, epoch=old, text=move) for old in range(seat.link_epoch)):
        raise RevokedLink
    raise ForgedLink


def _named_move(game: Game, link: Link) -> str:
    if link.ply == game.ply:
        legal = legal_moves(game)
    else:
        course = read_log(game).course
        legal = course.game.legal(course.position_at(link.ply))
    if not 1 <= link.number <= len(legal):
        raise ForgedLink
    return legal[link.number - 1]
