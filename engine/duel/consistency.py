"""What must hold between the parts of a position; victory is judged when a turn ends, not here."""

from collections.abc import Iterator

from engine.duel.facts import CARDS, COLOURS, GEMS_AND_PEARL, ROYALS, TOKENS_IN_ALL
from engine.duel.flow import CROWNS_FOR_ROYALS, royals_due, victory_reasons
from engine.duel.position import (
    ACTION,
    DISCARD,
    OVER,
    PRIVILEGES_IN_ALL,
    ROYAL,
    START,
    STEAL,
    TOKEN,
    Player,
    Position,
)
from engine.gems.checking import Checks, each_once
from engine.gems.pieces import TOKEN_LIMIT

CHECKS: Checks[Position] = Checks()


@CHECKS.needs("board", "bag", "player's tokens")
def _token_counts(position: Position) -> Iterator[str]:
    hands = [position.bag, *(player.tokens for player in position.players)]
    for colour, expected in enumerate(TOKENS_IN_ALL):
        number = position.board.count(colour) + sum(hand[colour] for hand in hands)
        if number != expected:
            yield f"there are {number} {COLOURS[colour]} tokens instead of {expected}"


@CHECKS.needs("supply", "player's privileges")
def _privilege_count(position: Position) -> Iterator[str]:
    number = position.supply + sum(player.privileges for player in position.players)
    if number != PRIVILEGES_IN_ALL:
        yield f"there are {number} privileges instead of {PRIVILEGES_IN_ALL}"


@CHECKS.needs("royals", "player's royals")
def _royals_once(position: Position) -> Iterator[str]:
    royals = [*position.royals, *(royal for player in position.players for royal in player.royals)]
    yield from each_once([royal.id for royal in ROYALS], [royal.id for royal in royals])


@CHECKS.needs("decks", "market", "player's reserved", "player's cards")
def _cards_once(position: Position) -> Iterator[str]:
    cards = [card for row in (*position.decks, *position.market) for card in row if card]
    for player in position.players:
        cards += [card for card, _ in (*player.reserved, *player.cards)]
    yield from each_once([card.id for card in CARDS], [card.id for card in cards])


@CHECKS.needs("decks", "market")
def _market_filled(position: Position) -> Iterator[str]:
    for level, (deck, row) in enumerate(zip(position.decks, position.market, strict=True), 1):
        if deck and None in row:
            yield f"the market has an empty slot in level {level}, whose deck is not empty"


@CHECKS.needs("turn", "refills", "phase")
def _refill_count(position: Position) -> Iterator[str]:
    # At most one in each turn; and where a turn begins, its own is still to come.
    if position.refills > position.turn - (position.phase == START):
        yield "there are more refills than turns that could have had one"


# A turn begins with ten tokens at most. Three more can come by privileges, and another three by the
# action; what a card or royal gives is the last thing before the limit, too.
_MOST_TOKENS = {ACTION: 13, TOKEN: 13, STEAL: 13, ROYAL: 13, DISCARD: 16, OVER: TOKEN_LIMIT}


@CHECKS.needs("player's tokens", "phase", "to_move", "supply")
def _token_limit(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.players):
        most = TOKEN_LIMIT
        if seat == position.seat:
            # The privileges used in this turn lie in the supply.
            most = _MOST_TOKENS.get(position.phase, TOKEN_LIMIT + position.supply)
        if sum(player.tokens) > most:
            yield f"seat {seat} has more than {most} tokens"
    if position.phase == DISCARD and sum(position.players[position.seat].tokens) <= TOKEN_LIMIT:
        yield f"in phase discard the seat to move must have more than {TOKEN_LIMIT} tokens"


@CHECKS.needs("player's cards", "player's royals", "phase", "to_move")
def _royals_fit_crowns(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.players):
        choosing = position.phase == ROYAL and seat == position.seat
        if royals_due(player) != choosing or (choosing and not _crowned_last(player)):
            yield (
                f"seat {seat} has {player.crowns} crowns and {len(player.royals)} royals, "
                f"which does not fit in phase {position.phase}"
            )


def _crowned_last(player: Player) -> bool:
    """Return whether the crowns of the card bought last called for a royal."""
    last = player.cards[-1][0].crowns if player.cards else 0
    return any(player.crowns - last < crowns <= player.crowns for crowns in CROWNS_FOR_ROYALS)


@CHECKS.needs("phase", "bag", "refills")
def _action_after_replenishing(position: Position) -> Iterator[str]:
    if position.phase == ACTION and (any(position.bag) or not position.refills):
        yield "phase action comes after a replenishment, which leaves the bag empty"


@CHECKS.needs("phase", "to_move", "board", "player's cards")
def _token_to_take(position: Position) -> Iterator[str]:
    if position.phase == TOKEN:
        ability, colour = _last_card(position)
        if ability != "token" or colour not in position.board:
            yield "phase token needs a card just bought that gives a token lying on the board"


@CHECKS.needs("phase", "to_move", "player's tokens", "player's cards", "player's royals")
def _token_to_steal(position: Position) -> Iterator[str]:
    if position.phase == STEAL:
        if "steal" not in (_last_card(position)[0], _royal_ability(position)):
            yield "phase steal needs a card or royal just gained that lets one steal"
        if not any(position.players[1 - position.seat].tokens[c] for c in GEMS_AND_PEARL):
            yield "in phase steal the opponent must have a gem or pearl"


@CHECKS.needs("phase", "to_move", "again", "player's cards", "player's royals")
def _again_has_a_reason(position: Position) -> Iterator[str]:
    # Cards and royals that give another turn leave nothing to choose but what to discard.
    gained = (_last_card(position)[0], _royal_ability(position))
    if position.again and (position.phase != DISCARD or "again" not in gained):
        yield f"again cannot be true here, in phase {position.phase}"


def _last_card(position: Position) -> tuple[str, int | None]:
    """Return ability and colour of the card that the seat bought last."""
    cards = position.players[position.seat].cards
    return (cards[-1][0].ability, cards[-1][1]) if cards else ("none", None)


def _royal_ability(position: Position) -> str:
    """Return the ability of the royal that came with the card bought last, if one did."""
    player = position.players[position.seat]
    return player.royals[-1].ability if player.royals and _crowned_last(player) else "none"


@CHECKS.needs("phase", "result", "player's cards", "player's royals")
def _result_is_earned(position: Position) -> Iterator[str]:
    result = position.result
    if (result is None) != (position.phase != OVER):
        yield "result must be given when the game is over, and only then"
    elif result and result.by != victory_reasons(position.players[result.winners[0]]):
        yield "result does not fit what the winner has"
