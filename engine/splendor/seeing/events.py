"""What happened in a move, as data, and who may know what of it.

Letters and pages say it in any language without knowing the rules. An event is a dict of `kind`,
mostly `seat` (who did or got it), and:

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

from engine.contract import Event
from engine.splendor.colours import colour_names
from engine.splendor.facts import Card


def taken(seat: int, colours: Iterable[int], by: str) -> Event:
    """Return the event that the seat took those tokens."""
    return {"kind": "taken", "seat": seat, "colors": colour_names(colours), "by": by}


def reserved(seat: int, card: Card, *, from_deck: bool) -> Event:
    """Return the event that the seat reserved the card."""
    source = "deck" if from_deck else "market"
    return {"kind": "reserved", "seat": seat, "from": source, "level": card.level, "id": card.id}


def events_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events as that seat, or a spectator (None), may know them."""
    return [{**event} if event.get("seat") == seat else _told_to_others(event) for event in events]


def _told_to_others(event: Event) -> Event:
    if event["kind"] == "looked":
        return {**event, "ids": [None for _ in event["ids"]]}
    if event["kind"] == "buried" or _drawn_in_secret(event):
        return {**event, "id": None}
    return {**event}


def reveals(events: Iterable[Event]) -> bool:
    """Return whether something hidden became known to any seat.

    To keep one of two cards shows nothing: the seat has looked at both of them before.
    """
    kinds = {event["kind"] for event in events}
    return (
        not kinds.isdisjoint(("revealed", "looked"))
        or ("buried" not in kinds and any(map(_drawn_in_secret, events)))
        or any(event["kind"] == "bought" and event["was_hidden"] for event in events)
    )


def _drawn_in_secret(event: Event) -> bool:
    return bool(event["kind"] == "reserved" and event["from"] == "deck")
