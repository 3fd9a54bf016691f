"""The newest text of a reply, where no program of the corpus writes so."""

import pytest

from mail.inbound.parsing.newest import newest


@pytest.mark.parametrize(
    "attribution",
    ["On Wed, Duelpost wrote:", "Duelpost wrote:", "Duelpost a écrit\xa0:", "Duelpost ha scritto:"],
)
def test_a_line_that_only_says_who_wrote_introduces_the_quote_below_it(attribution: str) -> None:
    assert newest(f"7\n\n{attribution}\n> YOUR MOVES\n> 7) take a1") == "7"


def test_such_a_line_above_no_quote_is_the_writers_own() -> None:
    assert newest("as you wrote:\ntake a1 b1") == "as you wrote:\ntake a1 b1"
