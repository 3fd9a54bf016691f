"""Tests `static/drawing.js`: regions of a table or replay are drawn, and changes marked."""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEGIN = """async () => {
  document.body.innerHTML = "<h1 tabindex=-1></h1><div data-table></div>";
  window.table = document.querySelector("[data-table]");
  window.drawing = await import("/static/drawing.js");
  const { framesOf } = await import("/static/replay/frames.js");
  const pieces = [
    '<b data-mark="a1" data-is="red">red</b>', '<b data-mark="a1" data-is=""></b>',
    '<i data-mark="bag" data-is="1">bag</i>', '<i data-mark="bag" data-is="2">bag</i>',
  ];
  const splices = (key, ...all) => ({ key, splices: all });
  window.frames_ = framesOf({ pieces, frames: [
    { ply: 0, regions: [splices("board", [0, 0, 0]), splices("bag", [0, 0, 2])] },
    { ply: 2, regions: [splices("board", [0, 1, 1])] },
    { ply: 3, regions: [splices("bag", [0, 1, 3])] },
  ]});
}"""
DRAWN = "[...table.querySelectorAll('[data-mark]')].map((each) => each.dataset.is)"
CHANGED = "[...table.querySelectorAll('.changed')].map((each) => each.dataset.mark)"


@pytest.fixture
def table(page: "Page") -> "Page":
    page.goto("/help/")
    page.evaluate(BEGIN)
    return page


def at(page: "Page", place: int) -> tuple[Any, Any]:
    """Return what is drawn at a place of a replay, and the marks that changed."""
    page.evaluate(f"drawing.drawFrame(table, frames_, {place})")
    return page.evaluate(DRAWN), page.evaluate(CHANGED)


def test_each_frame_is_drawn_and_marks_what_was_not_so_before(table: "Page") -> None:
    assert at(table, 0) == (["red", "1"], [])
    assert at(table, 1) == (["", "1"], ["a1"])  # also where nothing is left
    assert at(table, 2) == (["", "2"], ["bag"])
    assert at(table, 1) == (["", "1"], ["a1"])
    assert at(table, 0) == (["red", "1"], [])


def test_a_place_is_found_by_its_ply(table: "Page") -> None:
    places = [table.evaluate(f"frames_.placeOf({ply})") for ply in range(5)]
    assert places == [0, 0, 1, 2, 2]
    assert table.evaluate("frames_.last") == 2


def test_a_region_that_is_the_same_stays_untouched(table: "Page") -> None:
    at(table, 0)
    table.evaluate("window.before = [...table.children].map((each) => each.firstChild)")
    at(table, 1)
    assert table.evaluate(
        "[...table.children].map((each, i) => each.firstChild === before[i])"
    ) == [
        False,
        True,
    ]


def test_regions_that_are_no_longer_told_of_are_gone(table: "Page") -> None:
    at(table, 0)
    table.evaluate("drawing.draw(table, frames_.regions(0).slice(1))")
    assert table.evaluate(DRAWN) == ["1"]


def test_the_focus_stays_where_it_was_or_goes_where_it_can(table: "Page") -> None:
    pick = '<button data-pick="a">A</button>'
    show = """(html) => drawing.draw(table, [{ key: "all", html }])(document.querySelector("h1"))"""
    focused = "document.activeElement.textContent || document.activeElement.tagName"
    table.evaluate(show, pick)
    table.locator("[data-pick]").focus()
    table.evaluate(show, pick + "more")
    assert table.evaluate(focused) == "A"
    table.evaluate(show, "nothing")
    assert table.evaluate(focused) == "H1"


def test_nothing_is_marked_where_nothing_is_known_of_before(table: "Page") -> None:
    at(table, 1)
    table.evaluate("drawing.markChanges(table, new Map())")
    assert table.evaluate(CHANGED) == []
    table.evaluate("drawing.markChanges(table, drawing.marksOf(frames_.regions(0)))")
    assert table.evaluate(CHANGED) == ["a1"]
