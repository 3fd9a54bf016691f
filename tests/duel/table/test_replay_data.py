"""What a page loads of a replay: small, the same as what was drawn, and each reader's own."""

import gzip
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from duel.errors import BadGameFile
from duel.models import Game
from duel.table.open_table import Visitor, open_table
from duel.table.replay import Frame, Replay
from duel.table.replay_data import _splices, pack_replay, pack_replay_of_file
from duel.table.replay_sources import replay_of_game
from tests.duel.table.test_replay import of_file
from tests.duel.tables import begin, play_on

Pieces = st.lists(st.integers(min_value=0, max_value=5), max_size=12)


def spliced(pieces: list[Any], splices: list[list[int]]) -> list[Any]:
    """As `static/replay/frames.js` does it."""
    made = [*pieces]
    for place, gone, *come in splices:
        made[place : place + gone] = come
    return made


@given(before=Pieces, now=Pieces)
def test_splices_make_one_drawing_of_another(before: list[int], now: list[int]) -> None:
    assert spliced(before, _splices(before, now)) == now


@given(pieces=Pieces)
def test_nothing_is_sent_for_what_stays(pieces: list[int]) -> None:
    assert not _splices(pieces, pieces)


@pytest.mark.parametrize("name", ["golden-220", "splendor-played-on"])
def test_the_pieces_of_each_step_add_up_to_its_drawing(name: str) -> None:
    replay = of_file(name)
    data = json.loads(gzip.decompress(pack_replay_of_file(replay)))
    regions: dict[str, list[int]] = {}
    for frame, sent in zip(replay.frames(), data["frames"], strict=True):
        for each in sent["regions"]:
            regions[each["key"]] = spliced(regions.get(each["key"], []), each["splices"])
        shown = {
            key: "".join(data["pieces"][piece] for piece in pieces)
            for key, pieces in regions.items()
            if pieces
        }
        drawn = {region.key: str(region.html) for region in replay.regions(frame)}
        assert {key: html for key, html in shown.items() if html} == {
            key: html for key, html in drawn.items() if html
        }


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 5)
    return game


def packed(game: Game, person: User, *, after: int = 0) -> bytes:
    perspective = open_table(game.public_id, Visitor(person)).perspective
    return pack_replay(replay_of_game(perspective), after=after)


def test_what_is_remembered_for_one_reader_is_shown_to_no_other(
    game: Game, ada: User, bruno: User
) -> None:
    for person, seat in ((ada, 0), (bruno, 1), (ada, 0)):
        assert json.loads(gzip.decompress(packed(game, person)))["seat"] == seat


def test_it_is_remembered_until_something_happens(
    game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = packed(game, ada)
    with monkeypatch.context() as patch:
        patch.delattr("duel.table.replay_data._pack")
        assert packed(game, ada) == before
    play_on(game, 1)
    assert packed(game, ada) != before


def test_from_a_ply_on_the_rest_is_sent_with_a_whole_drawing_first(game: Game, ada: User) -> None:
    whole, rest = (json.loads(gzip.decompress(packed(game, ada, after=ply))) for ply in (0, 3))
    assert [frame["ply"] for frame in rest["frames"]] == [3, 4, 5]
    assert [frame["words"] for frame in rest["frames"]] == [
        frame["words"] for frame in whole["frames"][3:]
    ]
    keys = {each["key"] for each in whole["frames"][0]["regions"]}
    assert {each["key"] for each in rest["frames"][0]["regions"]} == keys


def test_numbers_beyond_the_end_share_what_is_remembered(
    game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = packed(game, ada, after=5)
    monkeypatch.delattr("duel.table.replay_data._pack")
    for number in (6, 7, 1000, 10**9):
        assert packed(game, ada, after=number) == last


def test_a_file_that_takes_long_to_draw_is_refused_and_one_that_only_waits_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replay = of_file("claimed")
    drawn = Replay.regions

    def draw_slowly(self: Replay, frame: Frame) -> Any:
        time.sleep(0.6 / len(replay.plies))  # as on a machine that others keep busy
        return drawn(self, frame)

    monkeypatch.setattr("duel.table.replay_data._MOST_SECONDS", 0.5)
    monkeypatch.setattr(Replay, "regions", draw_slowly)
    assert pack_replay_of_file(replay)
    monkeypatch.setattr("duel.table.replay_data._MOST_SECONDS", 0)
    with pytest.raises(BadGameFile):
        pack_replay_of_file(replay)
