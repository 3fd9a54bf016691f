"""Not part of the suite: what the tests of the test command give it to run, by name."""

import os
import time
from pathlib import Path

from tests.fixtures.worker import Worker
from tests.servers import Server


def test_it_lasts(throwaway_postgres: Server, throwaway_redis: Server) -> None:
    Path(os.environ["PROBE"]).touch()
    time.sleep(120)


def test_it_lasts_beside_a_worker(throwaway_redis: Server, worker: Worker) -> None:
    Path(os.environ["PROBE"]).touch()
    time.sleep(120)
