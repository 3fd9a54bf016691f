"""Five disputes from the report to the answer, each settled with what the admin shows."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from duel.models import Game, Note, Seat
from duel.play.notes import write_note
from duel.record.log import read_log
from mail.models import Letter
from mail.reports.events import Report, record
from support.models import Dispute
from tests.browser.test_disputes import open_newest
from tests.browser.test_lobby import send_letters, sign_in
from tests.duel.clocks.ticking import begin_with, everybody_has_moved, seat_to_move, sweep_at
from tests.duel.tables import a_quiet_move, assert_sound, submit
from tests.support.disputes.reports import trouble_address


@pytest.fixture(autouse=True)
def mailbox(settings: Any, tmp_path: Path) -> None:
    """An empty mailbox, to which Django sends."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"


@contextmanager
def some_time_ago(**ago: float) -> Iterator[time_machine.Traveller]:
    """Let what happens in the block have happened so long ago."""
    with time_machine.travel(timezone.now() - timedelta(**ago), tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """Begun four days ago, two days a move; both have moved, and their letters have left."""
    return played_lately(ada, bruno)


def played_lately(ada: User, bruno: User, **terms: Any) -> Game:
    """A game as above, on these terms of time."""
    with some_time_ago(days=4):
        game = begin_with(ada, bruno, grace=2 * 86400, **terms)
        everybody_has_moved(game)
        send_letters()
    game.refresh_from_db()
    return game


class Desk:
    """A browser: first the player's, who reports, then the operator's, who settles it."""

    def __init__(self, page: Page, game: Game, operator: User) -> None:
        self.page = page
        self.game = game
        self.operator = operator

    def report(self, seat: Seat, topic: str, text: str, note: Note | None = None) -> Dispute:
        """Report by the link of a letter, then sit down as the operator and take it."""
        page = self.page
        about = f"?note={note.pk}" if note else ""
        page.goto(trouble_address(self.game, seat) + about)
        page.get_by_label(topic).check()
        page.get_by_label("What happened?").fill(text)
        page.get_by_role("button", name="Send the report").click()
        page.get_by_text("Thank you: we have it.").wait_for()
        sign_in(page, self.operator)
        page.goto("/admin/support/dispute/")
        page.locator("#result_list a").first.click()
        page.get_by_text(text).wait_for()
        page.get_by_role("button", name="Take it").click()
        page.get_by_text("The report is yours.").wait_for()
        return Dispute.objects.get()

    def look_at_game(self) -> str:
        """What the page of the game says at its top."""
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=self.game.public_id).click()
        return self.page.locator(".diagnosis").inner_text()

    def decide(self, act: str, reason: str) -> None:
        """Carry out what the form of this decision, already filled in, asks for."""
        page = self.page
        page.get_by_label("Reason").fill(reason)
        look = page.get_by_role("button", name="See what it will do")
        if look.is_visible():
            look.click()
        page.get_by_role("button", name="Carry out").click()
        page.get_by_text("Told by letter: ").wait_for()
        self.game.refresh_from_db()
        assert read_log(self.game).entries[-1].kind == act
        assert_sound(self.game)

    def press(self, act: str) -> None:
        """Press one of the decisions that the game's page offers."""
        with self.page.expect_navigation():
            self.page.locator(".acts").get_by_role("link", name=act, exact=True).click()

    def answer(
        self, situation: str, *, states: int, decision: str = "", tells_opponent: bool
    ) -> None:
        """Answer the report from the queue, in words that state so many things."""
        page = self.page
        page.goto("/admin/support/dispute/?queue=mine")
        page.locator("#result_list a").first.click()
        page.get_by_role("link", name="Answer it").click()
        page.get_by_role("button", name=situation).click()
        expect(page.locator("[name=said]:checked")).to_have_count(states)
        if decision:
            choice = page.locator("[name=decision] option", has_text=re.compile(f"^{decision},"))
            page.locator("[name=decision]").select_option(choice.first.get_attribute("value"))
        if tells_opponent:
            page.get_by_label("as well").check()
        page.get_by_role("button", name="See the letters").click()
        page.get_by_role("button", name="Settle it and send the answer").click()
        page.get_by_text("the answer is on its way").wait_for()
        send_letters()

    def newest_letter(self, seat: Seat) -> str:
        """What the player of this seat reads last."""
        assert seat.user is not None
        return " ".join(open_newest(self.page, seat.user).inner_text().split())


@pytest.fixture
def desk(page: Page, game: Game, olga: User) -> Desk:
    return Desk(page, game, olga)


def both_seats(game: Game) -> tuple[Seat, Seat]:
    """The seat to move and the other one."""
    mover = seat_to_move(game)
    return mover, game.seats.select_related("user").get(number=1 - mover.number)


