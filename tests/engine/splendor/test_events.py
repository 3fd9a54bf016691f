"""What happened, and who is told what of it."""

from engine.splendor import GAME
from engine.splendor.position import Position
from tests.engine.splendor.table import after, bought, hand, table


def told(position: Position, move: str, seat: int | None) -> dict[str, dict[str, object]]:
    events = GAME.events_for(GAME.step(position, move).events, seat)
    return {event["kind"]: event for event in events}


def test_a_card_from_a_deck_is_named_to_its_owner_alone() -> None:
    position = table()
    top = position.decks[0][0].id
    assert told(position, "reserve deck1", 0)["reserved"] == {
        "kind": "reserved", "seat": 0, "from": "deck", "level": 1, "id": top,
    }  # fmt: skip
    for seat in (1, None):
        assert told(position, "reserve deck1", seat)["reserved"]["id"] is None
    assert GAME.step(position, "reserve deck1").reveals


def test_what_t4_shows_and_buries_is_told_to_the_one_choosing_alone() -> None:
    position = table(hand(cards=bought("KKK"), posts=["T4"]), hand(), options=["posts"])
    upper, lower = (card.id for card in position.decks[2][:2])
    looked = told(position, "reserve deck3", 0)
    assert list(looked) == ["taken", "looked"]
    assert looked["looked"] == {"kind": "looked", "seat": 0, "level": 3, "ids": [upper, lower]}
    assert told(position, "reserve deck3", 1)["looked"]["ids"] == [None, None]
    assert GAME.step(position, "reserve deck3").reveals
    looking = after(position, "reserve deck3")
    own, others = told(looking, "keep 2", 0), told(looking, "keep 2", None)
    assert (own["reserved"]["id"], own["buried"]["id"]) == (lower, upper)
    assert (others["reserved"]["id"], others["buried"]["id"]) == (None, None)
    assert others["buried"] == {"kind": "buried", "seat": 0, "level": 3, "id": None}
    assert not GAME.step(looking, "keep 2").reveals


def test_buying_a_card_that_nobody_else_knew_reveals_it() -> None:
    position = table(hand("UUUU", reserved=["S1-01*", "S1-40"]), hand())
    assert told(position, "buy S1-01", 1)["bought"]["was_hidden"] is True
    assert GAME.step(position, "buy S1-01").reveals
    step = GAME.step(position, "buy S1-40")
    assert step.events[0]["from"] == "reserve"
    assert not step.events[0]["was_hidden"]
    assert not step.reveals


def test_taking_and_discarding_show_nothing() -> None:
    position = table(hand("WWWUUUGGG"), hand())
    assert told(position, "take white red black", 1)["taken"] == {
        "kind": "taken", "seat": 0, "colors": ["white", "red", "black"], "by": "take",
    }  # fmt: skip
    assert not GAME.step(position, "take white red black").reveals
    full = after(position, "take white red black")
    step = GAME.step(full, "discard white blue")
    assert step.events[0] == {"kind": "discarded", "seat": 0, "colors": ["white", "blue"]}
    assert step.events[1] == {"kind": "turn", "seat": 1, "turn": 12}
    assert not step.reveals


def test_events_are_handed_out_as_copies() -> None:
    events = GAME.step(table(), "take red red").events
    GAME.events_for(events, None)[0]["seat"] = 9
    assert events[0]["seat"] == 0


def test_the_end_names_the_winners_and_the_reason() -> None:
    fifteen = ["S3-04", "S3-08", "S3-12"]
    position = table(hand(cards=fifteen), hand(), last_round=True, turn=12)
    assert told(position, "take red red", None)["victory"] == {
        "kind": "victory", "seats": [0], "by": ["points"],
    }  # fmt: skip
