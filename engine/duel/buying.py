"""Buying a card: `buy CARD [as COLOUR] [gold COLOUR …]`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from engine.duel.cards import CARD_OF, CARDS, Card
from engine.duel.colours import COLOURS, GOLD, colour_names
from engine.duel.flow import after_abilities, use_ability
from engine.duel.move import ACTION_PHASES, Move
from engine.duel.position import Player, Position
from engine.gems.colours import GEMS, selections
from engine.gems.market import Told, turn_up_card


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy a card of the market or of one's own reserve."""

    card_id: str
    colour: int | None
    """The colour that a wild card takes."""
    gold: tuple[int, ...]
    """The colours, in order, for each of which one gold is paid instead."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return (
            f"buy {self.card_id}"
            + ("" if self.colour is None else f" as {COLOURS[self.colour]}")
            + _gold_text(self.gold)
        )

    def play(self, position: Position, told: Told) -> None:
        """Pay the price, gain the card, and go on with its ability."""
        if position.phase not in ACTION_PHASES:
            raise self.refusal_in_phase(position)
        card, slot, hidden = self._offered_card(position)
        player = position.players[position.seat]
        colour = self._colour_of(card, player)
        payment = self._payment(card, player)

        tokens, bag = player.tokens, position.bag
        for spent, number in payment:
            tokens[spent] -= number
            bag[spent] += number
        player.add_card(card, colour)
        if told is not None:
            told.append(
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
            turn_up_card(position, card.level - 1, slot, told)
        else:
            player.reserved.remove((card, hidden))
        if card.ability == "none" or not use_ability(position, card.ability, card.id, colour, told):
            after_abilities(position, told)

    def _offered_card(self, position: Position) -> tuple[Card, int, bool]:
        """Return the card, its market slot (-1: in the reserve), and whether it was hidden."""
        card = CARD_OF.get(self.card_id)
        if card is not None:
            row = position.market[card.level - 1]
            if card in row:
                return card, row.index(card), False
            for reserved, hidden in position.players[position.seat].reserved:
                if reserved is card:
                    return card, -1, hidden
        # One sentence for a foreign, an undrawn and an unknown card: it tells nothing hidden.
        raise self.refusal("that card is neither in the market nor among one's own reserved cards")

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

    def _payment(self, card: Card, player: Player) -> list[tuple[int, int]]:
        """Return the colours to pay in, gold last, with the number of tokens of each."""
        tokens, bonuses, gold = player.tokens, player.bonuses, self.gold
        payment = []
        replaced = 0
        for colour, amount in card.cost:
            due = amount - bonuses[colour]
            if due > 0:
                if gold:
                    in_gold = gold.count(colour)
                    if in_gold > due:
                        raise self.refusal(f"that is more gold for {COLOURS[colour]} than is due")
                    replaced += in_gold
                    due -= in_gold
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


_STEMS = {card: f"buy {card.id}" for card in CARDS}


def _affordable(position: Position) -> list[Card]:
    """Return the cards that the seat can pay for."""
    player = position.players[position.seat]
    bonuses = player.bonuses
    gold = player.tokens[GOLD]
    worth = list(map(add, player.tokens, bonuses))
    affordable = []
    one, two, three = position.market
    for card in [*one, *two, *three, *[reserved for reserved, _ in player.reserved]]:
        if card is not None:
            gold_left = gold
            for colour, amount in card.cost:
                if amount > worth[colour]:
                    gold_left += worth[colour] - amount
                    if gold_left < 0:
                        break
            else:
                if not card.wild or any(bonuses):
                    affordable.append(card)
    return affordable


def can_buy(position: Position) -> bool:
    """Return whether the seat can buy any card."""
    return bool(_affordable(position))


def legal_buys(position: Position) -> list[str]:
    """Return every way to buy a card as canonical text, sorted."""
    player = position.players[position.seat]
    tokens, bonuses = player.tokens, player.bonuses
    gold = tokens[GOLD]
    moves: list[str] = []
    for card in _affordable(position):
        stems = [_STEMS[card]]
        if card.wild:
            stems = [f"{stems[0]} as {COLOURS[colour]}" for colour in GEMS if bonuses[colour]]
        if gold:
            spans = []
            for colour, amount in card.cost:
                due = amount - bonuses[colour]
                if due > 0:
                    held = tokens[colour]
                    spans.append((colour, due - held if due > held else 0, due))
            payments = _gold_payments(tuple(spans), gold)
            stems = [stem + payment for stem in stems for payment in payments]
        moves += stems
    moves.sort()
    return moves


@lru_cache(maxsize=4096)
def _gold_payments(spans: tuple[tuple[int, int, int], ...], gold: int) -> tuple[str, ...]:
    """Return the texts of all ways to spend gold: of each colour from the least to the most.

    Gold may replace a token that one holds; so the least is what is missing, the most what is due.
    """
    return tuple(_gold_text(chosen) for chosen in selections(spans, gold))
