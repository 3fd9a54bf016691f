"""What can be judged without what is hidden: a turn played ahead, threats, a veiled position.

**Veil**: in a copy of the position nobody can use the reserved cards that a spectator does not see.
A move is judged there without knowing those cards: the answer is the same whatever the cards are,
so no answer tells which they are.

**A turn ahead** is played on the shadow of the position. There a replenishment does everything but
lay its tokens: which cells they will fill is known, what will lie on each is not. More tokens on
the board only add moves, with one exception: the card just bought gives a token of its colour, and
the only ones are to come. Then what comes next is unknown. So what the shadow allows is allowed in
truth.

**Threats** are how the opponent of a seat could win on the next turn, by what that seat can see.
The question is put to a stand-in for the present position, in which it is the opponent's turn.
Reserved cards that the seat does not know are veiled there, and the decks are empty: what would be
turned up is out of reach. Nor is replenishing tried: what it lays is unknown, and a purchase does
not need it. A turn wins by a purchase. Privileges before it bring tokens that are missing, crowns a
royal. If the purchase brings another turn, one further purchase is looked at, and no more.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from typing import Any

from engine.contract import Threat
from engine.duel.card_moves import legal_buys
from engine.duel.facts import (
    CARD_OF,
    CARDS,
    CELL_NAMES,
    CELL_OF,
    CELLS_BY_NAME,
    EMPTY,
    GOLD,
    ROYALS,
    SPIRAL,
    Card,
)
from engine.duel.flow import CROWNS_FOR_ROYALS, take_privilege
from engine.duel.moves import legal_moves, read_move
from engine.duel.position import ACTION, OVER, START, TOKEN, Player, Position, view
from engine.duel.reading.reader import UNSEEN
from engine.errors import Illegal
from engine.gems.game import TurnAhead
from engine.gems.pieces import GEMS, veil_reserve
from engine.reading import SENTENCES

_OUT_OF_REACH = 99
"""A price that nobody can pay."""


def _unknown_card(level: int) -> Card:
    return Card(
        id="unknown",
        level=level,
        colour=None,
        wild=False,
        bonus=0,
        points=0,
        crowns=0,
        ability="none",
        cost=tuple((colour, _OUT_OF_REACH) for colour in GEMS),
    )


UNKNOWN = {level: _unknown_card(level) for level in sorted({card.level for card in CARDS})}
"""By level, what stands for a card that is not known."""


def veil(position: Position) -> Position:
    """Return a copy with an unknown card, too dear for anybody, in place of each hidden one."""
    # They still take up room in the hand. Whatever is legal in the copy is legal in truth.
    copy = position.copy()
    for player in copy.players:
        player.reserved = veil_reserve(player.reserved, UNKNOWN)
    return copy


class Foresight(TurnAhead[Position]):
    """The turn of the seat to move, seen ahead of time; what follows too, if somebody tries it."""

    def __init__(self, position: Position, *, tried_by: int | None = None) -> None:
        super().__init__(position, UNKNOWN, tried_by=tried_by)
        self._unseen: frozenset[int] = frozenset()
        self._coming = [0] * 7

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""
        return [] if self._hangs_on_unknown else legal_moves(self._usable())

    def view(self) -> dict[str, Any]:
        """Return what the seat knows it will see, with `unseen` for each token to come."""
        shown = self._without_unknown(view(self._shadow, self._seat))
        for cell in self._unseen:
            shown["board"][cell] = UNSEEN
        return shown

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""
        if self.unknown or self._unseen & {CELL_OF.get(word) for word in move.split()}:
            raise Illegal(SENTENCES["unseen"])
        if move == "replenish":
            self._replenish()
            return
        read_move(move).play(self._shadow, None)
        if self._unseen and move.startswith("buy"):
            card = CARD_OF[move.split()[1]]
            self.unknown = (
                card.ability == "token"
                and card.colour is not None
                and self._shadow.phase != TOKEN
                and self._coming[card.colour] > 0
            )

    def _replenish(self) -> None:
        """Do what a replenishment does, but leave the cells that it fills empty."""
        shadow = self._shadow
        read_move("replenish").play(shadow.copy(), None)  # raises where it is not allowed
        self._coming = [sum(both) for both in zip(self._coming, shadow.bag, strict=True)]
        empty = [c for c in SPIRAL if shadow.board[c] == EMPTY and c not in self._unseen]
        self._unseen |= frozenset(empty[: sum(shadow.bag)])
        shadow.bag = [0] * 7
        shadow.refills += 1
        shadow.phase = ACTION
        take_privilege(shadow, 1 - shadow.seat, None)


_BEST_ROYAL = max(royal.points for royal in ROYALS)


def threats(position: Position, seat: int) -> list[Threat]:
    """Return how the opponent could win on the next turn, each card once, as the seat sees it."""
    # A way that needs another turn is given only if there is no shorter one, and then only one.
    if position.phase == OVER:
        return []
    now = _as_if_to_move(position, 1 - seat)
    return list(_by_one_purchase(now)) or list(islice(_by_two_purchases(now), 1))


def _as_if_to_move(position: Position, seat: int) -> Position:
    """Return the present position as if it were that seat's turn, without what is hidden."""
    now = veil(position)
    now.seat, now.phase, now.again = seat, START, False
    now.decks = [(), (), ()]
    return now


