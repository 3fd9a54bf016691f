"""What must hold between the parts of a position; tiles and the last round are judged in play."""

from collections import Counter
from collections.abc import Iterator

from engine.contract import Outcome
from engine.gems.checking import Checks, each_once
from engine.gems.pieces import TOKEN_LIMIT
from engine.splendor.facts import (
    COLOURS,
    DRAW_TWO,
    TOKEN_AFTER_BUY,
    TOKEN_AFTER_PAIR,
    Noble,
    Post,
    tokens_in_all,
)
from engine.splendor.flow import next_turn, nobles_due, posts_due, reason_to_end
from engine.splendor.position import (
    ACTION,
    CITIES,
    CITIES_LAID_OUT,
    DISCARD,
    EXTRA,
    KEEP,
    MOST_RESERVED,
    NOBLE,
    NOBLE11,
    OVER,
    POST,
    Position,
    noble_pool,
)
from engine.splendor.scoring import best_of, meets_needs, reaches_the_end, scored_seats, seats_in
from engine.splendor.token_moves import extra_colours

CHECKS: Checks[Position] = Checks()


@CHECKS.needs("bank", "player's tokens")
def _token_counts(position: Position) -> Iterator[str]:
    hands = [position.bank, *(player.tokens for player in position.players)]
    for colour, expected in enumerate(tokens_in_all(len(position.players))):
        number = sum(hand[colour] for hand in hands)
        if number != expected:
            yield f"there are {number} {COLOURS[colour]} tokens instead of {expected}"


@CHECKS.needs("decks", "market", "drawn", "out", "player's reserved", "player's cards")
def _cards_once(position: Position) -> Iterator[str]:
    cards = [card for row in (*position.decks, *position.market) for card in row if card]
    cards += position.drawn
    for player in position.players:
        cards += [*player.cards, *(card for card, _ in player.reserved)]
    ids = [card.id for card in cards]
    expected = [card.id for card in position.facts.cards]
    if position.out:
        # What seats that have left had reserved is nowhere any more.
        missing = [card_id for card_id in expected if card_id not in ids]
        expected = [card_id for card_id in expected if card_id in ids]
        most = MOST_RESERVED * len(position.out)
        if len(missing) > most:
            yield f"{len(missing)} cards are missing, and seats that left took {most} at most"
    yield from each_once(expected, ids)


@CHECKS.needs("options", "nobles", "player's nobles")
def _nobles_of_the_game(position: Position) -> Iterator[str]:
    nobles = [*position.nobles, *(noble for player in position.players for noble in player.nobles)]
    in_all = 0 if CITIES in position.options else len(position.players) + 1
    if len(nobles) != in_all:
        yield f"there are {len(nobles)} nobles instead of {in_all}"
    for noble, number in Counter(nobles).items():
        if number > 1:
            yield f"{noble.id} is there {number} times instead of once"
    pool = noble_pool(position.facts, with_eleventh=NOBLE11 in position.options)
    for noble in nobles:
        if noble not in pool:
            yield f"{noble.id} does not belong to a game without the option {NOBLE11}"


@CHECKS.needs("options", "cities")
def _cities_of_the_game(position: Position) -> Iterator[str]:
    in_all = CITIES_LAID_OUT if CITIES in position.options else 0
    if len(position.cities) != in_all:
        yield f"there are {len(position.cities)} cities instead of {in_all}"
    for tile, number in Counter(city.tile for city in position.cities).items():
        if number > 1:
            yield f"city tile {tile} is there {number} times instead of once"


@CHECKS.needs("options", "player's posts")
def _posts_once(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.players):
        if player.posts and not position.with_posts:
            yield f"seat {seat} has trading posts in a game without them"
        for post, number in Counter(player.posts).items():
            if number > 1:
                yield f"seat {seat} has {post.id} {number} times"


@CHECKS.needs("player's cards", "player's nobles", "player's posts")
def _tiles_are_earned(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.players):
        tiles: list[Noble | Post] = [*player.nobles, *player.posts]
        for tile in tiles:
            if not meets_needs(player.bonuses, tile.needs):
                yield f"seat {seat} has {tile.id} without the cards for it"


@CHECKS.needs("decks", "market", "phase", "to_move", "pair", "player's cards")
def _market_filled(position: Position) -> Iterator[str]:
    """Only T1's extra token comes before the market is refilled."""
    waiting = position.phase == EXTRA and position.pair is None
    cards = position.players[position.seat].cards
    bought = cards[-1].level if waiting and cards else None
    for level, (deck, row) in enumerate(zip(position.decks, position.market, strict=True), 1):
        empty = row.count(None)
        if deck and empty > (level == bought):
            yield f"the market has an empty slot in level {level}, whose deck is not empty"


# A turn begins with ten tokens at most; three more can come in it.
_MOST_TAKEN = {EXTRA: 2, KEEP: 1, DISCARD: 3}


@CHECKS.needs("phase", "to_move", "pair", "result", "player's tokens")
def _token_limit(position: Position) -> Iterator[str]:
    for seat, player in enumerate(position.players):
        most = TOKEN_LIMIT
        if position.result and position.result.by == ("retire",):
            most += max(_MOST_TAKEN.values())  # a seat that is left keeps what it has
        elif seat == position.seat and not (position.phase == EXTRA and position.pair is None):
            most += _MOST_TAKEN.get(position.phase, 0)
        if sum(player.tokens) > most:
            yield f"seat {seat} has more than {most} tokens"


