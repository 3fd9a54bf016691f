"""A game whose record is broken, as far as known without its log; operators' decisions call it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.db import transaction

from duel.errors import BrokenGame, UnknownGame
from duel.models import Game, Seat, Status
from duel.record.log import Log, read_log
from duel.record.reading import locked_game, was_written_since


class Table(Protocol):
    """A game and who sits in it, whether there is a log of it or not."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats with their players, in order."""


@dataclass(frozen=True)
class BrokenTable:
    """A game that cannot be replayed: who sits there, and what is found of its log."""

    game: Game
    seats: Sequence[Seat]
    seq: int
    """How many entries there are."""
    head: str
    """The hash of the last of them."""

    @property
    def mark(self) -> int:
        """What a decision about it is bound to, as others are to a seq: no entry is added."""
        return self.seq + (self.game.settlement.number if self.game.settlement else 0)

    @property
    def is_held(self) -> bool:
        """Whether operators have stopped its clocks."""
        return self.game.settlement is not None and not self.game.settlement.is_end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.status == Status.OVER


def broken_table(public_id: str) -> BrokenTable | None:
    """Return what is found of a begun game, its row locked, or None if its record is whole."""
    with transaction.atomic():
        game = locked_game(public_id)
        try:
            read_log(game).refuse_other_end()
        except BrokenGame:
            return _find_rest(game)
    return None


def table_to_preview(game: Game) -> Log | BrokenTable:
    """Return the log of a begun game or, where its record is broken, what is found of it.

    Nothing is locked. What is written between the queries looks like damage: then it is read again.
    """
    while True:
        try:
            log = read_log(game)
            log.refuse_other_end()
            return log
        except BrokenGame:
            table = _find_rest(game)
            if not was_written_since(game):
                return table
        found = Game.objects.filter(pk=game.pk).first()
        if found is None:
            raise UnknownGame
        game = found


def _find_rest(game: Game) -> BrokenTable:
    seats = list(game.seats.select_related("user").order_by("number"))
    hashes = list(game.entries.order_by("seq").values_list("hash", flat=True))
    return BrokenTable(game, seats, len(hashes), hashes[-1] if hashes else "")