def _by_one_purchase(now: Position) -> Iterator[Threat]:
    player = now.players[now.seat]
    for card in _cards_in_sight(now):
        if _can_be_enough(player, card):
            yield from islice(_wins_with(now, card), 1)


def _wins_with(now: Position, card: Card) -> Iterator[Threat]:
    for uses, ready in islice(_with_privileges(now, card), 1):
        # How it is paid does not matter any more: one way for each colour of a wild card.
        ways = {text.partition(" gold ")[0]: text for text in _purchases(ready, card)}
        for text in ways.values():
            for end in _ends(_after(ready, text), ready.turn):
                if end.result is not None:
                    yield Threat(now.seat, (*uses, text), _reached(end))


def _by_two_purchases(now: Position) -> Iterator[Threat]:
    player, cards = now.players[now.seat], _cards_in_sight(now)
    for card in cards:
        brings_another = card.ability == "again" or _crowns_for_a_royal(player, card.crowns)
        others = [other for other in cards if other is not card]
        if not brings_another or not any(_can_be_enough(player, card, each) for each in others):
            continue
        for uses, ready in _with_privileges(now, card):
            for text in _purchases(ready, card):
                for end in _ends(_after(ready, text), ready.turn):
                    if end.seat == now.seat and end.phase == START:
                        for threat in _by_one_purchase(end):
                            moves = (*uses, text, *threat.moves)
                            yield Threat(now.seat, moves, threat.reached)


def _cards_in_sight(now: Position) -> list[Card]:
    """Return the cards on offer, level 3 first, then the reserved ones that are known."""
    on_offer = [card for row in reversed(now.market) for card in row if card]
    return on_offer + [card for card, is_hidden in now.players[now.seat].reserved if not is_hidden]


def _can_be_enough(player: Player, *cards: Card) -> bool:
    """Return whether the player could win with these cards, whatever they cost: a quick bound."""
    points = sum(card.points for card in cards)
    crowns = sum(card.crowns for card in cards)
    royals = _BEST_ROYAL * _crowns_for_a_royal(player, crowns)
    return (
        player.points + points + royals >= 20
        or player.crowns + crowns >= 10
        or any(
            player.colour_points[colour]
            + sum(card.points for card in cards if card.wild or card.colour == colour)
            >= 10
            for colour in GEMS
        )
    )


def _crowns_for_a_royal(player: Player, more: int) -> int:
    """Return how many royals so many more crowns would bring."""
    return sum(player.crowns < needed <= player.crowns + more for needed in CROWNS_FOR_ROYALS)


def _with_privileges(now: Position, card: Card) -> Iterator[tuple[list[str], Position]]:
    """Yield the ways to use privileges for a card payable then, fewest first: moves and after."""
    player = now.players[now.seat]
    due = {colour: amount - player.bonuses[colour] for colour, amount in card.cost}
    due = {colour: amount for colour, amount in due.items() if amount > 0}
    for number in range(player.privileges + 1):
        for colours in combinations_with_replacement(due, number):
            if any(colours.count(c) > min(now.board.count(c), due[c]) for c in colours):
                continue
            missing = (max(0, due[c] - colours.count(c) - player.tokens[c]) for c in due)
            if sum(missing) <= player.tokens[GOLD]:
                uses = _uses(now, colours)
                yield uses, _after(now, *uses)


def _uses(now: Position, colours: tuple[int, ...]) -> list[str]:
    """Return the moves that fetch tokens of these colours, from the first cells that hold one."""
    cells: list[int] = []
    for colour in colours:
        free = (c for c in CELLS_BY_NAME if now.board[c] == colour and c not in cells)
        cells.append(next(free))
    return [f"use {CELL_NAMES[cell]}" for cell in cells]


def _purchases(now: Position, card: Card) -> list[str]:
    """Return every way to buy the card."""
    return [text for text in legal_buys(now) if text.split()[1] == card.id]


def _ends(now: Position, turn: int) -> Iterator[Position]:
    """Yield how a turn can end, by each of the choices that are left in it."""
    if now.phase == OVER or now.turn != turn:
        yield now
        return
    for move in legal_moves(now):
        yield from _ends(_after(now, move), turn)


def _after(now: Position, *moves: str) -> Position:
    after = now.copy()
    for move in moves:
        read_move(move).play(after, None)
    return after


def _reached(end: Position) -> tuple[tuple[str, int], ...]:
    player = end.players[end.seat]
    numbers = {
        "points": player.points,
        "crowns": player.crowns,
        "colour": max(player.colour_points),
    }
    return tuple((reason, numbers[reason]) for reason in (end.result.by if end.result else ()))
