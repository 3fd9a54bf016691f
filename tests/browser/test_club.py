"""The club page with many members: on a narrow phone, and on paper."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from duel.club.selectors import MOST_IN_TABLE
from duel.play.moves import resign
from engine.kinds import Channel
from tests.browser.tablemates import sign_in
from tests.duel.tables import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

A4 = {"width": 718, "height": 1047}
"""What a sheet of paper has between its margins, in pixels."""


@pytest.fixture
def club(page: "Page", live_server: Any, ada: User) -> "Page":
    """Ada's club page, with more people than the cross table holds and some long names."""
    people = [
        User.objects.create_user(f"p{number}@duelpost.example", name=f"Maximiliane-{number:0>20}")
        for number in range(MOST_IN_TABLE + 1)
    ]
    for one, other in zip([ada, *people], people, strict=False):
        game = begin(one, other)
        resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    sign_in(page.context, ada, live_server.url)
    page.goto("/club/")
    return page


def too_wide(page: "Page") -> int:
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(overflow))


def test_only_the_cross_table_is_scrolled_on_a_phone(
    club: "Page", assert_accessible: Callable[[], None]
) -> None:
    club.set_viewport_size({"width": 320, "height": 800})
    assert too_wide(club) <= 0
    assert club.get_by_role("region", name="Cross table").is_visible()
    assert_accessible()


def test_all_of_it_stands_on_paper(club: "Page") -> None:
    club.emulate_media(media="print")
    club.set_viewport_size(A4)  # type: ignore[arg-type]
    assert too_wide(club) <= 0
    assert club.get_by_role("row").count() > 2 * MOST_IN_TABLE
    assert (
        not club.get_by_role("navigation").or_(club.get_by_role("contentinfo")).first.is_visible()
    )
