"""The proof that the page checks itself: a tick for each true claim, a cross for a false one."""

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from duel.record.export import game_file
from tests.browser.tablemates import address
from tests.browser.test_replay import at_step, replay_address
from tests.duel.tables import begin, play_to_the_end
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.golden.make import FOLDER

Proof = dict[str, Any]

HOLDS, DOES_NOT = "All of it holds.", "Something does not hold: read below what it is."
CONSISTENT = "The file is consistent in itself. Read below whom you have to believe."
LATER = 11
"""The place of an entry amid others."""
GOLDEN = [
    FOLDER / f"{name}.json"
    for name in ("golden-000", "splendor-000", "splendor-068", "splendor-format-two")
]
"""Duel with refills; Splendor with nobles; four at Splendor with cities and trading posts; words
that were derived from the secret."""


@dataclass(frozen=True)
class Lie:
    """A claim that is falsified, the checks that must not hold then, and the entry to be named."""

    about: str
    tell: Callable[[Proof], object]
    breaks: set[str]
    may_break: frozenset[str] = frozenset()
    """Among few possibilities another seed may by luck choose the same."""
    entry: int | None = None


def lies_about_chance(truth: Proof) -> Iterator[Lie]:
    """Falsify each claim about random numbers, one after the other."""
    for place, draw in enumerate(truth["draws"]):
        yield Lie(draw["label"], drawn_otherwise(place), {f"draw:{draw['label']}"})
    last = truth["draws"][-1]
    twice = put("draws", lambda draws: [*draws, last])
    yield Lie("decided twice", twice, {f"draw:{last['label']}"})


def lies_about_the_record(truth: Proof) -> Iterator[Lie]:
    """Falsify every other claim, one after the other."""
    shuffled, chosen = (
        frozenset(f"draw:{each['label']}" for each in truth["draws"] if each["is_shuffle"] == is_so)
        for is_so in (True, False)
    )
    derived = {"derived"} if "drawn" in truth["header"] else set()
    own_word = put("nonces", lambda words: [*words[:-1], "x"])
    yield Lie("secret", put("secret", another), {"commitment", "seed", *derived, *shuffled}, chosen)
    yield Lie("a word", own_word, {"seed", "header", *derived, *shuffled}, chosen)
    words = put("nonces", swapped)
    yield Lie("whose words", words, {"seed", "header", *derived, *shuffled}, chosen)
    if derived:
        given = put("drawn", lambda _: [False] * 3, "header")
        yield Lie("that they were given", given, {"header"})
        drawn = put("drawn", lambda _: [True] * 3, "header")
        yield Lie("that all were derived", drawn, {"header", "derived"})
    no_secret = put("secret", lambda _: "what?")
    yield Lie("no secret", no_secret, {"commitment", "seed", *derived, *shuffled, *chosen})
    yield Lie("promise", put("commitment", another, "header"), {"commitment", "header"})
    yield Lie("seed", put("seed", another), {"seed"})
    for key in ("id", "game", "rules", "options"):
        yield Lie(key, put(key, other_value, "header"), {"header"})
    for key in truth["keys"]:
        breaks = {"chain", "header"} if key == "prev_hash" else {"chain"}
        yield Lie(f"{key} of the first entry", altered(0, key), breaks, entry=1)
        yield Lie(f"{key} of a later entry", altered(LATER, key), {"chain"}, entry=LATER + 1)
    left_out, beheaded = (put("entries", without(place)) for place in (5, 0))
    yield Lie("an entry left out", left_out, {"chain"}, entry=6)
    yield Lie("the first left out", beheaded, {"chain", "header"}, entry=1)


def put(key: str, value: Callable[[Any], Any], within: str = "") -> Callable[[Proof], None]:
    """Something else stands in the place of a claim."""

    def tell(proof: Proof) -> None:
        held = proof[within] if within else proof
        held[key] = value(held[key])

    return tell


def altered(place: int, key: str) -> Callable[[Proof], None]:
    """Something else stands in one field of an entry."""

    def tell(proof: Proof) -> None:
        column = proof["keys"].index(key)
        value = another if key.endswith("hash") else other_value
        proof["entries"][place][column] = value(proof["entries"][place][column])

    return tell


def drawn_otherwise(place: int) -> Callable[[Proof], None]:
    """Chance is said to have decided something else."""

    def tell(proof: Proof) -> None:
        draw = proof["draws"][place]
        first, *rest = draw["drawn"]
        draw["drawn"] = (
            swapped(draw["drawn"])
            if len({first, *rest}) > 1
            else [next(item for item in draw["items"] if item != first), *rest]
        )

    return tell


