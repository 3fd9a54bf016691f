"""How a turn goes on after its action: ability, royal, royal's ability, limit, victory, hand-over.

Nothing of this is kept beside the position, because all of it can be told from it:
in phase `token` the colour is that of the card bought last; a royal is due as long as the player
has fewer of them than crowns call for, which only a purchase changes, by one at most (no card
has more than three crowns, and none that has a crown lets its buyer take or steal a token). So
after a token, a steal or a royal it is enough to ask again what is due.

An event says what happened in a move, as data: letters and pages tell it in any language without
knowing the rules. It is a dict of `kind`, mostly `seat` (who did or got it), and:

| kind | what happened | further facts |
|---|---|---|
| `privilege_used` | the seat returned a privilege to the supply | |
| `taken` | the seat took tokens from the board | `cells`, `colors` in the same order; `by`: the kind of move (`use`, `take`, `reserve`, `token`) |
| `privilege` | the seat took a privilege | `from`: `supply` or the other seat |
| `replenished` | the bag was laid on the board | `cells`, `colors` in the same order |
| `reserved` | the seat reserved a card | `from`: `market` or `deck`; `level`; `id` (None to others if from a deck) |
| `bought` | the seat bought a card | `id`, `color` it counts in or None; `from`: `market` or `reserve`; `was_hidden`: nobody else knew it; `paid`: number of tokens by colour; `gold_for`: the colours that gold stood for |
| `revealed` | a market slot was filled | no seat; `level`, `slot` (from 1), `id` |
| `slot_empty` | a market slot stays empty | no seat; `level`, `slot` |
| `ability` | an ability takes effect, at once or by a choice that follows | `ability`; `by`: id of the card or royal |
| `ability_skipped` | an ability had nothing to act on | `ability`, `by` |
| `stolen` | the seat took a token from the other | `from`: that seat; `color` |
| `royal` | the seat took a royal | `id` |
| `discarded` | the seat returned tokens to the bag | `colors` |
| `extra_turn` | the same seat has another turn | `turn`: its number |
| `turn` | the turn passed to the seat | `turn` |
| `victory` | the seat won | `by`: the reasons |
"""  # noqa: E501 (a table reads best in one line a row)

from collections.abc import Iterable

from engine.contract import Event, Outcome
from engine.duel.facts import CELL_NAMES, GEMS_AND_PEARL
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
    colour_names,
)
from engine.gems.moves import AnyMove
from engine.gems.pieces import TOKEN_LIMIT, EventSink, is_secret_reserve

ACTION_PHASES = (START, ACTION)


class Move(AnyMove[Position]):
    """One decision of one seat."""

    __slots__ = ()

    awaited = {
        START: "a turn begins here, with use, replenish, take, reserve or buy",
        ACTION: "after replenishing, the turn goes on with take, reserve or buy",
        TOKEN: "the card just bought first gives a token of its colour",
        STEAL: "first a token must be taken from the opponent",
        ROYAL: "first a royal must be chosen",
        DISCARD: "first tokens must be discarded, down to ten",
        OVER: "the game is over",
    }


THIRD, SIXTH = CROWNS_FOR_ROYALS = (3, 6)
"""The crowns that bring a royal."""


def take_privilege(position: Position, seat: int, events: EventSink) -> None:
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
    if events is not None:
        events.append({"kind": "privilege", "seat": seat, "from": source})


def use_ability(
    position: Position, ability: str, giver: str, colour: int | None, events: EventSink
) -> bool:
    """Carry out an ability, which is mandatory if possible; return whether the seat must choose."""
    seat = position.seat
    if ability == "privilege":
        possible = position.players[seat].privileges < PRIVILEGES_IN_ALL
    elif ability == "token":
        possible = colour in position.board
    elif ability == "steal":
        possible = any(position.players[1 - seat].tokens[c] for c in GEMS_AND_PEARL)
    else:
        possible = True
    if events is not None:
        kind = "ability" if possible else "ability_skipped"
        events.append({"kind": kind, "seat": seat, "ability": ability, "by": giver})
    if not possible:
        return False
    if ability == "again":
        position.again = True
    elif ability == "privilege":
        take_privilege(position, seat, events)
    else:
        position.phase = TOKEN if ability == "token" else STEAL
        return True
    return False


def royals_due(player: Player) -> int:
    """Return how many royals the player's crowns call for, beyond those already taken."""
    return (player.crowns >= THIRD) + (player.crowns >= SIXTH) - len(player.royals)


def after_abilities(position: Position, events: EventSink) -> None:
    """Go on once a card's or royal's ability is done: to a royal that is due, or to the limit."""
    if royals_due(position.players[position.seat]) > 0:
        position.phase = ROYAL
    else:
        after_action(position, events)


def after_action(position: Position, events: EventSink) -> None:
    """Go on once the action and all that follows from it is done: to the limit, or the end."""
    if sum(position.players[position.seat].tokens) > TOKEN_LIMIT:
        position.phase = DISCARD
    else:
        end_turn(position, events)


def victory_reasons(player: Player) -> tuple[str, ...]:
    """Return the reasons for which the player would win now, in their order."""
    reasons = (
        ("points", player.points >= 20),
        ("crowns", player.crowns >= 10),
        ("colour", max(player.colour_points) >= 10),
    )
    return tuple(reason for reason, holds in reasons if holds)


def end_turn(position: Position, events: EventSink) -> None:
    """End the game if the player whose turn ends has won, else begin the next turn."""
    seat = position.seat
    player = position.players[seat]
    # No reason can hold below ten points and ten crowns, where most turns end.
    if (player.points >= 10 or player.crowns >= 10) and (reasons := victory_reasons(player)):
        position.phase = OVER
        position.again = False
        position.result = Outcome((seat,), reasons)
        if events is not None:
            events.append({"kind": "victory", "seat": seat, "by": list(reasons)})
        return
    again = position.again
    if again:
        position.again = False
    else:
        position.seat = 1 - seat
    position.turn += 1
    position.phase = START
    if events is not None:
        kind = "extra_turn" if again else "turn"
        events.append({"kind": kind, "seat": position.seat, "turn": position.turn})


def taken(seat: int, cells: Iterable[int], colours: Iterable[int], by: str) -> Event:
    """Return the event that the seat took those tokens from those cells."""
    return {
        "kind": "taken",
        "seat": seat,
        "cells": [CELL_NAMES[cell] for cell in cells],
        "colors": colour_names(colours),
        "by": by,
    }


def events_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events as that seat, or a spectator (None), may know them."""
    return [
        {**event, "id": None} if is_secret_reserve(event) and event["seat"] != seat else {**event}
        for event in events
    ]


def reveals(events: Iterable[Event]) -> bool:
    """Return whether something hidden became known to any seat."""
    return any(
        event["kind"] in ("revealed", "replenished")
        or is_secret_reserve(event)
        or (event["kind"] == "bought" and event["was_hidden"])
        for event in events
    )
