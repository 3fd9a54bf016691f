"""A game and its seats as one reader may know them: plain values, read from the columns.

`duel.record.finality` makes them. They have no relations and cannot be saved, so nothing that is
left out can be reached from them.
"""

from dataclasses import dataclass
from datetime import datetime, time
from typing import TYPE_CHECKING, Any, Self, TypedDict

from django.utils import timezone

from duel.models.game import Game, Seat, Status
from engine.kinds import Channel

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class KnownGame:
    """The columns of a game as one reader may know them, under the names that `Game` gives them.

    A turn that another player can still take back is left out: the columns say where the game
    stood before it.
    """

    pk: int
    public_id: str
    game: str
    rules: int
    options: dict[str, bool]
    is_public: bool
    warns: bool
    is_listed: bool
    leaving: str
    seat_count: int
    commitment: str
    record_format: int
    rematch_of_id: int | None
    grace: int
    bank: int
    increment: int
    cap: int
    free_weekends: bool
    late_may_be_claimed: bool
    status: str
    proposed_at: datetime
    off_because: str
    expires_at: datetime | None
    began_at: datetime | None
    seq: int
    ply: int
    turn: int
    to_move: int | None
    head: str
    result: dict[str, Any] | None
    moved_at: datetime | None
    ended_at: datetime | None
    secret_opens_at: datetime | None
    unsent_seat: int | None
    unsent_since: datetime | None
    unsent_until: datetime | None
    deadline: datetime | None
    is_damaged: bool
    settlement_id: int | None
    is_settled: bool
    hides_turn_of: int | None = None
    """The seat whose last turn is left out; None: nothing is."""
    hides_up_to: int = 0
    """The number of entries that there were when the game was read, if a turn is left out."""

    @classmethod
    def of(cls, game: "AnyGame", **changes: Any) -> Self:
        """Return the columns of a game with these changes."""
        columns = {name: getattr(game, name) for name in _GAME_COLUMNS}
        columns["is_settled"] = game.settlement_id is not None and game.is_settled
        return cls(**(columns | changes))

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_stopped_by_damage(self) -> bool:
        """Whether its record is damaged and operators have not ended it: nobody can play on."""
        return self.is_damaged and not self.is_settled

    def get_status_display(self) -> str:
        """Return the status in words, as `Game` does."""
        return str(Status(self.status).label)

    @property
    def is_late(self) -> bool:
        """Whether the time of the turn is up, even if no sweep has seen that yet."""
        return self.deadline is not None and self.deadline <= timezone.now()


@dataclass(frozen=True)
class KnownSeat:
    """The columns of a seat, its player and its game, under the names that `Seat` gives them."""

    game: KnownGame
    pk: int
    number: int
    user: "User | None"
    person: str
    nonce: str
    is_word_derived: bool
    joined_at: datetime | None
    former_name: str
    taken_at: datetime | None
    taken_epoch: int
    link_epoch: int
    left_at: datetime | None
    open_until: datetime | None
    bank_left: int
    clock_turn: int | None
    clock_bank: int
    clock_zone: str
    clock_quiet_from: time | None
    clock_quiet_to: time | None
    has_orders: bool
    has_played_orders: bool
    has_memo: bool

    @classmethod
    def of(cls, seat: "AnySeat", game: KnownGame) -> Self:
        """Return the columns of a seat in that game."""
        return cls(game=game, **{name: getattr(seat, name) for name in _SEAT_COLUMNS})

    @property
    def user_id(self) -> int | None:
        """The primary key of its player."""
        return None if self.user is None else self.user.pk

    @property
    def game_id(self) -> int:
        """The primary key of its game."""
        return self.game.pk

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here: it is never written to, and no clock runs for it."""
        return self.user is not None and self.user.is_bot

    @property
    def has_left(self) -> bool:
        """Whether its player has left the game, and the others play on."""
        return self.left_at is not None and self.game.status == Status.RUNNING

    @property
    def viewer(self) -> int | None:
        """Whose view of the position its player sees: once they have left, a spectator's."""
        return self.number if self.left_at is None else None

    def actor(self, channel: Channel) -> "Actor":
        """Return who acts in the game by this channel, as services take it."""
        return {"public_id": self.game.public_id, "seat": self.number, "channel": channel}


class Actor(TypedDict):
    """The keyword arguments of services that say who acts, in which game and how."""

    public_id: str
    seat: int
    channel: Channel


_GAME_COLUMNS = tuple(
    name
    for name in KnownGame.__dataclass_fields__
    if name != "is_settled" and not name.startswith("hides_")
)
_SEAT_COLUMNS = tuple(name for name in KnownSeat.__dataclass_fields__ if name != "game")

AnyGame = Game | KnownGame
AnySeat = Seat | KnownSeat
