"""Tests that the tests of `python -m tests` run by name; not part of the suite."""

import os
import time
from pathlib import Path

import pytest

from tests.fixtures.worker import Worker
from tests.servers import Server


def test_it_lasts(throwaway_postgres: Server, throwaway_redis: Server) -> None:
    _last()


def test_it_lasts_beside_a_worker(worker: Worker) -> None:
    _last()


def test_it_lasts_on_a_database(db: None) -> None:
    _last()


@pytest.mark.parametrize("number", range(3))
def test_it_is_skipped(number: int) -> None:
    pytest.skip("something: this machine has none")


def _last() -> None:
    """Say that all is there, once for each run of pytest, and keep the tests from ending."""
    (Path(os.environ["PROBE"]) / str(os.getpid())).touch()
    time.sleep(120)
