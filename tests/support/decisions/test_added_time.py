"""Time for everybody: one row, which every clock reads."""

from datetime import datetime

import pytest
import time_machine
from django.contrib.admin.models import LogEntry as AuditEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from duel.errors import BadTime
from duel.models import AddedTime, Game
from duel.record.log import writing
from duel.timekeeping.deadlines import move_deadlines
from mail.models import Letter
from mail.registry import builder_of
from support.decisions import add_time_to_all
from support.errors import NoReason
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    notices,
    send_letters,
    sweep_at,
)
from tests.duel.tables import play_any
from tests.support.decisions.bench import mover_and_other, ruling, start_clock
from tests.support.decisions.verbs import extend, hold, resume


def give_all(olga: User, hours: int = 24) -> AddedTime:
    return add_time_to_all(
        operator=olga, reason="The mail provider was down.", seconds=hours * 3600
    )


def shown_deadline(game: Game) -> datetime | None:
    """What pages show once the sweep was there."""
    move_deadlines()
    game.refresh_from_db()
    return game.deadline


def assert_worked_out(game: Game) -> None:
    """The column says what the arithmetic says, and goes on to say it."""
    shown = shown_deadline(game)
    with writing(game.public_id, always_derive=True):
        pass
    assert shown_deadline(game) == shown


def test_every_turn_that_runs_has_more_time_and_no_game_an_entry(
    game: Game, olga: User, ada: User, bruno: User, traveller: time_machine.Traveller
) -> None:
    other = begin_with(ada, bruno, grace=2 * 86400)
    for each in (game, other):
        start_clock(each)
    before = kinds(game)
    traveller.shift(HOUR)
    added = give_all(olga)
    assert kinds(game) == before
    for each, deadline in ((game, MONDAY + 2 * DAY), (other, MONDAY + 3 * DAY)):
        assert_worked_out(each)
        assert each.deadline == deadline
    audit = AuditEntry.objects.get()
    assert (audit.user, audit.object_id) == (olga, str(added.pk))
    assert audit.change_message.endswith("The mail provider was down.")


def test_it_costs_the_same_for_any_number_of_games(
    game: Game, olga: User, ada: User, bruno: User
) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as caught:
            give_all(olga, hours=1)
        return len(caught)

    start_clock(game)
    once = statements()
    for _ in range(4):
        start_clock(begin_with(ada, bruno, grace=86400))
    with time_machine.travel(MONDAY + HOUR, tick=False):
        assert statements() <= once


def test_a_clock_worked_out_since_has_it_once(game: Game, olga: User) -> None:
    start_clock(game)
    mover, _ = mover_and_other(game)
    with time_machine.travel(MONDAY + HOUR, tick=False):
        give_all(olga)
    with time_machine.travel(MONDAY + 2 * HOUR, tick=False):
        extend(ruling(olga, game), seat=mover, seconds=3600)
    assert shown_deadline(game) == MONDAY + 2 * DAY + HOUR


def test_nobody_is_timed_out_or_reminded_by_the_old_deadline(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    traveller.shift(HOUR)
    give_all(olga)
    for hours in (18, 24, 35):
        sweep_at(MONDAY + hours * HOUR, traveller)
        assert not notices(game, "reminder")
    sweep_at(MONDAY + 36 * HOUR, traveller)
    assert len(notices(game, "reminder")) == 1
    sweep_at(MONDAY + 48 * HOUR, traveller)
    assert kinds(game)[-1] == "flag"


def test_it_is_the_turn_of_then_that_has_more_and_none_after_it(game: Game, olga: User) -> None:
    start_clock(game)
    give_all(olga)
    with time_machine.travel(MONDAY + HOUR, tick=False):
        mover = game.to_move
        while game.to_move == mover:
            play_any(game)
        start_clock(game)
    assert game.deadline == MONDAY + HOUR + DAY


def test_a_clock_that_has_not_started_has_more_when_it_does(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    assert game.deadline is None
    give_all(olga)
    traveller.shift(2 * HOUR)
    start_clock(game)
    assert game.deadline == MONDAY + 2 * HOUR + 2 * DAY


def test_a_clock_that_stands_still_has_more_when_it_goes_on(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    hold(ruling(olga, game))
    traveller.shift(HOUR)
    give_all(olga)
    traveller.shift(HOUR)
    resume(ruling(olga, game))
    game.refresh_from_db()
    assert game.deadline == MONDAY + 2 * HOUR + 2 * DAY


def test_whoever_was_late_already_is_late_until_somebody_gives_time(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    mover, _ = mover_and_other(game)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    traveller.shift(HOUR)
    before = game.deadline
    give_all(olga)
    assert_worked_out(game)
    assert game.deadline == before
    traveller.shift(HOUR)
    extend(ruling(olga, game), seat=mover, seconds=86400)
    game.refresh_from_db()
    assert game.deadline == MONDAY + 2 * DAY + 2 * HOUR
    traveller.shift(HOUR)
    give_all(olga)
    assert_worked_out(game)
    assert game.deadline == MONDAY + 3 * DAY + 2 * HOUR


def test_it_spares_the_bank(
    traveller: time_machine.Traveller, ada: User, bruno: User, olga: User
) -> None:
    game = begin_with(ada, bruno, grace=3600, bank=36000)
    everybody_has_moved(game)
    start_clock(game)
    mover, _ = mover_and_other(game)
    give_all(olga, hours=2)
    traveller.shift(4 * HOUR)
    while game.to_move == mover:
        play_any(game)
    assert game.seats.get(number=mover).bank_left == 36000 - 3600


def test_players_read_of_it_in_their_next_letter(game: Game, olga: User) -> None:
    start_clock(game)
    give_all(olga)
    letter = Letter.objects.filter(kind="your-turn", status="waiting").latest("pk")
    draft = builder_of("your-turn")(letter.data)
    assert draft is not None
    text = " ".join(draft.text.split())
    assert "an operator added 1 day to the turn, as in every game" in text
    send_letters(game)


@pytest.mark.parametrize("hours", [0, 31 * 24])
def test_it_is_given_within_limits(db: None, olga: User, hours: int) -> None:
    with pytest.raises(BadTime):
        give_all(olga, hours=hours)
    with pytest.raises(NoReason):
        add_time_to_all(operator=olga, reason=" ", seconds=3600)
    assert not AddedTime.objects.exists()
