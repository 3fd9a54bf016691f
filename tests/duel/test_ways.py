"""Which modules of ours a press, a letter, a table page and an award go through.

To follow one of them is to read all of these. docs/ways.md names them: a module that comes to a way
is added there, one that no longer belongs to it is removed, and no way gets longer unseen.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.models import Game
from mail.registry import builder_of
from support.models import Decision
from tests.duel.letter_links import move_address
from tests.duel.letters.outbox import mover as reader_of
from tests.duel.letters.outbox import play_to_a_handover, row
from tests.duel.tables import begin
from tests.fixtures.lasting import draw_secrets_by
from tests.support.admin.staff import carry_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("traveller")]

ROOT = Path(__file__).resolve().parents[2]
PAPER = ROOT / "docs" / "ways.md"
WITH_REDIS = {"config/cache.py"}
ROOMS = {"accounts", "config", "duel", "engine", "lib", "mail", "support"}


class Bound(NamedTuple):
    """The most that a way may take; lowered when it has become shorter."""

    modules: int
    changes_of_room: int


BOUNDS = {
    "A press": Bound(42, 230),
    "A letter": Bound(64, 530),
    "A table page": Bound(64, 540),
    "An award": Bound(64, 830),
}


class Way(NamedTuple):
    """What an act went through."""

    modules: set[str]
    """Files of ours with a function that was called."""

    changes_of_room: int
    """How often a function of one room called one of another."""


def way_of(act: Callable[[], Any]) -> Way:
    """Return which modules of ours the act goes through; it is done in this thread alone."""
    modules: set[str] = set()
    changes = 0
    own = f"{ROOT}/"

    def file_of(frame: FrameType | None) -> str | None:
        while frame is not None:
            path = frame.f_code.co_filename
            if path.startswith(own) and path[len(own) :].split("/")[0] in ROOMS:
                return path[len(own) :]
            frame = frame.f_back
        return None

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal changes
        path = frame.f_code.co_filename
        if event != "call" or not path.startswith(own) or path == __file__:
            return
        called = path[len(own) :]
        if called.split("/")[0] in ROOMS:
            caller = file_of(frame.f_back)
            modules.add(called)
            changes += caller is not None and room_of(caller) != room_of(called)

    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(None)
    return Way(modules, changes)


def room_of(path: str) -> str:
    """Return the room that a file lies in: in `duel/` a folder, elsewhere the whole package."""
    first, *rest = path.split("/")
    return f"{first}/{rest[0]}" if first == "duel" else first


def named_under(heading: str) -> set[str]:
    """Return the files that docs/ways.md names under a heading."""
    part = PAPER.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n#")[0]
    lines = re.findall(r"^- `([\w/]+/)`:((?:\s+`\w+\.py`)+)", part, re.MULTILINE)
    return {folder + name for folder, names in lines for name in re.findall(r"`(\S+)`", names)}


def as_written(modules: set[str]) -> str:
    """Return the modules as docs/ways.md names them."""
    folders: dict[str, list[str]] = {}
    for folder, _, name in sorted(path.rpartition("/") for path in modules):
        folders.setdefault(folder, []).append(f"`{name}`")
    return "\n".join(f"- `{folder}/`: {' '.join(names)}" for folder, names in folders.items())


def assert_is_as_told(heading: str, way: Way) -> None:
    """Compare a way with the paper and with its bound, and print its figures."""
    told, bound = named_under(heading), BOUNDS[heading]
    if "config.cache" not in settings.CACHES["default"]["BACKEND"]:
        told -= WITH_REDIS
    print(f"{heading}: {len(way.modules)} modules, {way.changes_of_room} changes of room")
    assert way.modules == told, (
        f"new: {sorted(way.modules - told)}, gone: {sorted(told - way.modules)}; "
        f"## {heading}\n{as_written(way.modules)}"
    )
    assert len(way.modules) <= bound.modules
    assert way.changes_of_room <= bound.changes_of_room


@pytest.fixture
def games(ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Two games that stand alike: what is read once for all is read in the first."""
    return [played_alike(ada, bruno, monkeypatch) for _ in range(2)]


def played_alike(ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game whose secrets and moves are the same each time."""
    draw_secrets_by("ways", monkeypatch)
    game = begin(ada, bruno)
    play_to_a_handover(game, least=12)
    return game


def test_the_way_of_a_press(client: Client, games: list[Game]) -> None:
    first, second = games
    client.post(move_address(first))
    address = move_address(second)
    ply = second.ply
    way = way_of(lambda: client.post(address))
    second.refresh_from_db()
    assert second.ply > ply
    assert_is_as_told("A press", way)


def test_the_way_of_a_letter(games: list[Game]) -> None:
    drafts: list[Any] = []
    for game in games:
        letter = row(game, reader_of(game))
        way = way_of(lambda: drafts.append(builder_of(letter.kind)(letter.data)))  # noqa: B023
    assert all(draft.subject and draft.html for draft in drafts)
    assert_is_as_told("A letter", way)


def test_the_way_of_a_table_page(client: Client, games: list[Game]) -> None:
    client.force_login(reader_of(games[1]))
    pages: list[Any] = []
    for game in games:
        address = reverse("duel:game", args=[game.public_id])
        way = way_of(lambda: pages.append(client.get(address)))  # noqa: B023
    assert [page.status_code for page in pages] == [200, 200]
    assert_is_as_told("A table page", way)


def test_the_way_of_an_award(client: Client, olga: User, games: list[Game]) -> None:
    client.force_login(olga)
    for game in games:
        game.refresh_from_db()
        address = reverse("admin:duel_game_decide", args=[game.pk, "award"])
        data = {"reason": "Agreed.", "expected_seq": game.seq, "winners": [0]}
        way = way_of(lambda: carry_out(client, address, data))  # noqa: B023
    assert [each.act for each in Decision.objects.all()] == ["award", "award"]
    assert_is_as_told("An award", way)
