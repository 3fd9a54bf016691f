"""How the tests come by their servers, and that they leave nothing behind."""

import pty
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis as redis_client

from tests.config.waiting import wait_until_gone
from tests.servers import Server, Unavailable, postgres, redis
from tests.servers.terminal import CTRL_C, started

_KEPT = ["-o", "cache_dir=.pytest_cache/probe"]
_COMMAND = [sys.executable, "-m", "tests", *_KEPT]
# `true` in the place of Python: setting up is another test's matter.
_MAKE = ["make", "test", "PYTHON=true"]


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no server is named and none answers."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    for module in (postgres, redis):
        monkeypatch.setattr(module, "USUAL_PLACES", [])


@pytest.mark.usefixtures("nothing_here")
def test_where_no_server_answers_throwaway_ones_are_started_and_ended() -> None:
    for module in (postgres, redis):
        with module.server() as server:
            assert server.origin.startswith("throwaway from ")
            assert server.process is not None
            assert server.process.poll() is None
        assert server.process.poll() is not None


@pytest.mark.usefixtures("nothing_here")
def test_where_no_binary_is_installed_those_of_the_wheels_serve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(postgres, "INSTALLATIONS", Path("/nowhere"))
    for module in (postgres, redis):
        with module.server() as server:
            assert server.origin.startswith("throwaway from the wheel ")


def test_a_server_named_in_the_environment_must_be_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://127.0.0.1:1/postgres")
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    for module in (postgres, redis):
        with pytest.raises(Unavailable, match="cannot be used"), module.server():
            pass


