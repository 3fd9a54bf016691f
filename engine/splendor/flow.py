"""How a turn goes on after its action: limit, noble, post, end check, hand-over.

Nothing of this is kept beside the position, because all of it can be told from it: in phase `extra`
a colour in `pair` means T2, none T1; a slot that waits for its card is empty although its deck is
not.
"""

from engine.contract import Outcome
from engine.gems.market import Told, turn_up_card
from engine.splendor.facts import Noble, Post
from engine.splendor.position import (
    ACTION,
    DISCARD,
    NOBLE,
    OVER,
    POST,
    TOKEN_LIMIT,
    Player,
    Position,
)
from engine.splendor.scoring import (
    POINTS_FOR_THE_END,
    best_of,
    meets_any_city,
    meets_needs,
    scored_seats,
)


def after_action(position: Position, told: Told) -> None:
    """Go on once the action is done and the market refilled: to the limit of tokens."""
    player = position.players[position.seat]
    if sum(player.tokens) > TOKEN_LIMIT:
        position.phase = DISCARD
    elif player.settled:
        end_turn(position, told)
    else:
        receive_noble(position, told)


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
    nobles = nobles_due(position, position.players[position.seat])
    if len(nobles) > 1:
        position.phase = NOBLE
        return
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
        if position.cities:
            reason = "city" if meets_any_city(position, player) else None
        else:
            reason = "points" if player.points >= POINTS_FOR_THE_END else None
        if reason:
            position.last_round = True
            if told is not None:
                told.append({"kind": "last_round", "seat": position.seat, "by": reason})
    hand_over(position, told)


def hand_over(position: Position, told: Told) -> None:
    """Begin the next turn, or end the game: the round is complete, or every seat has passed."""
    seats = len(position.players)
    turn = position.turn + 1
    # The turns of seats that have left are skipped, and counted.
    while position.out and (position.first + turn - 1) % seats in position.out:
        turn += 1
    if position.last_round and (turn - 1) // seats > (position.turn - 1) // seats:
        end_game(position, "city" if position.cities else "points", told)
    elif position.passes == seats:
        end_game(position, "passes", told)
    else:
        position.turn = turn
        position.seat = (position.first + turn - 1) % seats
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
