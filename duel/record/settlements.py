"""Columns of a game with a broken log follow a settlement; integrity, decisions, clocks ask it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.conf import settings

from duel.models import AnyGame, Game, Seat, Status

STANDS_STILL = {"deadline": None, "alarm_at": None, "clock_as_of": None}
"""The columns of a clock that cannot be worked out: nobody runs out of time by it."""


class Settlement(Protocol):
    """One decision about a game that cannot be replayed; its table belongs to operators."""

    @property
    def operator(self) -> int | None:
        """The key of the operator; None: a player has left."""

    @property
    def seq(self) -> int:
        """How many entries were found."""

    @property
    def head(self) -> str:
        """The hash of the last of them."""

    @property
    def made_at(self) -> datetime:
        """When."""

    @property
    def is_end(self) -> bool:
        """Whether the game is over by it; a hold only stops its clocks."""

    @property
    def result(self) -> dict[str, list[int] | list[str]] | None:
        """How the game ended by it, as a game's result has it."""


def settlement_of(game: AnyGame) -> Settlement | None:
    """Return the settlement that a game follows instead of its log, if any."""
    if game.settlement_id is None:
        return None
    return Game.objects.select_related("settlement").get(pk=game.pk).settlement


def settled_columns(settlement: Settlement) -> dict[str, Any]:
    """Return the columns as the settlement makes them; all others stay as they were found."""
    if not settlement.is_end:
        return dict(STANDS_STILL)
    return {
        **STANDS_STILL,
        "status": Status.OVER,
        "to_move": None,
        "result": settlement.result,
        "ended_at": settlement.made_at,
    }


def follow_settlement(game: Game, settlement: Settlement) -> None:
    """Bring the columns of a game, whose row is locked, and of its seats up to the settlement."""
    columns = settled_columns(settlement) | {"settlement": settlement}
    if settlement.is_end:
        columns["secret_opens_at"] = settlement.made_at + timedelta(hours=settings.DISPUTE_HOURS)
        Seat.objects.filter(game=game).update(is_to_move=False)
    for name, value in columns.items():
        setattr(game, name, value)
    game.save(update_fields=list(columns))


def differences(game: Game, *, seq: int, head: str) -> Iterator[tuple[str, object, object]]:
    """Yield name, expected and found value of what has changed since the game was settled."""
    settlement = game.settlement
    if settlement is None:
        return
    for name, expected in settled_columns(settlement).items():
        if getattr(game, name) != expected:
            yield name, expected, getattr(game, name)
    if game.secret_opens_at is None or game.secret_opens_at < settlement.made_at:
        yield "secret_opens_at", f"{settlement.made_at} or later", game.secret_opens_at
    if seq != settlement.seq:
        yield "entries since it was settled", settlement.seq, seq
    elif head != settlement.head:
        yield "last hash since it was settled", settlement.head, head
