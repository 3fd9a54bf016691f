"""How a turn goes on after its action: ability, royal, royal's ability, limit, victory, hand-over.

Nothing of this is kept beside the position, because all of it can be told from it:
in phase `token` the colour is that of the card bought last; a royal is due as long as the player
has fewer of them than crowns call for, which only a purchase changes, by one at most (no card
has more than three crowns, and none that has a crown lets its buyer take or steal a token). So
after a token, a steal or a royal it is enough to ask again what is due.
"""

from engine.contract import Outcome
from engine.duel.colours import GEMS_AND_PEARL
from engine.duel.position import (
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
from engine.gems.discarding import TOKEN_LIMIT
from engine.gems.market import Told

THIRD, SIXTH = CROWNS_FOR_ROYALS = (3, 6)
"""The crowns that bring a royal."""


def take_privilege(position: Position, seat: int, told: Told) -> None:
    """Let the seat take a privilege: from the supply, or if that is empty, from the opponent."""
    taker = position.players[seat]
    source: str | int = "supply"
    if position.supply:
        position.supply -= 1
    elif taker.privileges < PRIVILEGES_IN_ALL:
        source = 1 - seat
        position.players[source].privileges -= 1
    else:
        return  # all three already
    taker.privileges += 1
    if told is not None:
        told.append({"kind": "privilege", "seat": seat, "from": source})


def use_ability(
    position: Position, ability: str, giver: str, colour: int | None, told: Told
) -> bool:
    """Carry out the ability of a card or royal; return whether the seat must now choose.

    An ability is mandatory when it can be used and skipped when it cannot.
    """
    seat = position.seat
    if ability == "privilege":
        possible = position.players[seat].privileges < PRIVILEGES_IN_ALL
    elif ability == "token":
        possible = colour in position.board
    elif ability == "steal":
        possible = any(position.players[1 - seat].tokens[c] for c in GEMS_AND_PEARL)
    else:
        possible = True
    if told is not None:
        kind = "ability" if possible else "ability_skipped"
        told.append({"kind": kind, "seat": seat, "ability": ability, "by": giver})
    if not possible:
        return False
    if ability == "again":
        position.again = True
    elif ability == "privilege":
        take_privilege(position, seat, told)
    else:
        position.phase = TOKEN if ability == "token" else STEAL
        return True
    return False


def royals_due(player: Player) -> int:
    """Return how many royals the player's crowns call for, beyond those already taken."""
    return (player.crowns >= THIRD) + (player.crowns >= SIXTH) - len(player.royals)


def after_abilities(position: Position, told: Told) -> None:
    """Go on once a card's or royal's ability is done: to a royal that is due, or to the limit."""
    if royals_due(position.players[position.seat]) > 0:
        position.phase = ROYAL
    else:
        after_action(position, told)


def after_action(position: Position, told: Told) -> None:
    """Go on once the action and all that follows from it is done: to the limit, or the end."""
    if sum(position.players[position.seat].tokens) > TOKEN_LIMIT:
        position.phase = DISCARD
    else:
        end_turn(position, told)


def victory_reasons(player: Player) -> tuple[str, ...]:
    """Return the reasons for which the player would win now, in their order."""
    reasons = (
        ("points", player.points >= 20),
        ("crowns", player.crowns >= 10),
        ("colour", max(player.colour_points) >= 10),
    )
    return tuple(reason for reason, holds in reasons if holds)


def end_turn(position: Position, told: Told) -> None:
    """End the game if the player whose turn ends has won, else begin the next turn."""
    seat = position.seat
    player = position.players[seat]
    # No reason can hold below ten points and ten crowns, where most turns end.
    if (player.points >= 10 or player.crowns >= 10) and (reasons := victory_reasons(player)):
        position.phase = OVER
        position.again = False
        position.result = Outcome((seat,), reasons)
        if told is not None:
            told.append({"kind": "victory", "seat": seat, "by": list(reasons)})
        return
    again = position.again
    if again:
        position.again = False
    else:
        position.seat = 1 - seat
    position.turn += 1
    position.phase = START
    if told is not None:
        kind = "extra_turn" if again else "turn"
        told.append({"kind": kind, "seat": position.seat, "turn": position.turn})
