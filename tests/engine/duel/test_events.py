"""Events tell everything: from them alone the next position follows, without knowing the rules."""

import random
from typing import Any

import pytest

from engine.contract import Event
from engine.duel import GAME

Data = dict[str, Any]


def happen(data: Data, event: Event) -> None:
    """Change the JSON position as the event says."""
    player = data["players"][event["seat"]] if "seat" in event else {}
    known = (
        happen_to_tokens(data, event, player)
        or happen_to_cards(data, event, player)
        or happen_to_turn(data, event)
    )
    assert known


def happen_to_tokens(data: Data, event: Event, player: Data) -> bool:
    match event["kind"]:
        case "privilege_used":
            player["privileges"] -= 1
            data["supply"] += 1
        case "privilege":
            if event["from"] == "supply":
                data["supply"] -= 1
            else:
                data["players"][event["from"]]["privileges"] -= 1
            player["privileges"] += 1
        case "taken":
            for cell, colour in zip(event["cells"], event["colors"], strict=True):
                assert data["board"][index_of(cell)] == colour
                data["board"][index_of(cell)] = None
                player["tokens"][colour] += 1
        case "replenished":
            for cell, colour in zip(event["cells"], event["colors"], strict=True):
                assert data["board"][index_of(cell)] is None
                data["board"][index_of(cell)] = colour
                data["bag"][colour] -= 1
            data["refills"] += 1
            data["phase"] = "action"
        case "stolen":
            data["players"][event["from"]]["tokens"][event["color"]] -= 1
            player["tokens"][event["color"]] += 1
        case "discarded":
            for colour in event["colors"]:
                player["tokens"][colour] -= 1
                data["bag"][colour] += 1
        case _:
            return False
    return True


def happen_to_cards(data: Data, event: Event, player: Data) -> bool:
    match event["kind"]:
        case "reserved":
            if event["from"] == "deck":
                assert data["decks"][str(event["level"])].pop(0) == event["id"]
            else:
                assert event["id"] in data["market"][str(event["level"])]
            player["reserved"].append({"id": event["id"], "from": event["from"]})
        case "bought":
            if event["from"] == "reserve":
                source = "deck" if event["was_hidden"] else "market"
                player["reserved"].remove({"id": event["id"], "from": source})
            for colour, number in event["paid"].items():
                player["tokens"][colour] -= number
                data["bag"][colour] += number
            assert len(event["gold_for"]) == event["paid"].get("gold", 0)
            player["cards"].append({"id": event["id"], "color": event["color"]})
        case "revealed":
            assert data["decks"][str(event["level"])].pop(0) == event["id"]
            data["market"][str(event["level"])][event["slot"] - 1] = event["id"]
        case "slot_empty":
            data["market"][str(event["level"])][event["slot"] - 1] = None
        case "royal":
            data["royals"].remove(event["id"])
            player["royals"].append(event["id"])
        case _:
            return False
    return True


def happen_to_turn(data: Data, event: Event) -> bool:
    match event["kind"]:
        case "ability":
            if event["ability"] == "again":
                data["again"] = True
            elif event["ability"] != "privilege":
                data["phase"] = event["ability"]
        case "turn" | "extra_turn" as kind:
            assert (kind == "extra_turn") == data["again"] == (data["to_move"] == event["seat"])
            data.update(to_move=event["seat"], turn=event["turn"], phase="start", again=False)
        case "victory":
            result = {"winners": [event["seat"]], "by": event["by"]}
            data.update(to_move=None, phase="over", again=False, result=result)
        case _:
            return bool(event["kind"] == "ability_skipped")
    return True


def index_of(cell: str) -> int:
    return "abcde".index(cell[0]) + 5 * (int(cell[1]) - 1)


@pytest.mark.parametrize("number", range(25))
def test_the_next_position_follows_from_the_events(number: int) -> None:
    chance = random.Random(4000 + number)
    position = GAME.new(chance.randbytes(32))
    while moves := GAME.legal(position):
        step = GAME.step(position, chance.choice(moves))
        told = GAME.dump(position)
        for event in step.events:
            happen(told, event)
        expected = GAME.dump(step.position)
        if expected["phase"] in ("royal", "discard"):
            told["phase"] = expected["phase"]  # what is asked next, the position itself says
        assert told == expected
        position = step.position


def test_a_seat_is_handed_events_of_its_own() -> None:
    step = GAME.step(GAME.new(bytes(32)), GAME.legal(GAME.new(bytes(32)))[-1])
    handed = GAME.events_for(step.events, 0)
    handed[0]["kind"] = "changed"
    assert step.events[0]["kind"] != "changed"
