"""A stretch of a game: moves, and what was taken back of them."""

from typing import Any

from duel.games.stories import story_sentences
from duel.words.terms import Terms
from engine.duel import GAME
from engine.duel.position import Position
from tests.duel.games.duel.games import NAMES
from tests.engine.duel.table import table


def item(ply: int, kind: str, seat: int | None, text: str, position: Position) -> dict[str, Any]:
    """What `duel.record.events.events_since` says of one entry, to Bruno."""
    events: list[Any] = []
    if kind in ("move", "proxy"):
        events = GAME.events_for(GAME.step(position, text).events, 1)
    return {"ply": ply, "kind": kind, "seat": seat, "text": text, "events": events}


DUEL = Terms()
POSITION = table(board="KWU..")
PLAYED = item(5, "move", 0, "take a1", POSITION)
TAKEN_BACK = item(6, "undo", 0, "4", POSITION)
PLAYED_ANEW = item(7, "move", 0, "take b1", POSITION)


def test_a_move_taken_back_is_told_only_as_that() -> None:
    assert story_sentences(DUEL, [PLAYED, TAKEN_BACK, PLAYED_ANEW], NAMES, 1) == [
        "Ada took a move back.",
        "Ada took b1: white.",
    ]


def test_once_the_game_is_over_all_of_it_is_told() -> None:
    assert story_sentences(DUEL, [PLAYED, TAKEN_BACK, PLAYED_ANEW], NAMES, 1, is_over=True) == [
        "Ada took a1: black.",
        "Ada took a move back.",
        "Ada took b1: white.",
    ]


def test_what_came_before_the_ply_gone_back_to_still_stands() -> None:
    more = item(6, "move", 0, "take c1", POSITION)
    back = item(7, "undo", 0, "5", POSITION)
    assert story_sentences(DUEL, [PLAYED, more, back], NAMES, 1) == [
        "Ada took a1: black.",
        "Ada took a move back.",
    ]


def test_a_rollback_may_return_to_moves_that_had_been_taken_back() -> None:
    again = item(8, "rollback", None, "5", POSITION)
    assert story_sentences(DUEL, [PLAYED, TAKEN_BACK, PLAYED_ANEW, again], NAMES, 1) == [
        "Ada took a1: black.",
        "An operator set the game back to an earlier position.",
    ]


def test_the_reader_is_told_of_their_own_undo_and_of_a_move_made_for_them() -> None:
    back = {**TAKEN_BACK, "seat": 1}
    assert story_sentences(DUEL, [back], NAMES, 1) == ["You took a move back."]
    made = item(5, "proxy", 0, "take a1", POSITION)
    assert story_sentences(DUEL, [made], NAMES, 0)[0] == "An operator moved for you."
    assert story_sentences(DUEL, [made], NAMES, 1)[0] == "An operator moved for Ada."
