"""How a turn goes on after its action: limit, noble, post, end check, hand-over; how a seat leaves.

Nothing of this is kept beside the position, because all of it can be told from it: in phase `extra`
a colour in `pair` means T2, none T1; a slot that waits for its card is empty although its deck is
not.

An event says what happened in a move, as data: letters and pages tell it in any language without
knowing the rules. It is a dict of `kind`, mostly `seat` (who did or got it), and:

| kind | what happened | further facts |
|---|---|---|
| `taken` | the seat took tokens from the bank | `colors` in colour order; `by`: the kind of move (`take`, `reserve`, `extra`) |
| `looked` | the seat looks at two cards of a deck and will keep one | `level`; `ids`, top first (each None to others) |
| `reserved` | the seat reserved a card | `from`: `market` or `deck`; `level`; `id` (None to others if from a deck) |
| `buried` | the seat put the other card under its deck | `level`; `id` (None to others) |
| `bought` | the seat bought a card | `id`, `color`; `from`: `market` or `reserve`; `was_hidden`: nobody else knew it; `paid`: number of tokens by colour; `gold_for`: the colours that gold stood for |
| `revealed` | a market slot was filled | no seat; `level`, `slot` (from 1), `id` |
| `slot_empty` | a market slot stays empty | no seat; `level`, `slot` |
| `discarded` | the seat returned tokens to the bank | `colors` |
| `noble` | a noble came to the seat | `id` |
| `post` | the seat won a trading post | `id` |
| `passed` | the seat could do nothing | |
| `last_round` | the seat reached what begins the last round | `by`: `points` or `city` |
| `turn` | the turn passed to the seat | `turn`: its number |
| `retired` | the seat left the game | `tokens`: those that went back to the bank, by colour; `cards`: the levels of its reserved cards, which left the game |
| `returned` | the cards from which the seat was choosing went back under their deck | `level`, `count` |
| `victory` | the game ended | no seat; `seats`: the winners; `by`: the reason, in a list |
"""  # noqa: E501 (a table reads best in one line a row)

from collections.abc import Iterable

from engine.contract import Event, Outcome
from engine.errors import Illegal
from engine.gems.moves import AnyMove
from engine.gems.pieces import TOKEN_LIMIT, EventSink, is_secret_reserve, turn_up_card
from engine.splendor.facts import COLOURS, Noble, Post
from engine.splendor.position import (
    ACTION,
    DISCARD,
    EXTRA,
    KEEP,
    NOBLE,
    OVER,
    POST,
    Player,
    Position,
    colour_names,
)
from engine.splendor.scoring import (
    best_of,
    meets_needs,
    reaches_the_end,
    scored_seats,
    seats_in,
)


class Move(AnyMove[Position]):
    """One decision of one seat."""

    __slots__ = ()

    awaited = {
        ACTION: "a turn begins here, with take, reserve or buy",
        EXTRA: "first another token must be taken",
        KEEP: "first one of the two cards must be kept",
        DISCARD: "first tokens must be discarded, down to ten",
        NOBLE: "first a noble must be chosen",
        POST: "first a trading post must be chosen",
        OVER: "the game is over",
    }


def after_action(position: Position, events: EventSink) -> None:
    """Go on once the action is done and the market refilled: to the limit of tokens."""
    if sum(position.players[position.seat].tokens) > TOKEN_LIMIT:
        position.phase = DISCARD
    else:
        after_limit(position, events)


def after_limit(position: Position, events: EventSink) -> None:
    """Go on once the player has ten tokens at most."""
    if position.players[position.seat].settled:
        end_turn(position, events)
    else:
        receive_noble(position, events)


def nobles_due(position: Position, player: Player) -> list[Noble]:
    """Return the nobles whose bonuses the player has."""
    bonuses = player.bonuses
    return [noble for noble in position.nobles if meets_needs(bonuses, noble.needs)]


def posts_due(position: Position, player: Player) -> list[Post]:
    """Return the posts whose bonuses the player has, beyond those that are already the player's."""
    if not position.with_posts:
        return []
    bonuses, own = player.bonuses, player.posts
    return [
        post
        for post in position.facts.posts
        if meets_needs(bonuses, post.needs) and post not in own
    ]


def receive_noble(position: Position, events: EventSink) -> None:
    """Let the noble come who is due; several leave a choice."""
    player = position.players[position.seat]
    nobles = nobles_due(position, player)
    if not nobles and not posts_due(position, player):
        player.settled = True
        end_turn(position, events)
    elif len(nobles) > 1:
        position.phase = NOBLE
    else:
        if nobles:
            welcome(position, nobles[0], events)
        receive_post(position, events)


def welcome(position: Position, noble: Noble, events: EventSink) -> None:
    """Move the noble from the table to the player."""
    position.nobles.remove(noble)
    position.players[position.seat].add_noble(noble)
    if events is not None:
        events.append({"kind": "noble", "seat": position.seat, "id": noble.id})


def receive_post(position: Position, events: EventSink) -> None:
    """Let the player win the post that is due; several leave a choice."""
    posts = posts_due(position, position.players[position.seat])
    if len(posts) > 1:
        position.phase = POST
        return
    if posts:
        win_post(position, posts[0], events)
    after_gains(position, events)


def win_post(position: Position, post: Post, events: EventSink) -> None:
    """Give the post to the player."""
    position.players[position.seat].add_post(post)
    if events is not None:
        events.append({"kind": "post", "seat": position.seat, "id": post.id})


def after_gains(position: Position, events: EventSink) -> None:
    """Note whether more could come in the next turn, one of each a turn; then end this one."""
    player = position.players[position.seat]
    player.settled = not nobles_due(position, player) and not posts_due(position, player)
    end_turn(position, events)


