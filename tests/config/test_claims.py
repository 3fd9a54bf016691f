"""What a running service holds for itself, and what others can ask of it."""

import fcntl
import threading
from pathlib import Path

import pytest

from config.running.claims import ClaimError, claim_folder, running_mail_port, running_port


def test_the_port_of_a_running_service_is_known_as_long_as_it_runs(tmp_path: Path) -> None:
    assert running_port(tmp_path) is None
    with claim_folder(tmp_path, 8001):
        assert running_port(tmp_path) == 8001
        with pytest.raises(ClaimError, match="on port 8001"), claim_folder(tmp_path, 8002):
            pass
    assert running_port(tmp_path) is None
    assert running_port(tmp_path / "nowhere") is None


def test_the_port_for_mail_is_told_beside_it(tmp_path: Path) -> None:
    assert running_mail_port(tmp_path) is None
    with claim_folder(tmp_path, 8001, 2526):
        assert (running_port(tmp_path), running_mail_port(tmp_path)) == (8001, 2526)
    with claim_folder(tmp_path, 8001):
        assert running_mail_port(tmp_path) == 0


def test_whoever_only_asks_for_the_port_keeps_nobody_from_starting(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as glance:
        fcntl.flock(glance, fcntl.LOCK_SH)
        threading.Timer(0.05, fcntl.flock, (glance, fcntl.LOCK_UN)).start()
        with claim_folder(tmp_path, 8001):
            assert running_port(tmp_path) == 8001
