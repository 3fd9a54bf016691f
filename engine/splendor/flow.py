"""How a turn goes on after its action: limit, noble, post, end check, hand-over.

Nothing of this is kept beside the position, because all of it can be told from it: in phase `extra`
a colour in `pair` means T2, none T1; a slot that waits for its card is empty although its deck is
not.
"""

from engine.contract import Outcome
from engine.gems.discarding import TOKEN_LIMIT
from engine.gems.market import Told, turn_up_card
from engine.splendor.facts import Noble, Post
from engine.splendor.position import (
    ACTION,
    DISCARD,
    NOBLE,
    OVER,
    POST,
    Player,
    Position,
)
from engine.splendor.scoring import (
    best_of,
    meets_needs,
    reaches_the_end,
    scored_seats,
)


def after_action(position: Position, told: Told) -> None:
    """Go on once the action is done and the market refilled: to the limit of tokens."""
    if sum(position.players[position.seat].tokens) > TOKEN_LIMIT:
        position.phase = DISCARD
    else:
        after_limit(position, told)


def after_limit(position: Position, told: Told) -> None:
    """Go on once the player has ten tokens at most."""
    if position.players[position.seat].settled:
        end_turn(position, told)
    else:
        receive_noble(position, told)


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


def receive_noble(position: Position, told: Told) -> None:
    """Let the noble come who is due; several leave a choice."""
    player = position.players[position.seat]
    nobles = nobles_due(position, player)
    if not nobles and not posts_due(position, player):
        player.settled = True
        end_turn(position, told)
    elif len(nobles) > 1:
        position.phase = NOBLE
    else:
        if nobles:
            welcome(position, nobles[0], told)
        receive_post(position, told)


def welcome(position: Position, noble: Noble, told: Told) -> None:
    """Move the noble from the table to the player."""
    position.nobles.remove(noble)
    position.players[position.seat].add_noble(noble)
    if told is not None:
        told.append({"kind": "noble", "seat": position.seat, "id": noble.id})


def receive_post(position: Position, told: Told) -> None:
    """Let the player win the post that is due; several leave a choice."""
    posts = posts_due(position, position.players[position.seat])
    if len(posts) > 1:
        position.phase = POST
        return
    if posts:
        win_post(position, posts[0], told)
    after_gains(position, told)


def win_post(position: Position, post: Post, told: Told) -> None:
    """Give the post to the player."""
    position.players[position.seat].add_post(post)
    if told is not None:
        told.append({"kind": "post", "seat": position.seat, "id": post.id})


def after_gains(position: Position, told: Told) -> None:
    """Note whether more could come in the next turn, one of each a turn; then end this one."""
    player = position.players[position.seat]
    player.settled = not nobles_due(position, player) and not posts_due(position, player)
    end_turn(position, told)


def end_turn(position: Position, told: Told) -> None:
    """Begin the last round if the player has reached what it takes, then hand over."""
    if not position.last_round:
        player = position.players[position.seat]
        # Most turns end with fewer points than any end takes.
        if player.points >= position.facts.least_points and reaches_the_end(position, player):
            position.last_round = True
            if told is not None:
                told.append({"kind": "last_round", "seat": position.seat, "by": _goal(position)})
    hand_over(position, told)


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


def hand_over(position: Position, told: Told) -> None:
    """Begin the next turn, or end the game if the round is complete or every seat has passed."""
    turn = next_turn(position)
    if (position.last_round or position.passes) and (reason := reason_to_end(position, turn)):
        end_game(position, reason, told)
        return
    position.turn = turn
    position.seat = (position.first + turn - 1) % len(position.players)
    position.phase = ACTION
    if told is not None:
        told.append({"kind": "turn", "seat": position.seat, "turn": turn})


def end_game(position: Position, reason: str, told: Told) -> None:
    """End the game for that reason and say who has won."""
    winners = best_of(position, scored_seats(position))
    position.phase = OVER
    position.result = Outcome(winners, (reason,))
    if told is not None:
        told.append({"kind": "victory", "seats": list(winners), "by": [reason]})


def refill_open_slot(position: Position, told: Told) -> None:
    """Replace the card whose slot T1 has left open, if there is one."""
    for row, deck in enumerate(position.decks):
        if deck and None in position.market[row]:
            turn_up_card(position, row, position.market[row].index(None), told)
