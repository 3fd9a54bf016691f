"""Time that stands still until a test moves it."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.duel.clocks.ticking import MONDAY


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    """Moves the time on from Monday morning."""
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller
