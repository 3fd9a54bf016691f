"""Moves about cards: `buy CARD [gold COLOUR …]`, `reserve CARD`, and with T4 `keep 1` or `keep 2`.

Each stands with its rule, its effect, and the list of all such moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from engine.gems.pieces import DECK_ROWS, EventSink, selections, turn_up_card
from engine.splendor.facts import COLOURS, DOUBLE_GOLD, DRAW_TWO, GOLD, TOKEN_AFTER_BUY, Card
from engine.splendor.flow import Move, after_action, put_under_deck, reserved, taken
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
    """The colours, in order, for each of which a gold is paid instead."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"buy {self.card_id}" + _gold_text(self.gold)

    def play(self, position: Position, events: EventSink) -> None:
        """Pay the price and gain the card; with T1 another token follows, then the refill."""
        if position.phase != ACTION:
            raise self.refusal_in_phase(position)
        card, slot, hidden = self._offered_card(position)
        player = position.players[position.seat]
        payment = self._payment(card, player)

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

    def _offered_card(self, position: Position) -> tuple[Card, int, bool]:
        """Return the card, its market slot (-1: in the reserve), and whether it was hidden."""
        card = position.facts.card_of.get(self.card_id)
        if card is not None:
            row = position.market[card.level - 1]
            if card in row:
                return card, row.index(card), False
            for reserved, hidden in position.players[position.seat].reserved:
                if reserved is card:
                    return card, -1, hidden
        # One sentence for a foreign, an undrawn and an unknown card: it tells nothing hidden.
        raise self.refusal("that card is neither in the market nor among one's own reserved cards")

    def _payment(self, card: Card, player: Player) -> list[tuple[int, int]]:
        """Return the colours to pay in, gold last, with the number of tokens of each."""
        tokens, bonuses, gold = player.tokens, player.bonuses, self.gold
        worth = gold_worth(player)
        payment = []
        replaced = 0
        for colour, amount in card.cost:
            due = amount - bonuses[colour]
            if due > 0:
                if gold:
                    in_gold = gold.count(colour)
                    if in_gold > most_gold(due, worth):
                        raise self.refusal(f"that is more gold for {COLOURS[colour]} than is due")
                    replaced += in_gold
                    due = max(0, due - worth * in_gold)
                if due > tokens[colour]:
                    raise self.refusal(f"there are too few {COLOURS[colour]} tokens to pay for it")
                if due:
                    payment.append((colour, due))
        if replaced < len(gold):
            raise self.refusal("gold is named for a colour in which nothing is due")
        if replaced > tokens[GOLD]:
            raise self.refusal("there is too little gold to pay for it")
        if replaced:
            payment.append((GOLD, replaced))
        return payment


def _gold_text(gold: Sequence[int]) -> str:
    return " gold " + " ".join(colour_names(gold)) if gold else ""


def gold_worth(player: Player) -> int:
    """Return for how many tokens of one colour a gold stands: two with T3."""
    return 2 if DOUBLE_GOLD in player.powers else 1


def most_gold(due: int, worth: int) -> int:
    """Return the most gold that can be paid for so many tokens; part of the last may be lost."""
    return -(-due // worth)


def affordable(player: Player, cards: Sequence[Card | None]) -> list[Card]:
    """Return those of the cards that the player can pay for."""
    worth = gold_worth(player)
    gold = player.tokens[GOLD]
    means = list(map(add, player.tokens, player.bonuses))
    found = []
    for card in cards:
        if card is not None:
            gold_left = gold
            for colour, amount in card.cost:
                if amount > means[colour]:
                    gold_left += (means[colour] - amount) // worth
                    if gold_left < 0:
                        break
            else:
                found.append(card)
    return found


def purchases(player: Player, card: Card) -> list[str]:
    """Return every way to pay for a card that is affordable, the one with least gold first."""
    gold = player.tokens[GOLD]
    if not gold:
        return [card.buying]
    worth = gold_worth(player)
    spans = []
    for colour, amount in card.cost:
        due = amount - player.bonuses[colour]
        if due > 0:
            missing = due - player.tokens[colour]
            least = -(-missing // worth) if missing > 0 else 0
            spans.append((colour, least, most_gold(due, worth)))
    return [card.buying + payment for payment in _gold_payments(tuple(spans), gold)]


def legal_buys(position: Position) -> list[str]:
    """Return every way to buy a card as canonical text, sorted."""
    player = position.players[position.seat]
    one, two, three = position.market
    cards = [*one, *two, *three, *[card for card, _ in player.reserved]]
    moves: list[str] = []
    for card in affordable(player, cards):
        moves += purchases(player, card)
    moves.sort()
    return moves


@lru_cache(maxsize=4096)
def _gold_payments(spans: tuple[tuple[int, int, int], ...], gold: int) -> tuple[str, ...]:
    """Return the texts of all ways to spend gold: of each colour from the least to the most.

    Gold may replace a token that one holds; so the least is what is missing, the most what is due.
    """
    return tuple(_gold_text(chosen) for chosen in sorted(selections(spans, gold), key=len))


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
