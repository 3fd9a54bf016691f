"""An operator's day: every decision made with a browser, by what is on the screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.models import AddedTime, Game
from duel.play.moves import resign
from duel.record.log import writing
from engine.kinds import Channel, Kind
from support.models import Decision
from tests.duel.clocks.ticking import everybody_has_moved, kinds
from tests.duel.tables import a_quiet_move, assert_sound, begin
from tests.support.decisions.bench import mover_and_other, player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    everybody_has_moved(game)
    return game


class Bench:
    """An operator with a browser and one game."""

    def __init__(self, page: "Page", game: Game) -> None:
        self.page = page
        self.game = game

    def open(self, act: str) -> None:
        self.page.goto(reverse("admin:duel_game_decide", args=[self.game.pk, act]))

    def say_why(self, reason: str = "They asked us to.") -> None:
        self.page.get_by_label("Reason for the record").fill(reason)

    def look(self) -> str:
        """What the page foresees."""
        self.page.get_by_role("button", name="See what it will do").click()
        return self.page.locator(".foreseen").inner_text()

    def carry_out(self) -> Decision:
        before = Decision.objects.count()
        button = self.page.get_by_role("button", name="Carry out")
        if not button.count():
            self.page.get_by_role("button", name="See what it will do").click()
        button.click()
        self.page.get_by_text("Told by letter: ").wait_for()
        assert Decision.objects.count() == before + 1
        self.game.refresh_from_db()
        return Decision.objects.latest("pk")

    def revoke(self, decision: Decision) -> Decision:
        self.page.goto(reverse("admin:duel_game_revoke", args=[self.game.pk, decision.pk]))
        self.say_why("That was wrong.")
        back = self.carry_out()
        assert back.revokes == decision
        return back


@pytest.fixture
def bench(page: "Page", table: Game, olga: User, settings: Any) -> Bench:
    """Olga, signed in."""
    client = Client()
    client.force_login(olga)
    name = settings.SESSION_COOKIE_NAME
    page.goto("/")
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": page.url}])
    return Bench(page, table)


def test_clocks_are_stopped_and_time_is_given(
    bench: Bench, table: Game, assert_accessible: Callable[[], None]
) -> None:
    page = bench.page
    bench.open("hold")
    assert "The clocks stop at once" in page.locator(".foreseen").inner_text()
    assert_accessible()
    page.get_by_label("Message to the players").fill("We are on it.")
    bench.look()
    letters = page.locator(".letters").inner_text()
    assert "To Ada (English)" in letters
    assert "We are on it." in letters
    assert_accessible()
    held = bench.carry_out()
    assert kinds(table)[-1] == "hold"
    bench.revoke(held)
    assert kinds(table)[-1] == "resume"
    for act in ("pause", "resume"):
        bench.open(act)
        bench.say_why()
        bench.carry_out()
        assert kinds(table)[-1] == act

    bench.open("extend")
    page.get_by_label("Ada").check()
    page.get_by_label("Hours").fill("48")
    bench.say_why()
    assert "2 days" in bench.look()
    assert_accessible()
    page.get_by_role("button", name="Back").click()
    assert page.get_by_label("Hours").input_value() == "48"
    bench.look()
    bench.carry_out()
    assert "extend 172800" in kinds(table)

    page.goto(reverse("admin:duel_add_time"))
    page.get_by_label("Hours for every turn").fill("12")
    bench.say_why("The mail provider was down.")
    bench.look()
    page.get_by_role("button", name="Carry out").click()
    page.get_by_text("has more time now").wait_for()
    assert AddedTime.objects.get().seconds == 12 * 3600


def test_moves_are_played_and_taken_back_and_a_player_is_replaced(
    bench: Bench, table: Game, eve: User, assert_accessible: Callable[[], None]
) -> None:
    page = bench.page
    ply, (mover, _) = table.ply, mover_and_other(table)
    bench.open("proxy")
    page.get_by_label("Moves").fill(a_quiet_move(table))
    bench.say_why()
    assert str(player(table, mover)) in bench.look()
    bench.carry_out()
    assert table.ply == ply + 1

    bench.open("rollback")
    page.get_by_label("Back to").select_option(str(ply))
    bench.say_why("A wrong click.")
    assert "no longer counts" in bench.look()
    page.get_by_role("button", name="Void with a rematch instead").wait_for()
    assert_accessible()
    bench.carry_out()
    assert table.to_move == mover

    bench.open("replace")
    page.get_by_label("Ada").check()
    page.get_by_label("Address of the new player").fill(eve.email)
    bench.say_why()
    assert "Eve plays on in place of Ada" in bench.look()
    bench.carry_out()
    assert set(table.seats.values_list("user__name", flat=True)) == {"Eve", "Bruno"}
    assert_sound(table)


def test_games_are_ended_go_on_and_are_played_again(bench: Bench, table: Game) -> None:
    page = bench.page
    bench.open("cancel")
    bench.say_why()
    bench.revoke(bench.carry_out())
    for act in ("resign", "award"):
        bench.open(act)
        page.get_by_label("Bruno").check()
        bench.say_why()
        assert "Bruno" in bench.look()
        decision = bench.carry_out()
        assert table.status == "over"
        bench.revoke(decision)
        assert table.status == "running"
    bench.open("void")
    page.get_by_label("Propose a new game").check()
    bench.say_why()
    assert "in the name of" in bench.look()
    bench.carry_out()
    assert table.rematches.count() == 1
    assert_sound(table)


def test_a_game_lost_on_time_is_reopened_and_whoever_comes_second_is_told(
    bench: Bench, table: Game, page_problems: list[str]
) -> None:
    page, (mover, other) = bench.page, mover_and_other(table)
    with writing(table.public_id) as log:
        log.append(
            Kind.TIMEOUT, seat=mover, person=None, channel=Channel.CLOCK, time=timezone.now()
        )
    bench.open("reopen")
    bench.say_why("The letters came back.")
    bench.carry_out()
    assert table.to_move == mover
    bench.open("cancel")
    bench.say_why("Nobody answers.")
    bench.look()
    resign(public_id=table.public_id, seat=other, channel=Channel.WEB)
    page.get_by_role("button", name="Carry out").click()
    alert = page.get_by_role("alert").inner_text()
    assert "This game moved on" in alert
    assert "This game is over." in alert
    assert "409" in page_problems.pop()  # the browser notes the status of the answer
