"""A book in which the entries of one game are written."""

import pytest

from tests.engine.bookkeeper import Bookkeeper


@pytest.fixture
def book() -> Bookkeeper:
    return Bookkeeper("course")
