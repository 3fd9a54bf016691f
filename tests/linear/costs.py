"""How the cost of a call grows with its input: processor time of one size against eight times that.

No time is asserted. A quadratic call costs 64 times as much at eight times the size and a linear
one 8 times; the bound lies between them, and counts only if several measurements agree.
"""

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", str, bytes)

MOST_GROWTH = 24
"""Between 8 (linear) and 64 (quadratic)."""

SMALL, TIMES = 1024, 8
"""The smaller size, in characters, and how many times as long the other one is. There a quadratic
cost is tenths of a second."""

SUSPICIOUS = 0.0004
"""Seconds of processor time for the small size below which no cost can be quadratic: a step of an
expression takes some nanoseconds, and there would be half a million of them."""

TINY, ENDLESS = (24, 30, 36, 42), 0.05
"""An exponential cost is seen at one of the tiny sizes, before it stops the test."""

ROUNDS = 5


def is_too_dear(
    call: Callable[[T], object], input_of: Callable[[int], T], *, small_size: int = SMALL
) -> bool:
    """Return whether the cost of the call grows faster than its input."""
    for size in TINY:
        if _cost(call, input_of(size)) > ENDLESS:
            return _least(call, input_of(size)) > ENDLESS
    small, large = input_of(small_size), input_of(small_size * TIMES)
    if _cost(call, small) < SUSPICIOUS:
        return False
    return all(_cost(call, large) > MOST_GROWTH * _least(call, small) for _ in range(ROUNDS))


def _least(call: Callable[[T], object], given: T) -> float:
    """Return the least of several costs: what else the machine does only adds to them."""
    return min(_cost(call, given) for _ in range(ROUNDS))


def _cost(call: Callable[[T], object], given: T) -> float:
    gc.disable()
    try:
        begun = time.process_time()
        call(given)
        return time.process_time() - begun
    finally:
        gc.enable()