def without(place: int) -> Callable[[list[Any]], list[Any]]:
    return lambda items: items[:place] + items[place + 1 :]


def swapped(items: list[Any]) -> list[Any]:
    """The first item and the first that differs from it have changed places."""
    other = next(place for place, item in enumerate(items) if item != items[0])
    return [items[other], *items[1:other], items[0], *items[other + 1 :]]


def another(digits: str) -> str:
    """Other hexadecimal digits."""
    return ("0" if digits[0] != "0" else "1") + digits[1:]


def other_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {**value, "more": True}
    return f"{value}!" if isinstance(value, str) else 7


class Liar:
    """Sits between the service and the page, and falsifies the service's answers."""

    def __init__(self, page: Page, calls: str) -> None:
        self.tell: Callable[[Proof], object] = lambda proof: None
        self.answer: Any = None
        page.route(calls, self._fulfill)

    @property
    def truth(self) -> Proof:
        return self.answer["proof"]  # type: ignore[no-any-return]

    def _fulfill(self, route: Route) -> None:
        self.answer = self.answer or route.fetch().json()
        falsified = copy.deepcopy(self.answer)
        self.tell(falsified["proof"])
        route.fulfill(json=falsified)


def choose(page: Page, content: bytes, name: str = "game.json") -> None:
    """Choose a file from the disk."""
    file: Any = {"name": name, "mimeType": "application/json", "buffer": content}
    page.get_by_label("The file of a game that is over").set_input_files(file)


def judgement(page: Page) -> str:
    """Return the page's summary, once it has checked everything."""
    expect(page.get_by_role("region", name="Is it true?")).to_be_visible()
    summary = page.locator("[data-summary][role=status]")
    expect(summary).not_to_be_empty()
    return summary.inner_text()


def crosses(page: Page) -> set[str]:
    """Return the checks that do not hold, shown by a sign with a name, not by colour alone."""
    signs = page.get_by_role("img", name="Does not hold:")
    assert set(signs.all_inner_texts()) <= {"✗"}
    items = page.locator("[data-checks] li").filter(has=signs)
    return {*items.evaluate_all("items => items.map((item) => item.dataset.check)")}


def assert_each_lie_gets_its_cross(
    page: Page, file: Path, lies_about: Callable[[Proof], Iterator[Lie]]
) -> None:
    liar = Liar(page, "**/api/v1/replay")
    page.goto("/replay/")
    choose(page, file.read_bytes())
    assert (judgement(page), crosses(page)) == (CONSISTENT, set())
    derived = "drawn" in liar.truth["header"]
    assert page.locator("[data-checks] li").count() == 4 + derived + len(liar.truth["draws"])
    for lie in lies_about(liar.truth):
        liar.tell = lie.tell
        choose(page, file.read_bytes(), name=lie.about)
        assert judgement(page) == DOES_NOT, lie.about
        assert lie.breaks <= crosses(page) <= lie.breaks | lie.may_break, lie.about
        if lie.entry is not None:
            told = page.locator("[data-check=chain]").inner_text()
            assert told.endswith(f"The first that does not is entry {lie.entry}."), lie.about


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_each_shuffle_that_was_falsified_gets_its_cross(file: Path, page: Page) -> None:
    assert_each_lie_gets_its_cross(page, file, lies_about_chance)


@pytest.mark.parametrize("file", [GOLDEN[0], GOLDEN[3]], ids=lambda file: file.stem)
def test_each_claim_that_was_falsified_gets_its_cross(file: Path, page: Page) -> None:
    assert_each_lie_gets_its_cross(page, file, lies_about_the_record)


def test_what_the_service_finds_wrong_with_the_moves_is_no_proof(page: Page) -> None:
    liar = Liar(page, "**/api/v1/replay")
    wrong: dict[str, Any] = {"hold": False, "words": "The record does not hold: entry 7."}
    liar.tell = put("moves", lambda _: wrong)
    page.goto("/replay/")
    choose(page, GOLDEN[0].read_bytes())
    assert (judgement(page), crosses(page)) == (DOES_NOT, set())
    expect(page.get_by_text(wrong["words"])).to_be_visible()