def test_two_runs_on_one_postgresql_take_different_databases(
    throwaway_postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", throwaway_postgres.url)
    with postgres.server() as one, postgres.server() as two:
        assert urlsplit(one.url).path == "/duelpost_1"
        assert urlsplit(two.url).path == "/duelpost_2"
    # The server notices a moment later that a run has ended.
    name, patience = "", time.monotonic() + 60
    while name != "/duelpost_1" and time.monotonic() < patience:
        with postgres.server() as later:
            name = urlsplit(later.url).path
    assert name == "/duelpost_1"


@pytest.mark.usefixtures("nothing_here")
def test_a_postgresql_that_grants_too_little_is_passed_over(
    throwaway_postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = urlsplit(throwaway_postgres.url)._replace(path="/postgres").geturl()
    with psycopg.connect(lobby) as connection:
        connection.execute("CREATE ROLE poor LOGIN")
    poor = urlsplit(lobby)._replace(netloc=urlsplit(lobby).netloc.replace("duelpost", "poor"))
    monkeypatch.setattr(postgres, "USUAL_PLACES", [poor.geturl()])
    with postgres.server() as server:
        assert server.origin.startswith("throwaway from ")
    monkeypatch.setattr(postgres, "USUAL_PLACES", [lobby])
    with postgres.server() as server:
        assert server.origin.startswith("found on ")


def test_on_a_redis_of_others_only_an_empty_number_is_used_and_emptied(
    throwaway_redis: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", throwaway_redis.url)
    with redis_client.Redis.from_url(throwaway_redis.url) as others:
        for number in range(14):
            others.select(number)
            others.set("theirs", "precious")
        with redis.server() as one, redis.server() as two:
            assert {urlsplit(one.url).path, urlsplit(two.url).path} == {"/14", "/15"}
            with pytest.raises(Unavailable, match="in use"), redis.server():
                pass
            with redis_client.Redis.from_url(one.url) as ours:
                ours.set("ours", "for now")
        assert set(others.info("keyspace")) == {f"db{number}" for number in range(14)}


@dataclass(frozen=True)
class Probe:
    """The test command on tests that last; each run of them leaves a sign when all is there."""

    ready: Path
    temporary: Path
    environment: dict[str, str]


@pytest.fixture
def probe(bare_environment: dict[str, str]) -> Iterator[Probe]:
    """Folders that a demoted server can enter, too."""
    folder = Path(tempfile.mkdtemp(prefix="duelpost-probe-", dir="/tmp"))
    ready, temporary = folder / "ready", folder / "tmp"
    for each in (ready, temporary):
        each.mkdir()
    for each in (folder, ready, temporary):
        each.chmod(0o777)
    yield Probe(
        ready, temporary, bare_environment | {"PROBE": str(ready), "TMPDIR": str(temporary)}
    )
    shutil.rmtree(folder, ignore_errors=True)


_LASTS = "tests/servers/probe.py::test_it_lasts"
_SERVERS = {"postgres", "redis"}
_LASTS_ON_A_DATABASE = "tests/servers/probe.py::test_it_lasts_on_a_database"
_LASTS_BESIDE_A_WORKER = "tests/servers/probe.py::test_it_lasts_beside_a_worker"


@pytest.mark.parametrize(
    ("manner", "arguments", "runs", "children"),
    [
        ("Ctrl-C", ["--on=nothing", _LASTS], 1, _SERVERS),
        ("asked to end", ["--on=sqlite", _LASTS_BESIDE_A_WORKER], 1, set()),
        ("its window closed", [_LASTS, _LASTS_ON_A_DATABASE], 3, _SERVERS),
        ("pytest killed", ["--on=sqlite", _LASTS_BESIDE_A_WORKER], 1, set()),
        ("killed itself", ["--on=nothing", _LASTS], 1, _SERVERS),
    ],
)
def test_no_process_is_left_however_the_tests_end(
    manner: str,
    arguments: list[str],
    runs: int,
    children: set[str],
    probe: Probe,
) -> None:
    # The system tells only the first process in a window that it was closed: here that is `make`.
    whole = [*_MAKE, f"ARGS={shlex.join([*_KEPT, *arguments])}"]
    with started(*whole, environment=probe.environment) as terminal:
        while len(list(probe.ready.iterdir())) < runs:
            assert terminal.process.poll() is None, terminal.shown
            terminal.look(0.1)
        everybody = terminal.family()
        names = {process.name() for process in everybody}
        assert children <= {"redis" if name in redis.PROGRAMS else name for name in names}
        assert len(everybody) > 2 + runs  # make, the command, its runs and what they started

        if manner == "Ctrl-C":
            terminal.type(CTRL_C)
        elif manner == "asked to end":
            terminal.process.terminate()
        elif manner == "its window closed":
            terminal.close()
        else:  # the command, or the run that it started
            everybody[1 if manner == "killed itself" else 2].kill()
        assert terminal.wait_for_end() != 0
        wait_until_gone(everybody)
    if "killed" not in manner:
        assert list(probe.temporary.glob("duelpost-*")) == []


def test_a_machine_without_terminals_skips_the_tests_that_need_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_terminal() -> tuple[int, int]:
        raise OSError("out of pty devices")

    monkeypatch.setattr(pty, "openpty", no_terminal)
    with pytest.raises(pytest.skip.Exception, match="/dev/pts"), started("true", environment={}):
        pass


def test_skipped_tests_are_told_in_one_line_for_each_reason(
    bare_environment: dict[str, str],
) -> None:
    skipping = [*_COMMAND, "--on=nothing", "tests/servers/probe.py::test_it_is_skipped"]
    done = subprocess.run(
        skipping, env=bare_environment, capture_output=True, text=True, check=False
    )
    reasons = [line for line in done.stdout.splitlines() if "this machine has none" in line]
    assert reasons == ["     3 x something: this machine has none"]


def test_where_skipping_is_forbidden_a_missing_redis_fails_a_run_that_passed(
    bare_environment: dict[str, str],
) -> None:
    done = subprocess.run(
        [*_COMMAND, "--forbid-skips", "--on=postgresql", "tests/test_ledger.py"],
        env=bare_environment | {"REDIS_URL": "redis://127.0.0.1:1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "5 passed" in done.stdout
    assert "Redis was not really used." in done.stdout
    assert done.returncode == 1
