"""What happened in a move, as data, and who may know what of it.

Letters and pages say it in any language without knowing the rules. An event is a dict of `kind`,
mostly `seat` (who did or got it), and:

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

from engine.contract import Event
from engine.duel.board import CELL_NAMES
from engine.duel.colours import colour_names


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
        {**event, "id": None} if _drawn_in_secret(event) and event["seat"] != seat else {**event}
        for event in events
    ]


def reveals(events: Iterable[Event]) -> bool:
    """Return whether something hidden became known to any seat."""
    return any(
        event["kind"] in ("revealed", "replenished")
        or _drawn_in_secret(event)
        or (event["kind"] == "bought" and event["was_hidden"])
        for event in events
    )


def _drawn_in_secret(event: Event) -> bool:
    return bool(event["kind"] == "reserved" and event["from"] == "deck")
