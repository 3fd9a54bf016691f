"""Card moves: `buy CARD [gold COLOUR …]`, `reserve CARD`, and with T4 `keep 1` or `keep 2`."""

from dataclasses import dataclass

from engine.gems.pieces import (
    DECK_ROWS,
    EventSink,
    affordable,
    find_card_to_buy,
    gold_text,
    payment_for,
    reserved,
    turn_up_card,
    ways_to_pay,
)
from engine.splendor.facts import COLOURS, DOUBLE_GOLD, DRAW_TWO, GOLD, TOKEN_AFTER_BUY, Card
from engine.splendor.flow import Move, after_action, put_under_deck, taken
from engine.splendor.position import (
    ACTION,
    EXTRA,
    KEEP,
    MOST_RESERVED,
    Player,
    Position,
    colour_names,
)


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy a card of the market or of one's own reserve."""

    card_id: str
    gold: tuple[int, ...]
    """The colours, in order, that are each paid with a gold instead."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"buy {self.card_id}" + gold_text(self.gold)

    def play(self, position: Position, events: EventSink) -> None:
        """Pay the price and gain the card; with T1 another token follows, then the refill."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        known = position.facts.card_of.get(self.card_id)
        card, slot, hidden = find_card_to_buy(self, known, position.market, player.reserved)
        payment = payment_for(self, card, player, self.gold, gold_worth(player))

        tokens, bank = player.tokens, position.bank
        for spent, number in payment:
            tokens[spent] -= number
            bank[spent] += number
        player.add_card(card)
        position.passes = 0
        if events is not None:
            events.append(
                {
                    "kind": "bought",
                    "seat": position.seat,
                    "id": card.id,
                    "color": COLOURS[card.colour],
                    "from": "market" if slot >= 0 else "reserve",
                    "was_hidden": hidden,
                    "paid": {COLOURS[spent]: number for spent, number in payment},
                    "gold_for": colour_names(self.gold),
                }
            )
        waits = TOKEN_AFTER_BUY in player.powers and any(bank[:GOLD])
        row = card.level - 1
        if slot < 0:
            player.reserved.remove((card, hidden))
        elif waits and position.decks[row]:
            position.market[row][slot] = None  # until the extra token is taken
        else:
            turn_up_card(position, row, slot, events)
        if waits:
            position.phase = EXTRA
        else:
            after_action(position, events)


def gold_worth(player: Player) -> int:
    """Return for how many tokens of one colour a gold stands: two with T3."""
    return 2 if DOUBLE_GOLD in player.powers else 1


def purchases(player: Player, card: Card) -> list[str]:
    """Return every way to buy a card that is affordable, the one with least gold first."""
    return [card.buying + payment for payment in ways_to_pay(player, card, gold_worth(player))]


def legal_buys(position: Position) -> list[str]:
    """Return every way to buy a card as canonical text, sorted."""
    player = position.players[position.seat]
    one, two, three = position.market
    cards = [*one, *two, *three, *[card for card, _ in player.reserved]]
    moves: list[str] = []
    for card in affordable(player, cards, gold_worth(player)):
        moves += purchases(player, card)
    moves.sort()
    return moves


@dataclass(frozen=True, slots=True)
class Reserve(Move):
    """Reserve a card of the market or the top of a deck, with a gold if there is one."""

    source: str
    """The id of a card, or `deck1`, `deck2`, `deck3`."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"reserve {self.source}"

    def play(self, position: Position, events: EventSink) -> None:
        """Take a gold and the card; with T4 look at two cards of the deck first."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        if len(player.reserved) >= MOST_RESERVED:
            raise self.refusal("three cards are already reserved")
        if self.source in DECK_ROWS:
            self._draw(position, player, DECK_ROWS[self.source], events)
        else:
            self._take_from_market(position, player, events)

    def _draw(self, position: Position, player: Player, row: int, events: EventSink) -> None:
        deck = position.decks[row]
        if not deck:
            raise self.refusal("that deck is empty")
        _take_gold(position, player, events)
        if len(deck) > 1 and DRAW_TWO in player.powers:
            position.drawn, position.decks[row] = deck[:2], deck[2:]
            position.phase = KEEP
            if events is not None:
                ids = [card.id for card in position.drawn]
                events.append(
                    {"kind": "looked", "seat": position.seat, "level": row + 1, "ids": ids}
                )
            return
        position.decks[row] = deck[1:]
        _lay_aside(position, player, deck[0], from_deck=True, events=events)
        after_action(position, events)

    def _take_from_market(self, position: Position, player: Player, events: EventSink) -> None:
        card = position.facts.card_of.get(self.source)
        if card is None or card not in position.market[card.level - 1]:
            raise self.refusal("that card is not in the market")
        row = card.level - 1
        _take_gold(position, player, events)
        _lay_aside(position, player, card, from_deck=False, events=events)
        turn_up_card(position, row, position.market[row].index(card), events)
        after_action(position, events)


def _take_gold(position: Position, player: Player, events: EventSink) -> None:
    position.passes = 0
    if position.bank[GOLD]:
        position.bank[GOLD] -= 1
        player.tokens[GOLD] += 1
        if events is not None:
            events.append(taken(position.seat, [GOLD], "reserve"))


def _lay_aside(
    position: Position, player: Player, card: Card, *, from_deck: bool, events: EventSink
) -> None:
    player.reserved.append((card, from_deck))
    if events is not None:
        events.append(reserved(position.seat, card, from_deck=from_deck))


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep one of the two cards of T4. It names no card, because the log is public."""

    number: int
    """1 for the upper one, 2 for the lower."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"keep {self.number}"

    def play(self, position: Position, events: EventSink) -> None:
        """Reserve the one card and put the other under its deck."""
        if position.phase != KEEP:
            raise self.refusal_in_phase(position)
        kept, other = position.drawn if self.number == 1 else position.drawn[::-1]
        player = position.players[position.seat]
        _lay_aside(position, player, kept, from_deck=True, events=events)
        position.drawn = (other,)
        put_under_deck(position)
        if events is not None:
            events.append(
                {"kind": "buried", "seat": position.seat, "level": other.level, "id": other.id}
            )
        after_action(position, events)


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
