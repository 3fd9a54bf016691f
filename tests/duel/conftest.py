"""Time that stands still until a test moves it, turns that wait, a game that hides much."""

from tests.fixtures.games import (  # noqa: F401
    can_be_taken_back,
    disk_that_stays_as_full,
    much_is_hidden,
    played_until_much_is_hidden,
    traveller,
)
