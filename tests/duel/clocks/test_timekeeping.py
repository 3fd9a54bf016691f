"""What happens when time is up, and what keeps it from happening."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from duel.errors import BadTime, NothingToClaim
from duel.log import writing
from duel.models import Game, LogEntry, Outage
from duel.models.append_only import AppendOnlyError
from duel.services.clocks import call_off_unreachable, claim, give_time
from duel.services.play import play
from duel.services.sight import note_sight
from duel.services.timekeeping import OUTAGE_AFTER, games_due, sweep_clocks
from engine.kinds import Kind
from mail.models import Letter, Sweep
from mail.signals import delivery_trouble
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    notices,
    seat_to_move,
    send_letters,
    sweep_at,
)
from tests.duel.letters.post import read
from tests.duel.tables import a_quiet_move, assert_sound, at_once, play_any
from tests.plans import plan_by_index

MINUTE = timedelta(minutes=1)


def start_clock(game: Game) -> None:
    """See the position, so that the clock of the turn runs from now."""
    note_sight(seat_to_move(game))
    game.refresh_from_db()


@pytest.fixture
def played(game: Game) -> Game:
    """The same game; both have moved, and the clock of the next turn runs from Monday."""
    everybody_has_moved(game)
    start_clock(game)
    return game


def waiting_seat(game: Game) -> int:
    assert game.to_move is not None
    return 1 - game.to_move


def late_and_other(game: Game) -> tuple[int, int]:
    return 1 - waiting_seat(game), waiting_seat(game)


def test_a_first_turn_that_is_never_played_calls_the_game_off(
    game: Game, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    game.refresh_from_db()
    assert kinds(game)[-1] == "cancel unplayed"
    assert game.result == {"winners": [], "by": ["cancel"]}
    assert len(notices(game, "game-over")) == 2
    assert_sound(game)


def test_a_turn_is_lost_at_once_where_that_was_agreed(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400, late_may_be_claimed=False)
    everybody_has_moved(game)
    start_clock(game)
    other = waiting_seat(game)
    sweep_at(MONDAY + DAY, traveller)
    game.refresh_from_db()
    assert kinds(game)[-1] == "timeout"
    assert game.result == {"winners": [other], "by": ["timeout"]}
    assert_sound(game)


def test_nothing_happens_a_second_before_the_deadline(
    played: Game, traveller: time_machine.Traveller
) -> None:
    before = kinds(played)
    sweep_at(MONDAY + DAY - timedelta(seconds=1), traveller)
    assert kinds(played) == before


def test_the_opponent_may_claim_a_late_turn(
    played: Game, traveller: time_machine.Traveller
) -> None:
    other = waiting_seat(played)
    sweep_at(MONDAY + DAY, traveller)
    played.refresh_from_db()
    assert kinds(played)[-1] == "flag"
    assert played.alarm_at is None
    assert [notice.seat for notice in notices(played, "time-is-up")] == [other]
    claim(public_id=played.public_id, seat=other, channel="link")
    played.refresh_from_db()
    assert played.result == {"winners": [other], "by": ["timeout"]}
    assert_sound(played)


def test_nobody_claims_before_the_time_is_up_nor_their_own(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel="link")
    sweep_at(MONDAY + DAY, traveller)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=late, channel="link")


def test_a_late_player_may_move_until_the_game_is_claimed(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    sweep_at(MONDAY + DAY, traveller)
    while played.to_move == late:
        play_any(played)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel="link")


def test_a_late_player_has_just_the_time_that_is_granted_from_then_on(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    sweep_at(MONDAY + DAY, traveller)
    traveller.move_to(MONDAY + 4 * DAY)
    give_time(public_id=played.public_id, seat=other, hours=48, channel="link")
    played.refresh_from_db()
    assert played.deadline == MONDAY + 6 * DAY
    assert [notice.seat for notice in notices(played, "time-given")] == [late]
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel="link")
    sweep_at(MONDAY + 6 * DAY, traveller)
    assert kinds(played)[-1] == "flag"


def test_time_can_be_given_for_the_turn_that_runs(played: Game) -> None:
    other = waiting_seat(played)
    give_time(public_id=played.public_id, seat=other, hours=24, channel="link")
    played.refresh_from_db()
    assert played.deadline == MONDAY + 2 * DAY
    assert_sound(played)


def test_time_can_be_given_for_the_next_turn(
    played: Game, traveller: time_machine.Traveller
) -> None:
    mover = 1 - waiting_seat(played)
    give_time(public_id=played.public_id, seat=mover, hours=24, channel="link")
    while played.to_move == mover:
        play_any(played)
    start_clock(played)
    assert played.deadline == MONDAY + 2 * DAY


@pytest.mark.parametrize("hours", [0, -5, 24 * 31])
def test_time_is_given_within_limits(played: Game, hours: int) -> None:
    with pytest.raises(BadTime):
        give_time(public_id=played.public_id, seat=0, hours=hours, channel="link")


def test_a_reminder_comes_once_when_so_much_is_used_up(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + 17 * HOUR, traveller)
    assert not notices(played, "reminder")
    sweep_at(MONDAY + 18 * HOUR, traveller)
    sweep_at(MONDAY + 19 * HOUR, traveller)
    assert [notice.seat for notice in notices(played, "reminder")] == [played.to_move]
    played.refresh_from_db()
    assert played.alarm_at == played.deadline


def test_a_new_deadline_has_a_reminder_of_its_own(
    played: Game, traveller: time_machine.Traveller
) -> None:
    other = waiting_seat(played)
    sweep_at(MONDAY + 18 * HOUR, traveller)
    give_time(public_id=played.public_id, seat=other, hours=24, channel="link")
    sweep_at(MONDAY + 20 * HOUR, traveller)
    assert len(notices(played, "reminder")) == 1
    sweep_at(MONDAY + 36 * HOUR, traveller)
    assert len(notices(played, "reminder")) == 2


def test_nobody_is_reminded_who_does_not_want_to_be(
    played: Game, traveller: time_machine.Traveller
) -> None:
    User.objects.update(reminder_percent=None)
    sweep_at(MONDAY + 23 * HOUR, traveller)
    assert not notices(played, "reminder")


def test_an_outage_is_given_back_before_anybody_is_timed_out(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    before = kinds(played)
    traveller.move_to(MONDAY + 3 * DAY)
    sweep_clocks()
    played.refresh_from_db()
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (MONDAY + HOUR, MONDAY + 3 * DAY)
    assert kinds(played) == before
    assert played.deadline == MONDAY + 3 * DAY + 23 * HOUR
    start_clock(played)
    sweep_at(MONDAY + 3 * DAY + 23 * HOUR, traveller)
    assert kinds(played)[-1] == "flag"


def test_a_deadline_moved_by_an_outage_is_what_the_arithmetic_says(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.move_to(MONDAY + 5 * HOUR)
    sweep_clocks()
    played.refresh_from_db()
    moved = played.deadline
    with writing(played.public_id, always_derive=True):
        pass
    played.refresh_from_db()
    assert played.deadline == moved


def test_a_short_gap_is_no_outage(played: Game, traveller: time_machine.Traveller) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(OUTAGE_AFTER)
    sweep_clocks()
    assert not Outage.objects.exists()


@pytest.mark.parametrize("jumps", [(5,), (5, -5), (-5,), (-5, 5), (48, -48, 48), (-48, 48)])
def test_a_jump_of_the_machines_clock_times_nobody_out(
    played: Game, traveller: time_machine.Traveller, jumps: tuple[int, ...]
) -> None:
    sweep_at(MONDAY + 20 * HOUR, traveller)
    before = kinds(played)
    for jump in jumps:
        traveller.shift(jump * HOUR)
        sweep_clocks()
        traveller.shift(MINUTE)
        sweep_clocks()
    assert kinds(played) == before


def test_an_outage_stays_as_it_was_written(db: None) -> None:
    outage = Outage.objects.create(began_at=MONDAY, ended_at=MONDAY + HOUR)
    with pytest.raises(AppendOnlyError):
        outage.save()
    with pytest.raises(AppendOnlyError):
        outage.delete()


def test_clocks_stand_still_while_the_game_is_paused(
    played: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(HOUR)
    with writing(played.public_id) as log:
        log.append(Kind.PAUSE, seat=None, person=None, channel="admin", time=timezone.now())
    played.refresh_from_db()
    assert played.deadline is None
    sweep_at(MONDAY + 9 * DAY, traveller)
    assert kinds(played)[-1] == "pause"
    with writing(played.public_id) as log:
        log.append(Kind.RESUME, seat=None, person=None, channel="admin", time=timezone.now())
    played.refresh_from_db()
    assert played.deadline == MONDAY + 9 * DAY + 23 * HOUR


def lose_letter(game: Game, reason: str = "bounced") -> None:
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", kind="your-turn")
    letter = letters.latest("pk")
    delivery_trouble.send(Letter, address=letter.to, letter=letter, reason=reason)
    game.refresh_from_db()


def bounced(game: Game) -> Game:
    """Both have moved, and the letter of the next turn comes back."""
    everybody_has_moved(game)
    send_letters(game)
    lose_letter(game)
    return game


def test_a_bounce_stops_the_clock_until_its_player_is_seen(
    game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    assert game.deadline is None
    sweep_at(MONDAY + 2 * DAY, traveller)
    start_clock(game)
    assert kinds(game)[-1] == "bounce end"
    assert game.deadline is not None
    assert game.deadline > MONDAY + 2 * DAY


def test_a_bounce_stops_no_clock_of_somebody_who_has_seen_the_position(played: Game) -> None:
    lose_letter(played)
    assert played.deadline == MONDAY + DAY


def test_after_seven_days_of_bounces_the_opponent_may_claim_or_call_off(
    game: Game, traveller: time_machine.Traveller
) -> None:
    bounced(game)
    other = waiting_seat(game)
    sweep_at(MONDAY + 13 * HOUR, traveller)
    sweep_at(MONDAY + 6 * DAY, traveller)
    assert "flag" not in kinds(game)
    sweep_at(MONDAY + 7 * DAY, traveller)
    assert kinds(game)[-1] == "flag"
    call_off_unreachable(public_id=game.public_id, seat=other, channel="link")
    game.refresh_from_db()
    assert kinds(game)[-1] == "cancel unreachable"
    assert game.result == {"winners": [], "by": ["cancel"]}


def test_a_game_whose_first_letter_came_back_for_seven_days_is_called_off(
    game: Game, traveller: time_machine.Traveller
) -> None:
    send_letters(game)
    other = waiting_seat(game)
    call_command("bouncegame", game.public_id, stdout=StringIO())
    sweep_at(MONDAY + 3 * DAY, traveller)
    assert kinds(game)[-1] == "bounce begin"
    sweep_at(MONDAY + 7 * DAY, traveller)
    game.refresh_from_db()
    assert kinds(game)[-1] == "cancel unreachable"
    assert game.result == {"winners": [], "by": ["cancel"]}
    reader = game.seats.get(number=other).user
    assert reader is not None
    assert "kept coming back" in " ".join(read(game, reader, "game-over").text.split())
    assert_sound(game)


def test_a_late_player_whose_letters_arrive_is_not_called_unreachable(
    played: Game, traveller: time_machine.Traveller
) -> None:
    other = waiting_seat(played)
    sweep_at(MONDAY + DAY, traveller)
    with pytest.raises(NothingToClaim):
        call_off_unreachable(public_id=played.public_id, seat=other, channel="link")


def test_a_game_that_cannot_be_read_does_not_keep_the_others_waiting(
    played: Game, traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    broken = begin_with(ada, bruno, grace=3600)
    Game.objects.filter(pk=broken.pk).update(options={"nonsense": True})
    sweep_at(MONDAY + DAY, traveller)
    assert kinds(played)[-1] == "flag"
    broken.refresh_from_db()
    assert broken.alarm_at == MONDAY + DAY + HOUR


def test_a_sweep_that_runs_again_changes_nothing(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + DAY, traveller)
    before = kinds(played)
    assert sweep_clocks() == 0
    assert kinds(played) == before


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_two_workers_see_to_every_game_once(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    games = [begin_with(ada, bruno, grace=86400) for _ in range(12)]
    for game in games:
        start_clock(game)
    traveller.move_to(MONDAY + DAY)
    Sweep.objects.update_or_create(name="clocks", defaults={"ran_at": timezone.now()})
    handled = at_once([sweep_clocks, sweep_clocks])
    assert sum(handled) == 12
    assert LogEntry.objects.filter(kind="cancel").count() == 12


@pytest.mark.django_db(transaction=True)
def test_of_a_move_and_a_timeout_at_the_same_moment_the_first_stands(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400)
    start_clock(game)
    traveller.move_to(MONDAY + DAY)
    Sweep.objects.update_or_create(name="clocks", defaults={"ran_at": timezone.now()})
    move, seat = a_quiet_move(game), game.to_move
    assert seat is not None

    def play_it() -> object:
        return play(
            public_id=game.public_id, seat=seat, expected_ply=0, moves=[move], channel="web"
        )

    at_once([play_it, sweep_clocks])
    assert {"move", "cancel unplayed"} > set(kinds(game)) - {"clock seen"}
    assert_sound(game)


@pytest.mark.only_on("postgresql")
def test_the_sweep_looks_into_an_index(played: Game) -> None:
    assert " duel_game_alarm " in plan_by_index(games_due(MONDAY))
