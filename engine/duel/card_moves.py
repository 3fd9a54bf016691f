"""Moves about cards: `buy CARD [as COLOUR] [gold COLOUR …]`, `reserve CELL CARD`, `royal ID`."""

from dataclasses import dataclass
from functools import cache

from engine.duel.facts import (
    CARD_OF,
    CARDS,
    CELL_NAMES,
    CELLS,
    CELLS_BY_NAME,
    COLOURS,
    GOLD,
    ROYAL_OF,
    Card,
)
from engine.duel.flow import ACTION_PHASES, Move, after_abilities, after_action, taken, use_ability
from engine.duel.position import MOST_RESERVED, ROYAL, Player, Position, colour_names
from engine.gems.pieces import (
    DECK_ROWS,
    GEMS,
    EventSink,
    affordable,
    find_card_to_buy,
    gold_text,
    payment_for,
    reserved,
    turn_up_card,
    ways_to_pay,
)


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy a card of the market or of one's own reserve."""

    card_id: str
    colour: int | None
    """The colour that a wild card takes."""
    gold: tuple[int, ...]
    """The colours, in order, that are each paid with one gold instead."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return (
            f"buy {self.card_id}"
            + ("" if self.colour is None else f" as {COLOURS[self.colour]}")
            + gold_text(self.gold)
        )

    def play(self, position: Position, events: EventSink) -> None:
        """Pay the price, gain the card, and go on with its ability."""
        if position.phase not in ACTION_PHASES:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        known = CARD_OF.get(self.card_id)
        card, slot, hidden = find_card_to_buy(self, known, position.market, player.reserved)
        colour = self._colour_of(card, player)
        payment = payment_for(self, card, player, self.gold)

        tokens, bag = player.tokens, position.bag
        for spent, number in payment:
            tokens[spent] -= number
            bag[spent] += number
        player.add_card(card, colour)
        if events is not None:
            events.append(
                {
                    "kind": "bought",
                    "seat": position.seat,
                    "id": card.id,
                    "color": None if colour is None else COLOURS[colour],
                    "from": "market" if slot >= 0 else "reserve",
                    "was_hidden": hidden,
                    "paid": {COLOURS[spent]: number for spent, number in payment},
                    "gold_for": colour_names(self.gold),
                }
            )
        if slot >= 0:
            turn_up_card(position, card.level - 1, slot, events)
        else:
            player.reserved.remove((card, hidden))
        if card.ability == "none" or not use_ability(
            position, card.ability, card.id, colour, events
        ):
            after_abilities(position, events)

    def _colour_of(self, card: Card, player: Player) -> int | None:
        if not card.wild:
            if self.colour is not None:
                raise self.refusal("only a wild card takes a colour")
            return card.colour
        if self.colour is None:
            raise self.refusal("a wild card needs a colour, as in “as red”")
        if not player.bonuses[self.colour]:
            raise self.refusal("a wild card takes a colour in which one already has a bonus")
        return self.colour


_STEMS = {card: f"buy {card.id}" for card in CARDS}


def _affordable(position: Position) -> list[Card]:
    """Return the cards that the seat can pay for; a wild one takes the colour of a bonus."""
    player = position.players[position.seat]
    one, two, three = position.market
    cards = affordable(player, [*one, *two, *three, *[card for card, _ in player.reserved]])
    return cards if any(player.bonuses) else [card for card in cards if not card.wild]


def can_buy(position: Position) -> bool:
    """Return whether the seat can buy any card."""
    return bool(_affordable(position))


def legal_buys(position: Position) -> list[str]:
    """Return every way to buy a card as canonical text, sorted."""
    player = position.players[position.seat]
    bonuses = player.bonuses
    moves: list[str] = []
    for card in _affordable(position):
        stems = [_STEMS[card]]
        if card.wild:
            stems = [f"{stems[0]} as {COLOURS[colour]}" for colour in GEMS if bonuses[colour]]
        if player.tokens[GOLD]:
            payments = ways_to_pay(player, card)
            stems = [stem + payment for stem in stems for payment in payments]
        moves += stems
    moves.sort()
    return moves


@dataclass(frozen=True, slots=True)
class Reserve(Move):
    """Take a gold, then a card of the market or the top of a deck."""

    cell: int
    source: str
    """The id of a card, or `deck1`, `deck2`, `deck3`."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"reserve {CELL_NAMES[self.cell]} {self.source}"

    def play(self, position: Position, events: EventSink) -> None:
        """Take the gold and the card."""
        if position.phase not in ACTION_PHASES:
            raise self.refusal_in_phase(position)
        player = position.players[position.seat]
        if len(player.reserved) >= MOST_RESERVED:
            raise self.refusal("three cards are already reserved")
        if not position.gold_cells >> self.cell & 1:
            raise self.refusal(f"there is no gold on {CELL_NAMES[self.cell]}")
        card, slot = self._offered_card(position)
        from_deck = slot < 0

        position.lift(self.cell)
        player.tokens[GOLD] += 1
        player.reserved.append((card, from_deck))
        if events is not None:
            events.append(taken(position.seat, [self.cell], [GOLD], "reserve"))
            events.append(reserved(position.seat, card, from_deck=from_deck))
        row = card.level - 1
        if from_deck:
            position.decks[row] = position.decks[row][1:]
        else:
            turn_up_card(position, row, slot, events)
        after_action(position, events)

    def _offered_card(self, position: Position) -> tuple[Card, int]:
        """Return the card and its market slot, or -1 if it is the top of its deck."""
        if self.source in DECK_ROWS:
            deck = position.decks[DECK_ROWS[self.source]]
            if not deck:
                raise self.refusal("that deck is empty")
            return deck[0], -1
        card = CARD_OF.get(self.source)
        if card is None or card not in position.market[card.level - 1]:
            raise self.refusal("that card is not in the market")
        return card, position.market[card.level - 1].index(card)


