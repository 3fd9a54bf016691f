"""The signed addresses in a letter. They are made when it is built, and rest nowhere."""

from collections.abc import Sequence
from functools import cached_property

from django.conf import settings
from django.urls import reverse

from duel.models import Seat
from duel.record.links import Link, Purpose, link_token


class Addresses:
    """The addresses of one seat at one ply."""

    def __init__(self, seat: Seat, ply: int, legal: Sequence[str]) -> None:
        self._seat = seat
        self._ply = ply
        self._legal = legal

    @cached_property
    def board(self) -> str:
        """The board page."""
        return _before_token("duel:board") + self._token(Purpose.BOARD)

    @cached_property
    def more(self) -> str:
        """The page of what goes beside moves."""
        return _before_token("duel:more") + self._token(Purpose.MORE)

    @cached_property
    def rematch(self) -> str:
        """The page on which a game that is over is played once more."""
        return _before_token("duel:again") + self._token(Purpose.REMATCH)

    @cached_property
    def time(self) -> str:
        """The page where time is claimed or given."""
        return _before_token("duel:time") + self._token(Purpose.TIME)

    @cached_property
    def trouble(self) -> str:
        """The page where trouble is reported."""
        return _before_token("duel:trouble") + self._token(Purpose.TROUBLE)

    @cached_property
    def payments(self) -> str:
        """The page of the payments that a very long list leaves out."""
        return _before_token("duel:payments") + self._token(Purpose.PAYMENTS)

    def move(self, place: int) -> str:
        """Return the page of the move at this place of the sorted legal list."""
        return self._before_move + self._token(Purpose.MOVE, place, self._legal[place - 1])

    @cached_property
    def _before_move(self) -> str:
        return _before_token("duel:move")

    def _token(self, purpose: Purpose, number: int = 0, text: str = "") -> str:
        link = Link(self._seat.game_id, self._seat.number, self._ply, number)
        return link_token(purpose, link, epoch=self._seat.link_epoch, text=text)


def _before_token(page: str) -> str:
    """Return the address of a page up to the token with which it ends."""
    return settings.SITE_URL + reverse(page, args=["-"]).removesuffix("-")
