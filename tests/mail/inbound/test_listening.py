"""Where our mail server cannot listen, it says so in a sentence and asks no database."""

import socket
import subprocess
import sys

import pytest


@pytest.mark.parametrize("listen", ["taken", "nonsense", "127.0.0.1:0", "127.0.0.1:99999"])
def test_a_port_that_cannot_be_used_gets_a_sentence(
    listen: str, bare_environment: dict[str, str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}" if listen == "taken" else listen
        done = subprocess.run(
            [sys.executable, "manage.py", "mailserver", "--skip-checks"],
            env={**bare_environment, "INBOUND_LISTEN": address},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "INBOUND_LISTEN" in done.stderr
