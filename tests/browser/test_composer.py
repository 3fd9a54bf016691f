"""Tests `static/composer.js`: a turn composed on a small table, without the API."""

from typing import TYPE_CHECKING, Any

import pytest
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLE = (
    '<button type="button" class="pick" data-pick="token" aria-label="Token" disabled></button>'
    '<button type="button" class="pick" data-pick="card" aria-label="Card" disabled></button>'
    '<button type="button" class="pick" data-pick="deck" aria-label="Deck" disabled></button>'
)
CHOICES = [
    {"move": "take", "words": "Take the token", "picks": ["token", "token"], "ways": []},
    {"move": "reserve", "words": "Reserve it", "picks": ["card", "token"], "ways": []},
    {"move": "buy", "words": "Buy it", "picks": ["card"], "ways": ["plain"]},
    {"move": "buy gold", "words": "Buy it with gold", "picks": ["card"], "ways": ["gold"]},
]
BEGIN = """async ([panel, html, choices]) => {
  document.body.innerHTML = `<h1 data-say="heading" tabindex="-1"></h1>
    <div data-table><div data-region="all"></div></div>${panel}`;
  const { createComposer } = await import("/static/composer.js");
  const regions = [{ key: "all", html }];
  window.announced = [];
  window.previewed = [];
  window.played = [];
  window.composer = createComposer(document.body, {
    words: { chosen: "Chosen:", cleared: "Cleared.", ends: "The turn ends.", canBeTakenBack: "" },
    announce: (...sentences) => window.announced.push(sentences.filter(Boolean).join(" ")),
    preview: (steps) => {
      window.previewed.push(steps);
      return window.isSilent ? null : { steps, choices: [], regions, notation: steps.join(", ") };
    },
    play: (steps, note) => window.played.push([steps, note]),
  });
  window.composer.begin({ steps: [], choices, asked: "Your turn." }, regions, new Map());
}"""


@pytest.fixture
def table(page: "Page") -> "Page":
    """A turn before its first step."""
    page.goto("/help/")
    panel = render_to_string("duel/table/panel.html", {"note": {"is_read": True}})
    page.evaluate(BEGIN, [panel, TABLE, CHOICES])
    return page


def tap(page: "Page", pick: str) -> None:
    page.locator(f'[data-pick="{pick}"]').click()


def lit(page: "Page") -> list[Any]:
    """Return the picks that can be tapped next."""
    found: list[Any] = page.locator(".pick.legal").evaluate_all(
        "(all) => all.map((each) => each.dataset.pick)"
    )
    return found


def test_taps_light_up_what_goes_with_them(table: "Page") -> None:
    assert lit(table) == ["token", "card"]
    assert table.locator('[data-pick="deck"]').is_disabled()
    tap(table, "card")
    assert lit(table) == ["token"]
    assert table.locator('[data-pick="card"]').get_attribute("aria-pressed") == "true"
    assert table.evaluate("announced") == ["Chosen: Card."]
    table.keyboard.press("Escape")
    assert lit(table) == ["token", "card"]
    assert table.evaluate("announced.at(-1)") == "Cleared."
    assert table.evaluate("previewed") == []


def test_the_last_tap_that_a_choice_needs_makes_it_a_step(table: "Page") -> None:
    tap(table, "token")
    tap(table, "token")
    assert table.evaluate("previewed") == [["take"]]
    assert table.locator("[data-steps] .words").all_inner_texts() == ["Take the token"]
    assert table.evaluate("played") == []
    table.locator("[data-send] button").click()
    assert table.evaluate("played") == [[["take"], {}]]


def test_what_is_tapped_in_vain_is_told_how_often(table: "Page") -> None:
    table.evaluate("isSilent = true")
    tap(table, "token")
    tap(table, "token")
    assert table.evaluate("previewed") == [["take"]]
    token = table.locator('[data-pick="token"]')
    assert token.get_attribute("data-count") == "2"
    assert table.locator("[data-send]").is_hidden()


def test_ways_are_offered_and_one_of_them_decides(table: "Page") -> None:
    ways = table.locator("[data-ways] button")
    assert ways.count() == 0
    tap(table, "card")
    assert ways.all_inner_texts() == ["plain", "gold"]
    assert table.locator("[data-offers] button").count() == 0
    assert table.evaluate("previewed") == []
    ways.last.click()
    assert table.evaluate("previewed") == [["buy gold"]]


def test_a_choice_in_words_makes_it_a_step_at_once(table: "Page") -> None:
    tap(table, "token")
    offers = table.locator("[data-offers] button")
    assert offers.all_inner_texts() == ["Take the token", "Reserve it"]
    offers.last.click()
    assert table.evaluate("previewed") == [["reserve"]]


def test_a_step_is_changed_back(table: "Page") -> None:
    tap(table, "card")
    tap(table, "token")
    assert table.evaluate("previewed") == [["reserve"]]
    assert table.evaluate("composer.isUnderWay()") is True
    table.get_by_role("button", name="Change").click()
    assert table.evaluate("composer.isUnderWay()") is False
    assert lit(table) == ["token", "card"]
    assert table.locator("[data-steps] li").count() == 0


def test_a_note_goes_with_the_turn(table: "Page") -> None:
    table.get_by_role("button", name="Take the token").click()
    note, send = table.locator("[name=note]"), table.locator("[data-send] button")
    note.fill("Well played!")
    send.click()
    note.fill("  ")  # says nothing
    send.click()
    assert table.evaluate("played.map((each) => each[1])") == [
        {"note": "Well played!", "note_to": [], "note_seats": []},
        {},
    ]