def test_a_finished_game_is_proved_and_so_is_the_file_that_it_gives(
    page: Page, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    page.goto(replay_address(game))
    assert (judgement(page), crosses(page)) == (HOLDS, set())
    page.get_by_text("Compare it with what you wrote down").click()
    expect(page.get_by_text(game.commitment)).to_be_visible()
    expect(page.get_by_text(game.head)).to_be_visible()
    checked, last = (
        page.locator("[data-checks]").inner_text(),
        int(page.get_by_role("slider").get_attribute("max") or ""),
    )
    file = page.request.get(f"{address(game)}file").body()
    page.goto("/replay/")
    choose(page, file)
    assert judgement(page) == HOLDS
    signature = "✓\nThe signature fits the file, and its key is one that this service publishes."
    assert page.locator("[data-checks]").inner_text().replace("✓ ", "✓\n").endswith(signature)
    assert page.locator("[data-checks]").inner_text().startswith(checked)
    expect(page.get_by_text("This site holds the very same record")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 800})  # the key breaks where it must
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    expect(page.get_by_role("heading", name="Ada – Bruno")).to_be_visible()
    at_step(page, 0, last)


def a_signed_file(ada: User, bruno: User) -> dict[str, Any]:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    game.refresh_from_db()
    return json.loads(game_file(game))  # type: ignore[no-any-return]


def test_a_made_up_game_of_this_site_is_called_so(page: Page, ada: User, bruno: User) -> None:
    forged = json.loads(GOLDEN[0].read_bytes())
    book = Bookkeeper(a_signed_file(ada, bruno)["id"], drawn=(True, True))
    book.play_on(4)
    book.write("resign", 0)
    page.goto("/replay/")
    choose(page, json.dumps(forged).encode())
    assert judgement(page) == CONSISTENT
    expect(page.get_by_text("Anybody can make up such a file")).to_be_visible()
    choose(page, json.dumps(book.file()).encode(), "other.json")
    expect(page.get_by_text("This site has another record of this game")).to_be_visible()
    assert judgement(page) == DOES_NOT


def test_the_browser_checks_the_signature_by_itself(page: Page, ada: User, bruno: User) -> None:
    """The service is made to say that an altered file holds; the browser finds that it does not."""
    file = a_signed_file(ada, bruno)
    liar = Liar(page, "**/api/v1/replay")
    page.goto("/replay/")
    choose(page, json.dumps(file).encode())
    assert (judgement(page), crosses(page)) == (HOLDS, set())
    assert liar.answer["origin"]["signer"] == "us"
    choose(page, json.dumps(file | {"seats": ["Eve", "Bruno"]}).encode(), "other.json")
    assert (judgement(page), crosses(page)) == (DOES_NOT, {"signature"})


def test_a_browser_without_ed25519_says_so(page: Page, ada: User, bruno: User) -> None:
    page.add_init_script(
        """const known = SubtleCrypto.prototype.importKey;
        SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
          if (algorithm === "Ed25519") throw new DOMException("", "NotSupportedError");
          return known.call(this, format, key, algorithm, ...rest);
        };"""
    )
    page.goto("/replay/")
    choose(page, json.dumps(a_signed_file(ada, bruno)).encode())
    assert (judgement(page), crosses(page)) == (HOLDS, set())
    expect(page.get_by_text("This browser cannot check the signature")).to_be_visible()


def test_a_lie_about_a_stored_game_gets_its_cross(page: Page, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    Liar(page, "**/api/v1/games/*/replay").tell = altered(LATER, "text")
    page.goto(replay_address(game))
    assert (judgement(page), crosses(page)) == (DOES_NOT, {"chain"})


def test_a_browser_that_computes_no_hashes_says_so_and_ticks_nothing(
    page: Page, live_server: Any, page_problems: list[str]
) -> None:
    """Pages loaded by plain http from another machine have no `crypto.subtle`."""

    def from_the_service(route: Route) -> None:
        asked = urlsplit(route.request.url)
        route.fulfill(response=route.fetch(url=f"{live_server.url}{asked.path}"))

    page.route("http://duelpost.example/**", from_the_service)
    page.goto("http://duelpost.example/replay/")
    assert not page.evaluate("isSecureContext")
    choose(page, GOLDEN[0].read_bytes())
    expect(page.get_by_text("Browsers compute hashes only on pages")).to_be_visible()
    at_step(page, 0, 94)
    expect(page.get_by_text("Your browser has just done this again")).to_be_hidden()
    expect(page.locator("[data-checks] li")).to_have_count(0)
    expect(page.locator("[data-summary]")).to_be_empty()
    # The browser notes that a header of ours, too, is for https alone.
    assert all("Cross-Origin-Opener-Policy" in problem for problem in page_problems)
    page_problems.clear()
