"""Every file in golden/ is a test of its own: drop a finished game in and it must verify."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.record import canonical_json
from engine.verify import verify
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.golden import features as duel
from tests.engine.golden import splendor_features as splendor
from tests.engine.golden.make import FOLDER, STORIES, Story, story
from tests.engine.golden.make_format_two import against_a_bot, of_three
from tests.engine.golden.make_splendor import bot_plays_on, deserted, played_on, stuck

FILES = sorted(FOLDER.glob("*.json"))
SPLENDOR = [path for path in FILES if path.stem.startswith("splendor")]
DUEL = [path for path in FILES if path not in SPLENDOR]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_verifies(path: Path) -> None:
    file = json.loads(path.read_bytes())
    report = verify(file)
    assert report.problems == ()
    assert report.secret_shown
    assert file["result"] is not None, "a golden game is a finished one"


def test_the_golden_games_show_everything_that_can_happen() -> None:
    shown = set()
    for path in DUEL:
        shown |= duel.features(json.loads(path.read_bytes()))
    assert sorted(duel.REQUIRED - shown) == []


def test_the_golden_games_of_splendor_show_everything_that_can_happen() -> None:
    shown = set()
    for path in SPLENDOR:
        shown |= splendor.features(json.loads(path.read_bytes()))
    assert sorted(splendor.REQUIRED - shown) == []


@pytest.mark.parametrize("tell", STORIES, ids=lambda tell: tell.__name__)
def test_the_stories_are_still_told_the_same_way(tell: Callable[[Story], None]) -> None:
    book = story(tell)
    written = FOLDER.joinpath(f"{book.header.id}.json").read_bytes()
    assert canonical_json(book.file()) + b"\n" == written


@pytest.mark.parametrize(
    "tell",
    [stuck, deserted, played_on, bot_plays_on, against_a_bot, of_three],
    ids=lambda tell: tell.__name__,
)
def test_other_stories_are_still_told_the_same_way(
    tell: Callable[[], Bookkeeper],
) -> None:
    book = tell()
    written = FOLDER.joinpath(f"{book.header.id}.json").read_bytes()
    assert canonical_json(book.file()) + b"\n" == written
