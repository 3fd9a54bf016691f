"""Reserving a card: `reserve CARD`, `reserve deckN`, and with T4 `keep 1` or `keep 2`."""

from dataclasses import dataclass

from engine.gems.market import DECK_ROWS, Told, turn_up_card
from engine.splendor.colours import GOLD
from engine.splendor.facts import DRAW_TWO, Card
from engine.splendor.flow import after_action
from engine.splendor.move import Move
from engine.splendor.position import ACTION, KEEP, MOST_RESERVED, Player, Position
from engine.splendor.seeing.events import reserved, taken


@dataclass(frozen=True, slots=True)
class Reserve(Move):
    """Reserve a card of the market or the top of a deck, with a gold if there is one."""

    source: str
    """The id of a card, or `deck1`, `deck2`, `deck3`."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"reserve {self.source}"

    def play(self, position: Position, told: Told) -> None:
        """Take a gold and the card; with T4 look at two cards of the deck first."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        if len(player.reserved) >= MOST_RESERVED:
            raise self.refusal("three cards are already reserved")
        if self.source in DECK_ROWS:
            self._draw(position, player, DECK_ROWS[self.source], told)
        else:
            self._take_from_market(position, player, told)

    def _draw(self, position: Position, player: Player, row: int, told: Told) -> None:
        deck = position.decks[row]
        if not deck:
            raise self.refusal("that deck is empty")
        _take_gold(position, player, told)
        if len(deck) > 1 and DRAW_TWO in player.powers:
            position.drawn, position.decks[row] = deck[:2], deck[2:]
            position.phase = KEEP
            if told is not None:
                ids = [card.id for card in position.drawn]
                told.append({"kind": "looked", "seat": position.seat, "level": row + 1, "ids": ids})
            return
        position.decks[row] = deck[1:]
        _lay_aside(position, player, deck[0], from_deck=True, told=told)
        after_action(position, told)

    def _take_from_market(self, position: Position, player: Player, told: Told) -> None:
        card = position.facts.card_of.get(self.source)
        if card is None or card not in position.market[card.level - 1]:
            raise self.refusal("that card is not in the market")
        row = card.level - 1
        _take_gold(position, player, told)
        _lay_aside(position, player, card, from_deck=False, told=told)
        turn_up_card(position, row, position.market[row].index(card), told)
        after_action(position, told)


def _take_gold(position: Position, player: Player, told: Told) -> None:
    position.passes = 0
    if position.bank[GOLD]:
        position.bank[GOLD] -= 1
        player.tokens[GOLD] += 1
        if told is not None:
            told.append(taken(position.seat, [GOLD], "reserve"))


def _lay_aside(
    position: Position, player: Player, card: Card, *, from_deck: bool, told: Told
) -> None:
    player.reserved.append((card, from_deck))
    if told is not None:
        told.append(reserved(position.seat, card, from_deck=from_deck))


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep one of the two cards of T4. It names no card, because the log is public."""

    number: int
    """1 for the upper one, 2 for the lower."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"keep {self.number}"

    def play(self, position: Position, told: Told) -> None:
        """Reserve the one card and put the other under its deck."""
        if position.phase != KEEP:
            raise self.refusal_in_phase(position)
        kept, other = position.drawn if self.number == 1 else position.drawn[::-1]
        player = position.players[position.seat]
        _lay_aside(position, player, kept, from_deck=True, told=told)
        position.drawn = (other,)
        put_under_deck(position)
        if told is not None:
            told.append(
                {"kind": "buried", "seat": position.seat, "level": other.level, "id": other.id}
            )
        after_action(position, told)


def put_under_deck(position: Position) -> None:
    """Put the cards that were drawn under their deck, the lowest of them last."""
    if position.drawn:
        position.decks[position.drawn[0].level - 1] += position.drawn
        position.drawn = ()


_DECK_TEXTS = [(row, Reserve(deck).text) for deck, row in DECK_ROWS.items()]


def legal_reserves(position: Position) -> list[str]:
    """Return every way to reserve a card as canonical text, sorted."""
    if len(position.players[position.seat].reserved) >= MOST_RESERVED:
        return []
    one, two, three = position.market
    moves = [card.reserving for card in [*one, *two, *three] if card]
    moves.sort()
    decks = position.decks
    return moves + [text for row, text in _DECK_TEXTS if decks[row]]


def legal_keeps(position: Position) -> list[str]:
    """Return both ways to keep a card."""
    return ["keep 1", "keep 2"]
