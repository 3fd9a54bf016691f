"""Reliability: which turns are late, how long they took, and what never counts against anybody."""

import random
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.club.pace import FEWEST_TURNS, count_paces, paces_of, reliability_of, uncounted_games
from duel.models import Game, LogEntry, Outage, Pace
from duel.play.moves import resign
from duel.record.log import read_log, writing
from duel.timekeeping.clocks import claim, give_time
from engine.kinds import Channel, Kind
from support.decisions import Ruling
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    late_and_other,
    letter_arrives,
    seat_to_move,
    start_clock,
    sweep_at,
    waiting_seat,
)
from tests.duel.tables import a_quiet_move, begin, play_on, play_to_the_end, submit
from tests.duel.toy.table import begin_of_three
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.usefixtures("db")

Traveller = time_machine.Traveller


def whole_turn(game: Game) -> int:
    """Let the player to move make a turn of one quiet move, and return their seat."""
    seat = game.to_move
    submit(game, a_quiet_move(game))
    assert seat is not None
    assert game.to_move != seat
    return seat


def give_up(game: Game, seat: int) -> None:
    resign(public_id=game.public_id, seat=seat, channel=Channel.WEB)
    game.refresh_from_db()


def note(game: Game, kind: Kind, seat: int | None, text: str = "") -> None:
    with writing(game.public_id) as log:
        now = timezone.now()
        log.append(kind, seat=seat, person=None, text=text, channel=Channel.CLOCK, time=now)
    game.refresh_from_db()


@pytest.fixture
def game(traveller: Traveller, ada: User, bruno: User) -> Game:
    """A day a move; the clock of the first turn runs."""
    game = begin_with(ada, bruno, grace=86400, late_may_be_claimed=True)
    start_clock(game)
    return game


def test_a_turn_takes_from_its_letter_to_its_move(game: Game, traveller: Traveller) -> None:
    traveller.shift(5 * HOUR)
    first = whole_turn(game)
    traveller.shift(2 * HOUR)  # the letter took its time
    start_clock(game)
    traveller.shift(3 * HOUR)
    second = whole_turn(game)
    give_up(game, first)
    paces = paces_of(read_log(game))
    assert paces[first] == {"turns": 1, "late": 0, "taken": [5 * 3600]}
    assert paces[second] == {"turns": 1, "late": 0, "taken": [3 * 3600]}


def test_a_turn_made_before_its_letter_left_counts_from_when_it_was_possible(
    game: Game, traveller: Traveller
) -> None:
    first = whole_turn(game)
    traveller.shift(timedelta(minutes=4))
    second = whole_turn(game)
    give_up(game, first)
    assert paces_of(read_log(game))[second]["taken"] == [240]


def test_a_turn_whose_time_was_up_is_late_though_it_was_made(
    game: Game, traveller: Traveller
) -> None:
    everybody_has_moved(game)
    start_clock(game)
    seat = late_and_other(game)[0]
    sweep_at(MONDAY + 30 * HOUR, traveller)
    submit(game, a_quiet_move(game))
    give_up(game, seat)
    assert paces_of(read_log(game))[seat]["late"] == 1


def test_more_time_granted_afterwards_does_not_make_it_punctual(
    game: Game, traveller: Traveller
) -> None:
    everybody_has_moved(game)
    start_clock(game)
    late, other = late_and_other(game)
    sweep_at(MONDAY + 30 * HOUR, traveller)
    give_time(public_id=game.public_id, seat=other, hours=24, channel=Channel.WEB)
    traveller.shift(HOUR)
    submit(game, a_quiet_move(game))
    give_up(game, late)
    pace = paces_of(read_log(game))[late]
    assert (pace["late"], pace["taken"][0]) == (1, 31 * 3600)


def test_a_game_lost_on_time_is_one_late_turn(game: Game, traveller: Traveller) -> None:
    everybody_has_moved(game)
    start_clock(game)
    late, other = late_and_other(game)
    sweep_at(MONDAY + 30 * HOUR, traveller)
    claim(public_id=game.public_id, seat=other, channel=Channel.WEB)
    game.refresh_from_db()
    paces = paces_of(read_log(game))
    assert (paces[late]["late"], paces[other]["late"]) == (1, 0)
    assert paces[late]["turns"] == len(paces[late]["taken"]) + 1


def test_a_first_turn_that_never_came_is_one_late_turn(game: Game, traveller: Traveller) -> None:
    late, other = late_and_other(game)
    sweep_at(MONDAY + 30 * HOUR, traveller)
    game.refresh_from_db()
    assert (game.result or {})["winners"] == []
    paces = paces_of(read_log(game))
    assert paces[late] == {"turns": 1, "late": 1, "taken": []}
    assert paces[other] == {"turns": 0, "late": 0, "taken": []}


def test_letters_that_came_back_make_nobody_late(game: Game, traveller: Traveller) -> None:
    everybody_has_moved(game)
    start_clock(game)
    late, other = late_and_other(game)
    note(game, Kind.BOUNCE, late, "begin")
    sweep_at(MONDAY + 8 * DAY, traveller)
    game.refresh_from_db()
    assert read_log(game).course.flagged == late
    claim(public_id=game.public_id, seat=other, channel=Channel.WEB)
    game.refresh_from_db()
    pace = paces_of(read_log(game))[late]
    assert (pace["late"], pace["turns"]) == (0, len(pace["taken"]))


