"""What a finished game of Splendor shows of its rules, as a set of short names."""

from collections.abc import Iterator
from typing import Any

from engine.contract import Event
from engine.course import Course
from engine.exported_file import header_of_file
from engine.fairness import seed_of
from engine.games import find_game
from engine.kinds import ADVANCES, Kind
from engine.record import read_entry
from engine.splendor.facts import DOUBLE_GOLD
from engine.splendor.position import Position
from engine.splendor.scoring import meets_city, score

REQUIRED = frozenset(
    {f"{number} seats" for number in (2, 3, 4)}
    | {f"option {name}" for name in ("cities", "posts", "noble11")}
    | {f"victory by {reason}" for reason in ("points", "city", "passes", "retire")}
    | {
        "a seat left on its own turn",
        "a seat left on a foreign turn",
        "played on after a seat left",
    }
    | {"victory by fewest cards", "victory shared", "several in one city"}
    | {"last round of one turn", "last round of more turns"}
    | {f"move take of {what}" for what in ("a pair", "three", "fewer")}
    | {"move reserve from market", "move reserve from deck", "move reserve without gold"}
    | {f"move buy from {place}" for place in ("market", "reserve", "reserve, hidden")}
    | {"move buy with gold", "move buy with double gold"}
    | {"move extra after a purchase", "move extra after a pair", "move keep 1", "move keep 2"}
    | {"move discard", "move noble", "move pass", "noble by itself"}
    | {f"post T{number}" for number in range(1, 6)}
    | {"market card revealed", "market slot left empty"}
)
"""Two posts at once, and so a choice between them, cannot come about under rules 1."""


def features(file: dict[str, Any]) -> set[str]:
    """The features of an exported game."""
    header = header_of_file(file)
    game = find_game(header.game, header.rules)
    entries = [read_entry(entry) for entry in file["entries"]]
    seed = seed_of(bytes.fromhex(file["secret"]), header.nonces)
    course = Course.before(game, seed, header, entries)
    found = {f"{header.seats} seats", *(f"option {name}" for name in header.option_names)}
    began = 0
    for entry in entries:
        if entry.kind in ADVANCES:
            events = game.step(course.position, entry.text).events
            found.update(_of_move(course.position, entry.text, events))
            for event in events:
                found.update(_of_event(event))
                if event["kind"] == "last_round":
                    began = course.position.turn
        elif entry.kind == Kind.RETIRE:
            own = entry.seat == course.position.to_move
            found.add(f"a seat left on {'its own' if own else 'a foreign'} turn")
        course.follow(entry.kind, entry.seat, entry.person, entry.text)
    found.update(_of_end(course.position, began))
    return found


def _of_move(position: Position, text: str, events: tuple[Event, ...]) -> Iterator[str]:
    word, *rest = text.split()
    kinds = [event["kind"] for event in events]
    if word == "take":
        pair = len(rest) == 2 and len(set(rest)) == 1
        yield f"move take of {'a pair' if pair else 'three' if len(rest) == 3 else 'fewer'}"
    elif word == "extra":
        yield f"move extra after a {'purchase' if position.pair is None else 'pair'}"
    elif word == "keep":
        yield f"move {text}"
    elif word == "reserve" and "taken" not in kinds:
        yield "move reserve without gold"
    elif word in ("discard", "noble", "pass"):
        yield f"move {word}"
    if "gold" in rest and word == "buy":
        double = DOUBLE_GOLD in position.players[position.seat].powers
        yield f"move buy with {'double ' if double else ''}gold"
    if "noble" in kinds and word != "noble":
        yield "noble by itself"


def _of_event(event: Event) -> Iterator[str]:
    match event["kind"]:
        case "reserved":
            yield f"move reserve from {event['from']}"
        case "bought":
            hidden = ", hidden" if event["was_hidden"] else ""
            yield f"move buy from {event['from']}{hidden}"
        case "post":
            yield f"post {event['id']}"
        case "revealed":
            yield "market card revealed"
        case "slot_empty":
            yield "market slot left empty"


def _of_end(position: Position, began: int) -> Iterator[str]:
    result, players = position.result, position.players
    if result is None:
        return
    yield f"victory by {result.by[0]}"
    if position.out and result.by != ("retire",):
        yield "played on after a seat left"
    if began:
        yield f"last round of {'one turn' if began == position.turn else 'more turns'}"
    if len(result.winners) > 1:
        yield "victory shared"
    elif any(
        player.points == players[result.winners[0]].points
        and score(player) < score(players[result.winners[0]])
        for player in players
    ):
        yield "victory by fewest cards"
    if any(sum(meets_city(player, city) for player in players) > 1 for city in position.cities):
        yield "several in one city"
