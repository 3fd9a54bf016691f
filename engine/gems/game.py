"""What games of gems share: the game as the contract wants it, and a turn played ahead."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.contract import AnyPosition, Event, Foresight, Outcome, Step
from engine.errors import BadSetup, Illegal
from engine.fairness import SEED_BYTES
from engine.gems.imagining import with_hidden_dealt
from engine.gems.moves import AnyMove
from engine.gems.pieces import CardOfLevel, veil_reserve


class GemPosition(AnyPosition, Protocol):
    """A position of a game of gems, as far as it is copied, played ahead and ended here."""

    seat: int
    decks: list[Any]
    """By level - 1, the cards of each."""
    market: list[Any]
    players: list[Any]
    result: Outcome | None

    def copy(self) -> Self:
        """Return an independent copy."""


P = TypeVar("P", bound=GemPosition)
F = TypeVar("F", bound=Foresight)


class GemGame(Generic[P, F]):
    """A game of gems; `engine.contract.Game` describes the methods."""

    title: str
    """Its name in sentences."""
    seat_counts: range
    option_names: tuple[str, ...] = ()
    cards_of_level: Mapping[int, Sequence[CardOfLevel]]
    first_position: Callable[[bytes, int, Collection[str]], P]
    """Returns the position that a seed begins with."""
    load: Callable[[object], P]
    read_move: Callable[[str], AnyMove[P]]
    reveals: Callable[[Iterable[Event]], bool]
    foresight: Callable[..., F]

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> P:
        """Return the position at the start; raise BadSetup if it cannot be begun so."""
        if len(seed) != SEED_BYTES:
            raise BadSetup(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        if seats not in self.seat_counts:
            counts = " to ".join(map(str, sorted({self.seat_counts[0], self.seat_counts[-1]})))
            raise BadSetup(f"{self.title} is a game for {counts} players, not {seats}.")
        if strange := set(options) - set(self.option_names):
            raise BadSetup(f"{self.title} has no option {min(strange)!r}.")
        return self.first_position(seed, seats, options)

    def apply(self, position: P, move: str) -> P:
        """Return the position after the move; raise Unreadable or Illegal."""
        after = position.copy()
        self.read_move(move).play(after, None)
        return after

    def play(self, position: P, move: str) -> None:
        """Make the move in place; on an error the position is unchanged."""
        self.read_move(move).play(position, None)

    def step(self, position: P, move: str) -> Step[P]:
        """Return what `apply` returns, together with what happened."""
        after = position.copy()
        events: list[Event] = []
        self.read_move(move).play(after, events)
        return Step(after, tuple(events), self.reveals(events))

    def imagine(self, view: dict[str, Any], chance: bytes) -> P:
        """Return a position that the view could be of, all hidden arrangements equally likely."""
        return self.load(with_hidden_dealt(view, self.cards_of_level, chance))

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        return position.result

    def retire(self, position: P, seat: int) -> Step[P]:
        """Raise Illegal: it is a game of two."""
        raise Illegal("Nobody can leave a game of two and have it go on.")

    def out(self, position: P) -> tuple[int, ...]:
        """Return no seat."""
        return ()

    def copy(self, position: P) -> P:
        """Return an independent copy."""
        return position.copy()

    def foresee(self, position: P) -> F:
        """Return the turn of the seat to move, to be played ahead of time."""
        return self.foresight(position)

    def try_out(self, position: P, seat: int) -> F:
        """Return the game from here on, to be played by all as far as the seat knows it."""
        return self.foresight(position, tried_by=seat)


class TurnAhead(Generic[P]):
    """The turn of the seat to move, as far as its player can foresee it: a shadow of the position.

    A list of moves is taken or refused as a whole. If that hung on chance, lists could be sent
    until one is accepted, and each refusal would reveal something. So a list is tried on a shadow:
    what is allowed there is allowed in truth, whatever is hidden. The shadow is shown to its player
    before anything is played, so its decks hold unknown cards alone, which nobody can use;
    `unknown_cards` are those, by level.

    With `tried_by` the game goes on after the turn, for all seats, as far as that seat knows it:
    the hidden cards of other seats are unknown too.
    """

    def __init__(
        self,
        position: P,
        unknown_cards: Mapping[int, CardOfLevel],
        *,
        tried_by: int | None = None,
    ) -> None:
        self._shadow = position.copy()
        self._shadow.decks = [
            (unknown_cards[level],) * len(deck) for level, deck in enumerate(position.decks, 1)
        ]
        self._unknown_ids = {card.id for card in unknown_cards.values()}
        self._seat = position.seat
        self._turn = position.turn
        self._goes_on = tried_by is not None
        if tried_by is not None:
            self._seat = tried_by
            for number, player in enumerate(self._shadow.players):
                if number != tried_by:
                    player.reserved = veil_reserve(player.reserved, unknown_cards)
        self.unknown = False
        """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over; the game, where it goes on after the turn."""
        is_passed = self._shadow.turn != self._turn and not self._goes_on
        return is_passed or self._shadow.to_move is None

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""
        return self.ended and self._shadow.to_move == self._seat

    @property
    def _hangs_on_unknown(self) -> bool:
        """Return whether the next turn may buy or reserve cards that this one is yet to turn up."""
        return self.unknown or (self.ended and self._shows_unknown)

    @property
    def _shows_unknown(self) -> bool:
        """Whether there is a card in the market that is not known."""
        shown = (card for row in self._shadow.market for card in row if card is not None)
        return any(card.id in self._unknown_ids for card in shown)

    def _usable(self) -> P:
        """Return the shadow with an empty slot in place of each card that is not known."""
        if not self._shows_unknown:
            return self._shadow
        usable = self._shadow.copy()
        for row in usable.market:
            row[:] = [None if card and card.id in self._unknown_ids else card for card in row]
        return usable

    def _without_unknown(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return the view of the shadow as nobody's eyes see it."""
        # A slot whose card is yet to be turned up is empty; a card yet to be drawn shows its back.
        for row in view["market"].values():
            row[:] = [None if card in self._unknown_ids else card for card in row]
        hand = self._shadow.players[self._seat].reserved
        own = view["players"][self._seat]
        own["reserved"] = [
            {"level": card.level, "from": "deck"} if card.id in self._unknown_ids else shown
            for shown, (card, _) in zip(own["reserved"], hand, strict=True)
        ]
        return view