@CHECKS.needs("players", "out", "phase", "passes", "to_move")
def _seats_that_left(position: Position) -> Iterator[str]:
    if not position.out:
        return
    seats = len(position.players)
    if seats == 2:
        yield "nobody can be out in a game of two"
        return
    staying = seats - len(position.out)
    if staying < 1 or (position.phase != OVER and staying < 2):
        yield f"with {staying} seats left the game cannot go on"
    if position.passes:
        yield "passes must be 0 once a seat has left"
    if position.phase != OVER and position.seat in position.out:
        yield f"seat {position.seat} has left and cannot be to move"


@CHECKS.needs("out", "player's tokens", "player's reserved")
def _nothing_left_behind(position: Position) -> Iterator[str]:
    for seat in position.out:
        player = position.players[seat]
        if player.reserved or any(player.tokens):
            yield f"seat {seat} has left and cannot have tokens or reserved cards"


PHASE_CHECKS: Checks[Position] = Checks()


@PHASE_CHECKS.needs("players", "turn", "first", "to_move", "phase")
def _whose_turn(position: Position) -> Iterator[str]:
    whose = (position.first + position.turn - 1) % len(position.players)
    if position.phase != OVER and position.seat != whose:
        yield f"in turn {position.turn} seat {whose} must be to move"


@PHASE_CHECKS.needs("phase", "to_move", "bank", "pair", "player's cards", "player's posts")
def _extra_is_due(position: Position) -> Iterator[str]:
    if position.phase != EXTRA:
        if position.pair is not None:
            yield "pair must be null but in phase extra"
        return
    player = position.players[position.seat]
    if position.pair is None and not (TOKEN_AFTER_BUY in player.powers and player.cards):
        yield "phase extra without a pair needs T1 and a purchase"
    if position.pair is not None and TOKEN_AFTER_PAIR not in player.powers:
        yield "phase extra after a pair needs T2"
    if not extra_colours(position.bank, position.pair):
        yield "in phase extra the bank must have a token to take"


@PHASE_CHECKS.needs("phase", "pair", "bank", "to_move", "player's tokens")
def _pair_was_taken(position: Position) -> Iterator[str]:
    if position.phase != EXTRA or position.pair is None:
        return
    # Of four or more in the bank two went to the player.
    for place in (position.bank, position.players[position.seat].tokens):
        if place[position.pair] < 2:
            yield "the colour in pair cannot have been taken twice just now"
            return


@PHASE_CHECKS.needs("phase", "to_move", "drawn", "player's reserved", "player's posts")
def _cards_to_keep(position: Position) -> Iterator[str]:
    if position.phase != KEEP:
        if position.drawn:
            yield "drawn must be empty but in phase keep"
        return
    player = position.players[position.seat]
    if len({card.level for card in position.drawn}) != 1:
        yield "phase keep needs two drawn cards of one level"
    if DRAW_TWO not in player.powers:
        yield "phase keep needs T4"
    if len(player.reserved) >= MOST_RESERVED:
        yield "in phase keep the seat to move must have room for a card"


@PHASE_CHECKS.needs("phase", "to_move", "player's tokens")
def _tokens_to_discard(position: Position) -> Iterator[str]:
    if position.phase == DISCARD and sum(position.players[position.seat].tokens) <= TOKEN_LIMIT:
        yield f"in phase discard the seat to move must have more than {TOKEN_LIMIT} tokens"


@PHASE_CHECKS.needs("phase", "to_move", "nobles", "player's cards")
def _nobles_to_choose(position: Position) -> Iterator[str]:
    due = nobles_due(position, position.players[position.seat])
    if position.phase == NOBLE and len(due) < 2:
        yield "phase noble needs several nobles who would come"


@PHASE_CHECKS.needs("options", "phase", "to_move", "player's cards", "player's posts")
def _posts_to_choose(position: Position) -> Iterator[str]:
    due = posts_due(position, position.players[position.seat])
    if position.phase == POST and len(due) < 2:
        yield "phase post needs several trading posts that could be won"


@PHASE_CHECKS.needs("players", "phase", "passes", "turn")
def _passes_fit(position: Position) -> Iterator[str]:
    most = min(len(position.players), position.turn)
    if position.phase == ACTION:  # this turn's is still to come
        most = min(len(position.players), position.turn) - 1
    elif position.phase in (EXTRA, KEEP, DISCARD):  # which only other actions lead to
        most = 0
    if position.passes > most:
        yield f"there cannot be {position.passes} passes in a row in phase {position.phase}"


@PHASE_CHECKS.needs(
    "cities", "out", "last_round", "player's cards", "player's nobles", "player's posts"
)
def _last_round_was_begun(position: Position) -> Iterator[str]:
    # A seat that has left may have begun it.
    reached = (reaches_the_end(position, player) for player in position.players)
    if position.last_round and not position.out and not any(reached):
        yield "last_round cannot be true: nobody has reached what begins it"


@PHASE_CHECKS.needs(
    *("phase", "result", "cities", "out", "last_round", "passes", "turn", "first"),
    *("player's cards", "player's nobles", "player's posts"),
)
def _result_is_earned(position: Position) -> Iterator[str]:
    result = position.result
    if (result is None) != (position.phase != OVER):
        yield "result must be given when the game is over, and only then"
    elif result and result != _earned(position):
        yield "result does not fit how the game stands"


def _earned(position: Position) -> Outcome | None:
    """Return how the game ends if it ends now; the reasons in the order in which they count."""
    staying = seats_in(position)
    if len(staying) < 2:
        return Outcome(tuple(staying), ("retire",))
    if reason := reason_to_end(position, next_turn(position)):
        return Outcome(best_of(position, scored_seats(position)), (reason,))
    return None
