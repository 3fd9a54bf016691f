"""What can be judged without what is hidden: a turn played ahead, threats, a veiled position.

**Veil**: in a copy of the position nobody can use the cards that a spectator does not see. A move
is judged there without knowing those cards: the answer is the same whatever the cards are, so no
answer tells which they are.

**A turn ahead**: with T4, which of two cards is kept rests on cards that nobody has seen: nothing
is foreseen beyond that reserve. All else that a turn turns up makes no difference to the rest.

**Threats** are how other seats could bring the end near on their next turn, by what one seat can
see. Until the last round a seat threatens to begin it, by 15 points or a city. In the last round a
seat that still has a turn threatens to lead alone after it, as all others stand now. A turn reaches
this by a purchase, or by a noble or post that comes whatever is done. Reserved cards that the seat
does not know, and cards still to be turned up, are left out: so the answer is the same whatever is
hidden.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.contract import Threat
from engine.errors import Illegal
from engine.gems.game import TurnAhead
from engine.gems.pieces import affordable, veil_reserve
from engine.reading import SENTENCES
from engine.splendor.card_moves import gold_worth, purchases
from engine.splendor.facts import UNKNOWN, Card
from engine.splendor.flow import nobles_due, posts_due
from engine.splendor.moves import legal_moves, read_move
from engine.splendor.position import ACTION, KEEP, OVER, Player, Position, view
from engine.splendor.scoring import (
    best_of,
    reaches_the_end,
    scored_seats,
    seats_in,
)


def veil(position: Position) -> Position:
    """Return a copy with an unknown card, too dear for anybody, in place of each hidden one."""
    # They still take up room in the hand. Whatever is legal in the copy is legal in truth; so
    # nobody who holds such a card can pass there: in truth it might be affordable.
    copy = position.copy()
    copy.drawn = tuple(UNKNOWN[card.level] for card in copy.drawn)
    for player in copy.players:
        player.reserved = veil_reserve(player.reserved, UNKNOWN)
    return copy


class Foresight(TurnAhead[Position]):
    """The turn of the seat to move, seen ahead of time; what follows too, if somebody tries it."""

    def __init__(self, position: Position, *, tried_by: int | None = None) -> None:
        super().__init__(position, UNKNOWN, tried_by=tried_by)
        # Which of the drawn cards another seat keeps is nobody else's to try.
        self.unknown = self._goes_on and position.phase == KEEP and position.seat != tried_by

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        if self._hangs_on_unknown:
            return []
        moves = legal_moves(self._usable())
        # A card that is not known might be affordable: then nobody may pass.
        return [] if moves == ["pass"] and self._shows_unknown else moves

    def view(self) -> dict[str, Any]:
        """Return what the seat knows it will see; cards that it has not looked at yet are null."""
        shown = self._without_unknown(view(self._shadow, self._seat))
        if self.unknown:
            shown["drawn"] = [None for _ in shown["drawn"]]
        return shown

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""
        if self.unknown:
            raise Illegal(SENTENCES["unseen"])
        made = read_move(move)
        if self._goes_on and move not in self.legal():
            raise Illegal(SENTENCES["unseen"])
        made.play(self._shadow, None)
        self.unknown = self._shadow.phase == KEEP


Due = TypeVar("Due")


def threats(position: Position, seat: int) -> list[Threat]:
    """Return how other seats could reach it, each card once, as the seat can see it."""
    # Without a move it is a turn that reaches it whatever is done.
    if position.phase == OVER:
        return []
    others = (other for other in seats_in(position) if other != seat and _has_turn(position, other))
    return [threat for other in others for threat in _threats_of(position, other)]


def _has_turn(position: Position, seat: int) -> bool:
    """Return whether a turn of the seat is still to end; in the last round that is one at most."""
    if not position.last_round:
        return True
    seats = len(position.players)
    place = (seat - position.first) % seats
    return place >= (position.turn - 1) % seats


def _threats_of(position: Position, seat: int) -> Iterator[Threat]:
    player = position.players[seat]
    if reached := _reached(position, seat, player):
        yield Threat(seat, (), reached)
        return
    if position.last_round and seat == position.seat and position.phase != ACTION:
        return  # it has done the action of its last turn
    for card in affordable(player, _cards_in_sight(position, player), gold_worth(player)):
        after = player.copy()
        after.add_card(card)
        if reached := _reached(position, seat, after):
            yield Threat(seat, (purchases(player, card)[0],), reached)


def _cards_in_sight(position: Position, player: Player) -> list[Card | None]:
    """Return the cards on offer, level 3 first, then the reserved ones that are known."""
    on_offer = [card for row in reversed(position.market) for card in row]
    return on_offer + [card for card, is_hidden in player.reserved if not is_hidden]


def _reached(position: Position, seat: int, player: Player) -> tuple[tuple[str, int], ...]:
    """Return what the seat reaches at best at the end of a turn in which it has these cards."""
    for end in _ends(position, player):
        if position.last_round:
            reached = _leads_alone(position, seat, end)
        else:
            reached = reaches_the_end(position, end)
        if reached:
            return (("city" if position.cities else "points", end.points),)
    return ()


def _ends(position: Position, player: Player) -> Iterator[Player]:
    """Yield the player after each noble and post that can be chosen at the end of the turn."""
    for noble in _choices(nobles_due(position, player)):
        for post in _choices(posts_due(position, player)):
            end = player.copy()
            if noble:
                end.add_noble(noble)
            if post:
                end.add_post(post)
            yield end


def _choices(due: list[Due]) -> Sequence[Due | None]:
    """Return what is due, where one must be chosen, or that there is nothing."""
    return due or (None,)


def _leads_alone(position: Position, seat: int, player: Player) -> bool:
    """Return whether the player would win alone if the game ended then."""
    after = position.copy()
    after.players[seat] = player
    return best_of(after, scored_seats(after)) == (seat,)
