"""How many modules a press and a letter go through: whoever follows one reads them all.

Counted are the modules of `duel/` of which a function is called, without the models, the refusals
and what a game brings itself.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game
from mail.registry import builder_of
from tests.duel.letters.post import mover as reader_of
from tests.duel.letters.post import play_to_a_handover, row
from tests.duel.linked import move_address
from tests.duel.tables import begin

pytestmark = pytest.mark.django_db

MOST_FOR_A_PRESS, MOST_FOR_A_LETTER = 13, 22
_LEFT_OUT = ("duel.models.", "duel.errors", "duel.games.duel.", "duel.games.gems.")
_PAPER = Path(__file__).parents[2] / "ARCHITECTURE.md"


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_to_a_handover(game, least=12)
    return game


def way_of(act: Callable[[], Any]) -> set[str]:
    """Return the modules that the act goes through, as files in `duel/`."""
    seen: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_globals.get("__name__", ""))

    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(None)
    own = (name for name in seen if name.startswith("duel.") and not name.startswith(_LEFT_OUT))
    return {f"{name.removeprefix('duel.').replace('.', '/')}.py" for name in own}


def named_under(heading: str) -> set[str]:
    """Return the files that ARCHITECTURE.md names under a heading."""
    part = _PAPER.read_text().partition(f"### {heading}\n")[2].partition("\n#")[0]
    return set(re.findall(r"`([\w/]+\.py)`", part))


@pytest.mark.parametrize("unsend", [0, 60])
def test_a_press_goes_through_few_modules_and_all_are_named(
    unsend: int, client: Client, game: Game, settings: Any
) -> None:
    settings.UNSEND_SECONDS = unsend
    address = move_address(game)
    client.post("/go/nothing")  # whatever is imported at the first request
    way = way_of(lambda: client.post(address))
    game.refresh_from_db()
    assert game.ply > 12
    assert len(way) <= MOST_FOR_A_PRESS, sorted(way)
    assert way <= named_under("The way of a press")


def test_a_letter_is_built_by_few_modules_and_all_are_named(game: Game) -> None:
    letter = row(game, reader_of(game))
    drafts: list[Any] = []
    way = way_of(lambda: drafts.append(builder_of(letter.kind)(letter.data)))
    assert drafts[0].subject
    assert len(way) <= MOST_FOR_A_LETTER, sorted(way)
    assert way <= named_under("The way of a letter")
