"""No regular expression of ours costs the square of what a stranger writes.

Each is found in the code and fed with inputs made from itself, of one size and of eight times that.
"""

import re
from functools import cache

from tests.linear.costs import is_too_dear
from tests.linear.made import MADE_BY_FUNCTIONS
from tests.linear.patterns import Found, in_functions, of_modules
from tests.linear.pumps import inputs_for, pumps_of

BOUNDED = {
    "accounts.names._ADDRESS": "`_as_it_looks` cuts names",
    "support.disputes.canned_answers._stands_in": "the operators' own words",
    "duel.web.guide._TITLE": "our own pages",
    "duel.web.guide._HEADING": "our own pages",
    "engine.reading.joins.__init__": "the reader cuts texts to 2,000 characters",
    "engine.reading.parsed_clause.adds_a_colour": "the reader cuts texts to 2,000 characters",
}
"""Those that never see a long text of a stranger; `test_functions.py` tries whole functions."""


@cache
def every_pattern() -> list[Found]:
    found = [*of_modules(), *(written for _, written in in_functions() if written)]
    for where, (method, make) in MADE_BY_FUNCTIONS.items():
        found += [Found(where, pattern, method) for pattern in make()]
    return found


def slow_input(found: Found) -> str:
    """Return the first input whose cost grows too fast, or nothing."""
    for pump in pumps_of(found.pattern):
        if is_too_dear(found.run, inputs_for(found.pattern, pump)):
            return f"{found.where} ({found.method}): {pump}"
    return ""


def test_every_expression_that_a_function_makes_is_known() -> None:
    made = {where for where, written in in_functions() if written is None}
    assert made == set(MADE_BY_FUNCTIONS)


def test_the_walk_finds_expressions_in_every_room() -> None:
    rooms = {found.where.split(".")[0] for found in every_pattern()}
    assert rooms == {"mail", "accounts", "duel", "support", "engine", "config"}
    assert len(every_pattern()) > 200


def test_no_expression_costs_the_square_of_its_input() -> None:
    slow = [slow_input(found) for found in every_pattern() if found.where not in BOUNDED]
    assert [line for line in slow if line] == []


def test_the_measurement_tells_the_square_from_the_length() -> None:
    for written in (r"^[\s>]*(?:x|y)", r"\s*(?:to|for)\s+[^:\n]{1,120}?\s*:", r"\S*(?:[:/]|@)\S*"):
        assert slow_input(Found("here", re.compile(written, re.M), "search")), written
    assert slow_input(Found("here", re.compile(rb"(?:a|aa)+$"), "match"))
    assert not slow_input(Found("here", re.compile(r"[^<>]{1,64}@[\w.]+"), "search"))
