"""Clocks in words."""

import pytest

from duel.words.naming import DAY, HOUR, duration
from duel.words.terms import PRESETS, Terms, TimeControl, in_full, in_words, lasting


@pytest.mark.parametrize("time", PRESETS.values(), ids=PRESETS)
def test_a_game_can_be_begun_on_every_preset(time: TimeControl) -> None:
    Terms(time=time).check()


def test_every_preset_has_words_of_its_own() -> None:
    assert [in_words(time) for time in PRESETS.values()] == [
        "1 day a move",
        "2 days a move",
        "3 days a move",
        "7 days a move",
        "14 days a move",
        "3 days in the bank, 12 hours more after each turn, at most 5 days",
        "1 day a move, 10 days in the bank",
        "12 hours a move, 5 days in the bank",
    ]


def test_the_full_words_leave_nothing_open() -> None:
    assert in_full(TimeControl(grace=0, bank=3 * DAY, increment=12 * HOUR, cap=5 * DAY)) == [
        "Each player has 3 days in the bank.",
        "Each finished turn adds 12 hours to the bank, up to 5 days.",
        "When the time is up, the opponent may claim the game or grant more time.",
    ]
    assert in_full(TimeControl(grace=DAY, free_weekends=True, late_may_be_claimed=False)) == [
        "Each turn may take 1 day.",
        "Saturdays and Sundays do not count.",
        "When the time is up, the game is lost at once.",
    ]
    assert "beyond that comes off" in in_full(PRESETS["1-day-and-bank"])[0]


def test_two_time_controls_that_differ_never_read_the_same() -> None:
    times = [
        TimeControl(grace, bank, increment, cap, weekends, claimed)
        for grace in (0, HOUR, DAY)
        for bank in (0, DAY)
        for increment, cap in ((0, 0), (HOUR, DAY), (HOUR, 2 * DAY))
        for weekends in (False, True)
        for claimed in (False, True)
        if grace + bank
    ]
    assert len({tuple(in_full(time)) for time in times}) == len(times)


def test_a_length_of_time_is_told_exactly() -> None:
    assert duration(36 * HOUR) == "1 day 12 hours"
    assert duration(HOUR + 60) == "1 hour 1 minute"
    assert duration(0) == "0 minutes"


def _of_duel(time: TimeControl) -> str:
    return lasting(time, turns=66, seats=2)


def test_it_says_how_long_a_game_lasts() -> None:
    assert _of_duel(PRESETS["bank"]) == "usually about 13 days, at the longest 6 weeks"
    assert _of_duel(PRESETS["1-day"]) == "usually about 3 weeks, at the longest 2 months"


def test_free_weekends_make_a_game_longer() -> None:
    week, free = TimeControl(grace=DAY), TimeControl(grace=DAY, free_weekends=True)
    assert _of_duel(week) != _of_duel(free)