_TEXTS = tuple(
    {source: Reserve(cell, source).text for source in (*CARD_OF, *DECK_ROWS)} for cell in CELLS
)


def cards_to_reserve(position: Position) -> list[str]:
    """Return what there is to reserve, sorted as in the moves; empty if the seat holds three."""
    if len(position.players[position.seat].reserved) >= MOST_RESERVED:
        return []
    ids = [card.id for row in position.market for card in row if card]
    ids.sort()
    return ids + [deck for deck, row in DECK_ROWS.items() if position.decks[row]]


def legal_reserves(position: Position) -> list[str]:
    """Return every way to reserve a card as canonical text, sorted."""
    if not position.gold_cells:
        return []
    names = cards_to_reserve(position)
    return [texts[name] for texts in _texts_at(position.gold_cells) for name in names]


@cache  # three gold lie in 2,625 ways at most
def _texts_at(gold_cells: int) -> list[dict[str, str]]:
    """Return the texts by source for each of the cells, in the order of their names."""
    return [_TEXTS[cell] for cell in CELLS_BY_NAME if gold_cells >> cell & 1]


@dataclass(frozen=True, slots=True)
class TakeRoyal(Move):
    """Take a royal for the third or sixth crown."""

    royal_id: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return f"royal {self.royal_id}"

    def play(self, position: Position, events: EventSink) -> None:
        """Take the royal and go on with its ability."""
        if position.phase != ROYAL:
            raise self.refusal_in_phase(position)
        royal = ROYAL_OF.get(self.royal_id)
        if royal is None or royal not in position.royals:
            raise self.refusal("that royal is not on offer")

        position.royals.remove(royal)
        position.players[position.seat].add_royal(royal)
        if events is not None:
            events.append({"kind": "royal", "seat": position.seat, "id": royal.id})
        if royal.ability == "none" or not use_ability(
            position, royal.ability, royal.id, None, events
        ):
            after_abilities(position, events)


def legal_royals(position: Position) -> list[str]:
    """Return every way to take a royal as canonical text, sorted."""
    return sorted(TakeRoyal(royal.id).text for royal in position.royals)
