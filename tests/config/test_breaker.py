"""How long a server that did not answer is left alone."""

from config.cache import Breaker


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_server_that_answers_may_be_asked_by_all() -> None:
    breaker = Breaker("redis", pause=5, clock=Clock())
    assert breaker.lets_ask()
    breaker.note_answer()
    assert breaker.lets_ask()


def test_after_a_failure_nobody_asks_for_a_while_and_then_one() -> None:
    clock = Clock()
    breaker = Breaker("redis", pause=5, clock=clock)
    breaker.note_failure(OSError())
    clock.now += 4
    assert not breaker.lets_ask()
    clock.now += 1
    assert breaker.lets_ask()
    assert not breaker.lets_ask()


def test_all_ask_again_once_one_got_an_answer() -> None:
    breaker = Breaker("redis", pause=5, clock=Clock())
    breaker.note_failure(OSError())
    breaker.note_answer()
    assert breaker.lets_ask()
    assert breaker.lets_ask()
