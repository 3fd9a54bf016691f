"""What a finished game shows of the rules and of the log, as a set of short names."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.contract import Event
from engine.course import Course
from engine.exported_file import header_of_file
from engine.fairness import seed_of
from engine.games import find_game
from engine.kinds import ADVANCES, FORMS, Kind
from engine.record import read_entry

REQUIRED = frozenset(
    # Nobody retires from a game of two.
    {f"entry {kind}" for kind in FORMS if kind is not Kind.RETIRE}
    | {f"ended by {reason}" for reason in ("resign", "timeout", "award", "void", "cancel")}
    | {f"victory by {reason}" for reason in ("points", "crowns", "colour", "several at once")}
    | {"victory before an extra turn"}
    | {f"move {word}" for word in ("use", "replenish", "token", "steal", "royal", "discard")}
    | {f"move take of {number}" for number in (1, 2, 3)}
    | {"move reserve from market", "move reserve from deck"}
    | {f"move buy from {place}" for place in ("market", "reserve", "reserve, hidden")}
    | {"move buy as a colour", "move buy with gold"}
    | {f"card ability {name}" for name in ("again", "token", "privilege", "steal")}
    | {f"royal ability {name}" for name in ("again", "privilege", "steal")}
    | {f"skipped ability {name}" for name in ("token", "privilege", "steal")}
    | {"privilege from supply", "privilege from opponent", "privilege denied"}
    | {"forced replenish", "forced choice"}
    | {"market card revealed", "market slot left empty", "extra turn"}
)


def features(file: dict[str, Any]) -> set[str]:
    """The features of an exported game."""
    header = header_of_file(file)
    game = find_game(header.game, header.rules)
    course = Course(game, seed_of(bytes.fromhex(file["secret"]), header.nonces))
    found: set[str] = set()
    for entry in map(read_entry, file["entries"]):
        found.add(f"entry {entry.kind}")
        if entry.kind in ADVANCES:
            position = course.position
            legal = game.legal(position)
            if legal == ["replenish"]:
                found.add("forced replenish")
            elif len(legal) == 1:
                found.add("forced choice")
            events = game.step(position, entry.text).events
            found.update(_of_move(entry.text), *map(_of_event, events))
            found.update(_of_end(entry.text, events, again=position.again))
        course.follow(entry.kind, entry.seat, entry.person, entry.text)
        result = course.result
        if result and game.outcome(course.position) is None:
            found.add(f"ended by {result['by'][0]}")
    return found


def _of_move(text: str) -> Iterator[str]:
    word, *rest = text.split()
    if word == "take":
        yield f"move take of {len(rest)}"
    elif word not in ("reserve", "buy"):
        yield f"move {word}"
    if "as" in rest:
        yield "move buy as a colour"
    if "gold" in rest:
        yield "move buy with gold"


def _of_event(event: Event) -> Iterator[str]:
    match event["kind"]:
        case "reserved":
            yield f"move reserve from {event['from']}"
        case "bought":
            hidden = ", hidden" if event["was_hidden"] else ""
            yield f"move buy from {event['from']}{hidden}"
        case "ability":
            giver = "royal" if event["by"].startswith("R") else "card"
            yield f"{giver} ability {event['ability']}"
        case "ability_skipped":
            yield f"skipped ability {event['ability']}"
        case "privilege":
            yield f"privilege from {'supply' if event['from'] == 'supply' else 'opponent'}"
        case "revealed":
            yield "market card revealed"
        case "slot_empty":
            yield "market slot left empty"
        case "extra_turn":
            yield "extra turn"


def _of_end(text: str, events: Iterable[Event], *, again: bool) -> Iterator[str]:
    kinds = {event["kind"]: event for event in events}
    if text == "replenish" and "privilege" not in kinds:
        yield "privilege denied"
    if "victory" in kinds:
        reasons = kinds["victory"]["by"]
        yield f"victory by {reasons[0] if len(reasons) == 1 else 'several at once'}"
        if again or kinds.get("ability", {}).get("ability") == "again":
            yield "victory before an extra turn"