def end_turn(position: Position, events: EventSink) -> None:
    """Begin the last round if the player has reached what it takes, then hand over."""
    if not position.last_round:
        player = position.players[position.seat]
        # Most turns end with fewer points than any end takes.
        if player.points >= position.facts.least_points and reaches_the_end(position, player):
            position.last_round = True
            if events is not None:
                events.append({"kind": "last_round", "seat": position.seat, "by": _goal(position)})
    hand_over(position, events)


def _goal(position: Position) -> str:
    """Return what begins the last round and decides it."""
    return "city" if position.cities else "points"


def next_turn(position: Position) -> int:
    """Return the number of the turn that follows; those of seats that have left are skipped."""
    turn = position.turn + 1
    if position.out:
        while (position.first + turn - 1) % len(position.players) in position.out:
            turn += 1
    return turn


def reason_to_end(position: Position, turn: int) -> str | None:
    """Return why the game ends instead of going on to that turn; None if it does not."""
    seats = len(position.players)
    if position.last_round and (turn - 1) // seats > (position.turn - 1) // seats:
        return _goal(position)  # the round is complete
    return "passes" if position.passes == seats else None


def hand_over(position: Position, events: EventSink) -> None:
    """Begin the next turn, or end the game if the round is complete or every seat has passed."""
    turn = next_turn(position)
    if (position.last_round or position.passes) and (reason := reason_to_end(position, turn)):
        end_game(position, reason, events)
        return
    position.turn = turn
    position.seat = (position.first + turn - 1) % len(position.players)
    position.phase = ACTION
    if events is not None:
        events.append({"kind": "turn", "seat": position.seat, "turn": turn})


def end_game(position: Position, reason: str, events: EventSink) -> None:
    """End the game for that reason and say who has won."""
    winners = best_of(position, scored_seats(position))
    position.phase = OVER
    position.result = Outcome(winners, (reason,))
    if events is not None:
        events.append({"kind": "victory", "seats": list(winners), "by": [reason]})


def refill_open_slot(position: Position, events: EventSink) -> None:
    """Replace the card whose slot T1 has left open, if there is one."""
    for row, deck in enumerate(position.decks):
        if deck and None in position.market[row]:
            turn_up_card(position, row, position.market[row].index(None), events)


def put_under_deck(position: Position) -> None:
    """Put the cards that were drawn under their deck, the lowest of them last."""
    if position.drawn:
        position.decks[position.drawn[0].level - 1] += position.drawn
        position.drawn = ()


def taken(seat: int, colours: Iterable[int], by: str) -> Event:
    """Return the event that the seat took those tokens."""
    return {"kind": "taken", "seat": seat, "colors": colour_names(colours), "by": by}


def events_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events as that seat, or a spectator (None), may know them."""
    return [{**event} if event.get("seat") == seat else _mask_for_others(event) for event in events]


def _mask_for_others(event: Event) -> Event:
    if event["kind"] == "looked":
        return {**event, "ids": [None for _ in event["ids"]]}
    if event["kind"] == "buried" or is_secret_reserve(event):
        return {**event, "id": None}
    return {**event}


def reveals(events: Iterable[Event]) -> bool:
    """Return whether any seat learned something hidden."""
    # To keep one of two cards shows nothing: the seat has looked at both of them before.
    kinds = {event["kind"] for event in events}
    return (
        not kinds.isdisjoint(("revealed", "looked"))
        or ("buried" not in kinds and any(map(is_secret_reserve, events)))
        or any(event["kind"] == "bought" and event["was_hidden"] for event in events)
    )


_FEWEST_SEATS = 3


def leave(position: Position, seat: int, events: EventSink) -> None:
    """Let the seat leave, in place; raise Illegal if it cannot."""
    # What it has bought stays with it, for nothing; its reserved cards leave the game.
    _check_leaving(position, seat)
    player, bank = position.players[seat], position.bank
    if events is not None:
        tokens = {COLOURS[c]: number for c, number in enumerate(player.tokens) if number}
        levels = [card.level for card, _ in player.reserved]
        events.append({"kind": "retired", "seat": seat, "tokens": tokens, "cards": levels})
    for colour, number in enumerate(player.tokens):
        bank[colour] += number
    player.tokens = [0] * len(bank)
    player.reserved = []
    position.passes = 0
    position.out = tuple(sorted((*position.out, seat)))
    staying = seats_in(position)
    if len(staying) == 1:
        _close_turn(position, events)
        position.phase = OVER
        position.result = Outcome((staying[0],), ("retire",))
        if events is not None:
            events.append({"kind": "victory", "seats": staying, "by": ["retire"]})
    elif seat == position.seat:
        _close_turn(position, events)
        hand_over(position, events)


def _check_leaving(position: Position, seat: int) -> None:
    if len(position.players) < _FEWEST_SEATS:
        raise Illegal("Nobody can leave a game of two and have it go on.")
    if position.phase == OVER:
        raise Illegal("The game is over.")
    if type(seat) is not int or not 0 <= seat < len(position.players):
        raise Illegal(f"The seat is a number from 0 to {len(position.players) - 1}.")
    if seat in position.out:
        raise Illegal(f"Seat {seat} has already left.")


def _close_turn(position: Position, events: EventSink) -> None:
    """End a turn at once: no discard, noble or post, and nothing reached in it counts."""
    refill_open_slot(position, events)
    if position.drawn and events is not None:
        facts = {"level": position.drawn[0].level, "count": len(position.drawn)}
        events.append({"kind": "returned", "seat": position.seat, **facts})
    put_under_deck(position)
    position.pair = None
