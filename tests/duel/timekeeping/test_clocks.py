"""What happens when time is up."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.errors import NothingToClaim
from duel.models import Game
from duel.record.log import writing
from duel.timekeeping.clocks import claim
from engine.kinds import Channel, Kind
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    kinds,
    late_and_other,
    notices,
    start_clock,
    sweep_at,
    waiting_seat,
)
from tests.duel.tables import assert_sound, play_any


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
    claim(public_id=played.public_id, seat=other, channel=Channel.LINK)
    played.refresh_from_db()
    assert played.result == {"winners": [other], "by": ["timeout"]}
    assert_sound(played)


def test_nobody_claims_before_the_time_is_up_nor_their_own(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel=Channel.LINK)
    sweep_at(MONDAY + DAY, traveller)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=late, channel=Channel.LINK)


def test_a_late_player_may_move_until_the_game_is_claimed(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    sweep_at(MONDAY + DAY, traveller)
    while played.to_move == late:
        play_any(played)
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel=Channel.LINK)


def test_clocks_stand_still_while_the_game_is_paused(
    played: Game, traveller: time_machine.Traveller
) -> None:
    traveller.shift(HOUR)
    with writing(played.public_id) as log:
        log.append(
            Kind.PAUSE, seat=None, person=None, channel=Channel.OPERATOR, time=timezone.now()
        )
    played.refresh_from_db()
    assert played.deadline is None
    sweep_at(MONDAY + 9 * DAY, traveller)
    assert kinds(played)[-1] == "pause"
    with writing(played.public_id) as log:
        log.append(
            Kind.RESUME, seat=None, person=None, channel=Channel.OPERATOR, time=timezone.now()
        )
    played.refresh_from_db()
    assert played.deadline == MONDAY + 9 * DAY + 23 * HOUR
