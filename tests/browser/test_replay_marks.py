"""What a replay marks as changed: things that have moved or are gone."""

from typing import TYPE_CHECKING, Any

from accounts.models import User
from tests.browser.tablemates import address, sign_in
from tests.duel.letter_links import mover
from tests.duel.tables import a_quiet_move, begin, make_final, submit

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_take_marks_the_cells_and_no_card_whose_price_it_helps_to_pay(
    page: "Page", live_server: Any, ada: User, bruno: User
) -> None:
    from playwright.sync_api import expect

    game = begin(ada, bruno)
    taker = mover(game).user
    cells = a_quiet_move(game).split()[1:]
    submit(game, a_quiet_move(game))
    make_final(game)
    sign_in(page.context, taker, live_server.url)
    page.goto(f"{address(game)}replay/?ply=0")
    page.get_by_role("group", name="Step through the game").get_by_label("One step forward").click()
    expect(page.get_by_text("Step 1 of 1", exact=True)).to_be_visible()
    expect(page.locator("[data-region=board] .changed")).to_have_count(len(cells))
    expect(page.locator(".card.changed")).to_have_count(0)