def test_lost_mail_and_timeout(page: Page, ada: User, bruno: User, olga: User) -> None:
    game = played_lately(ada, bruno, late_may_be_claimed=False)
    desk = Desk(page, game, olga)
    mover, other = both_seats(game)
    assert mover.user is not None
    with some_time_ago(days=1) as traveller:
        sweep_at(timezone.now(), traveller)
        send_letters()
    game.refresh_from_db()
    assert game.result == {"winners": [other.number], "by": ["timeout"]}
    turn = Letter.objects.filter(kind="your-turn", to=mover.user.email).latest("pk")
    happened_at = timezone.now() - timedelta(hours=20)
    record(Report("late", "esp", "bounced", happened_at, token=turn.token, reason="mailbox full"))

    dispute = desk.report(mover, "a letter that never came", "I never got the last letter.")
    shown = desk.look_at_game()
    assert f"{mover.user} ran out of time" in shown
    assert "bounced (mailbox full)" in shown
    desk.press("Reopen")
    desk.decide("reopen", "A letter came back, and we heard of it too late.")
    desk.press("Give time")
    desk.page.get_by_label(str(mover.user)).check()
    desk.page.get_by_label("Hours").fill("48")
    desk.decide("extend", "The time that was lost by it.")
    desk.answer("a letter was lost", states=3, decision="reopen", tells_opponent=True)

    assert game.status == "running"
    assert game.to_move == mover.number
    dispute.refresh_from_db()
    assert dispute.decision is not None
    assert dispute.decision.act == "reopen"
    assert "got lost on its way" in desk.newest_letter(other)
    told = desk.newest_letter(mover)
    assert "did not reach you" in told
    assert "The clock had ended the game; it goes on." in told
    assert "You have been given time." in told


def test_wrong_click(desk: Desk, game: Game) -> None:
    mover, other = both_seats(game)
    before = game.ply
    with some_time_ago(hours=3):
        submit(game, a_quiet_move(game))
    with some_time_ago(hours=2):
        send_letters()
    assert game.to_move == other.number

    desk.report(mover, "a move made by mistake", "I meant the other three tokens.")
    assert str(other.user) in desk.look_at_game()
    desk.press("Roll back")
    desk.page.get_by_label("Back to").select_option(str(before))
    desk.decide("rollback", "A wrong click, and nothing was turned up since.")
    desk.answer("the game was set back", states=1, decision="roll back", tells_opponent=True)

    assert game.to_move == mover.number
    assert "set the game back" in desk.newest_letter(mover)
    assert "pressed a move by mistake" in desk.newest_letter(other)


def test_a_vanished_opponent(desk: Desk, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(late_may_be_claimed=True)
    mover, other = both_seats(game)
    with some_time_ago(days=1) as traveller:
        sweep_at(timezone.now(), traveller)
        send_letters()

    desk.report(other, "an opponent who vanished", "Nothing for weeks. I do not want to claim it.")
    shown = desk.look_at_game()
    assert f"The time of {mover.user} was up" in shown
    desk.press("Award")
    desk.page.get_by_label(str(other.user)).check()
    desk.decide("award", "No move and no answer.")
    desk.answer("a player vanished", states=2, decision="award", tells_opponent=True)

    assert game.result is not None
    assert game.result["winners"] == [other.number]
    assert "has given no sign in this game since" in desk.newest_letter(other)
    assert "We ended the game." in desk.newest_letter(other)
    assert "You have given no sign in this game since" in desk.newest_letter(mover)


def test_suspected_tampering(desk: Desk, game: Game) -> None:
    mover, _other = both_seats(game)
    entries = list(game.entries.values_list("hash", flat=True))

    dispute = desk.report(mover, "something that looks tampered with", "My card has changed!")
    desk.look_at_game()
    page = desk.page
    assert "The chain of hashes is whole" in page.locator("section:has(#log)").inner_text()
    desk.answer("suspected tampering", states=1, tells_opponent=False)

    assert list(game.entries.values_list("hash", flat=True)) == entries
    letter = desk.newest_letter(mover)
    assert game.commitment in letter
    assert "python -m engine verify" in letter
    assert Letter.objects.filter(kind="dispute-settled").count() == 1
    page.goto(f"/admin/duel/game/{game.pk}/change/")
    assert "My card has changed!" in page.get_by_role("region", name="Timeline").inner_text()
    dispute.refresh_from_db()
    assert dispute.state == "resolved"


def test_abuse_in_notes(desk: Desk, game: Game) -> None:
    mover, other = both_seats(game)
    write_note(seat=other, ply=game.ply - 1, text="You play like a potato.")
    entries = list(game.entries.values_list("hash", flat=True))

    desk.report(mover, "insults in notes", "I do not want to read this.", game.notes.get())
    page = desk.page
    page.get_by_text("You play like a potato.").wait_for()
    page.get_by_label("Reason to erase it").fill("An insult.")
    page.get_by_role("button", name="Erase this note").click()
    page.get_by_text("The note is erased.").wait_for()
    assert "potato" not in page.content()
    page.locator(f"#mute-{other.number}").fill("An insult.")
    page.locator(f"form:has(#mute-{other.number}) button").click()
    page.get_by_text("Their notes are not passed on in this game from now on.").wait_for()
    desk.answer("insults in notes", states=3, tells_opponent=True)

    assert not game.notes.exists()
    assert list(game.entries.values_list("hash", flat=True)) == entries
    assert "We erased the note" in desk.newest_letter(mover)
    assert "are not passed on to you any more" in desk.newest_letter(mover)
    assert "was an insult. We erased it." in desk.newest_letter(other)
    assert "Your notes are not passed on any more." in desk.newest_letter(other)