def test_who_leaves_a_game_of_three_on_time_has_one_late_turn(
    traveller: Traveller, ada: User, bruno: User, eve: User
) -> None:
    game = begin_of_three(ada, bruno, eve, game="splendor")
    start_clock(game)
    late = seat_to_move(game).number
    sweep_at(MONDAY + 30 * DAY, traveller)
    game.refresh_from_db()
    if read_log(game).course.flagged is not None:
        claim(public_id=game.public_id, seat=(late + 1) % 3, channel=Channel.WEB)
    for seat in range(3):
        game.refresh_from_db()
        if game.result is None and seat != late:
            give_up(game, seat)
    paces = paces_of(read_log(game))
    assert [pace["late"] for pace in paces] == [int(seat == late) for seat in range(3)]


def test_of_a_seat_that_was_handed_on_only_the_new_players_turns_count(
    game: Game, traveller: Traveller, eve: User, olga: User
) -> None:
    play_on(game, 6)
    seat = waiting_seat(game)
    traveller.shift(HOUR)
    replace_player(Ruling(olga, game.public_id, "Agreed.", game.seq), seat=seat, by=eve)
    traveller.shift(HOUR)
    game.refresh_from_db()
    give_up(game, seat)
    paces = paces_of(read_log(game))
    assert paces[seat] == {"turns": 0, "late": 0, "taken": []}
    assert paces[1 - seat]["turns"] > 0


def test_the_last_turn_of_a_game_that_is_won_counts(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_to_the_end(game)
    game.refresh_from_db()
    log = read_log(game)
    made = {(move.seat, move.turn) for move in log.course.standing_moves()}
    assert sum(pace["turns"] for pace in paces_of(log)) == len(made)


@pytest.mark.parametrize("seed", range(4))
def test_any_course_of_turns_is_counted_as_by_hand(
    seed: int, game: Game, traveller: Traveller
) -> None:
    """Waits, outages and pauses at random, against a count of the minutes one by one."""
    chance = random.Random(seed)
    taken: dict[int, list[int]] = {0: [], 1: []}
    late = {0: 0, 1: 0}
    now = MONDAY
    for turn in range(8):
        seat = game.to_move
        assert seat is not None
        if turn:
            letter_arrives(seat_to_move(game))
        ran = 0
        for _ in range(chance.randint(1, 3)):
            hours = chance.choice([1, 5, 11])
            match chance.choice(["wait", "wait", "outage", "pause"]):
                case "wait":
                    ran += hours
                    now += hours * HOUR
                    sweep_at(now, traveller)
                case "outage":
                    Outage.objects.create(began_at=now, ended_at=now + hours * HOUR)
                    now += hours * HOUR
                    traveller.move_to(now)
                case "pause" if ran < 24:
                    note(game, Kind.PAUSE, None)
                    now += hours * HOUR
                    traveller.move_to(now)
                    note(game, Kind.RESUME, None)
        if turn < 2 and ran >= 24:
            return  # it was called off, as nobody had moved: another test tells of that
        now += timedelta(minutes=1)  # two outages never begin at one moment
        traveller.move_to(now)
        submit(game, a_quiet_move(game))
        taken[seat].insert(0, ran * 3600 + 60)
        late[seat] += ran >= 24
    give_up(game, 0)
    paces = paces_of(read_log(game))
    assert [pace["taken"] for pace in paces] == [taken[0], taken[1]]
    assert [pace["late"] for pace in paces] == [late[0], late[1]]


def test_few_turns_tell_nothing() -> None:
    few = {"turns": FEWEST_TURNS - 1, "late": 0, "taken": [60] * (FEWEST_TURNS - 1)}
    assert reliability_of([few]) is None
    assert reliability_of([]) is None


def test_the_share_is_never_rounded_up_to_all() -> None:
    reliability = reliability_of([{"turns": 300, "late": 1, "taken": [60] * 300}])
    assert reliability is not None
    assert (reliability.percent_in_time, reliability.usual_time) == (99, "1 minute")


def test_half_of_the_turns_took_less_than_the_usual_time() -> None:
    one = {"turns": 6, "late": 0, "taken": [60, 60, 60, 60, 7200, 7200]}
    two = {"turns": 5, "late": 1, "taken": [7200, 7200, 7200, 864000, 864000]}
    reliability = reliability_of([one, two])
    assert reliability is not None
    assert (reliability.turns, reliability.late, reliability.usual_time) == (11, 1, "2 hours")


def test_games_that_are_over_are_counted_once_and_anew_when_they_go_on(
    game: Game, olga: User
) -> None:
    now = timezone.now()
    assert count_paces(now=now) == 0  # it runs
    give_up(game, 0)
    assert (count_paces(now=now), count_paces(now=now)) == (1, 0)
    head = Pace.objects.get(game=game).head
    with writing(game.public_id) as log:
        log.append(Kind.VOID, seat=None, person="olga", channel=Channel.OPERATOR, time=now)
    assert list(uncounted_games(now - DAY)) == [game]
    assert count_paces(now=now) == 1
    assert Pace.objects.get(game=game).head != head


def test_a_broken_game_counts_for_nobody_and_stops_no_other(
    game: Game, ada: User, bruno: User
) -> None:
    other = begin(ada, bruno)
    for each in (game, other):
        give_up(each, 0)
    Game.objects.filter(pk=game.pk).update(head="0" * 64)
    assert count_paces(now=timezone.now()) == 2
    assert Pace.objects.get(game=game).seats == []
    assert Pace.objects.get(game=other).seats
    assert LogEntry.objects.filter(game=game).exists()
