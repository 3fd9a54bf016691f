"""The pytest plugin that finds or starts servers for the suite before Django reads its settings.

One run of pytest has one footing: `--on postgresql` (the default: PostgreSQL and Redis),
`--on commits` (the same, for the tests whose transactions really commit), `--on browser` (the same,
for the tests in a browser), `--on sqlite` (a file and Celery's `filesystem://` broker: what
`make run` stands on) or `--on nothing` (for the tests that need no database).
"""

import contextlib
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType

import pytest

from config.translations import compile_translations
from tests.ledger import Ledger, summary
from tests.servers import Server, Unavailable, postgres, redis

pytest_plugins = (
    "tests.fixtures.database",
    "tests.fixtures.worker",
    "tests.fixtures.browser",
    "tests.fixtures.letters",
)

LEDGER = pytest.StashKey[Ledger]()
SERVERS = pytest.StashKey[dict[str, Server]]()
ON_SERVERS = ("postgresql", "commits", "browser")
"""The footings that stand on PostgreSQL and Redis."""

_GARBAGE = (20_000, 20, 20)
"""Thresholds of the garbage collector: by Python's own it takes a twentieth of the time."""
_DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server", "database_url"}
_BROWSER_FIXTURES = {"browser", "page"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the choice of the footing, and the file that `python -m tests` reads afterwards."""
    group = parser.getgroup("duelpost")
    group.addoption("--on", choices=[*ON_SERVERS, "sqlite", "nothing"], default="postgresql")
    group.addoption(
        "--divided", action="store_true", help="leave to the other footings what is theirs"
    )
    group.addoption("--ledger", type=Path, metavar="FILE", help="write what was really used")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Find or start the servers and put their addresses where the settings look."""
    ledger = early_config.stash[LEDGER] = Ledger()
    servers = early_config.stash[SERVERS] = {}
    options = early_config.known_args_namespace
    stack = contextlib.ExitStack()
    early_config.add_cleanup(stack.close)
    for name in (signal.SIGTERM, signal.SIGHUP):
        # Pytest ends tidily on Ctrl-C; the other polite requests to end mean the same.
        signal.signal(name, _interrupt_once)

    folder = tempfile.TemporaryDirectory(prefix="duelpost-tests-", ignore_cleanup_errors=True)
    data = stack.enter_context(folder)
    addresses = {"DATABASE_URL": f"sqlite:///{data}/duelpost.sqlite3", "REDIS_URL": ""}

    def open_server(part: str, find: Callable[[], AbstractContextManager[Server]]) -> str:
        try:
            servers[part] = stack.enter_context(find())
        except Unavailable as reason:
            ledger.missing[part] = str(reason)
            return ""
        return servers[part].url

    if options.on in ON_SERVERS and not (options.help or options.collectonly):
        addresses["REDIS_URL"] = open_server("Redis", redis.server)
        addresses["DATABASE_URL"] = (
            open_server("PostgreSQL", postgres.server) or addresses["DATABASE_URL"]
        )
    compile_translations(early_config.rootpath / "locale")
    _keep_bytecode()
    os.environ.update(addresses, DATA_DIR=data, DUELPOST_MODE="embedded", UNSEND_SECONDS="0")
    return (yield)


def _keep_bytecode() -> None:
    """Write compiled modules even where `PYTHONDONTWRITEBYTECODE` is set.

    The tests start more than a hundred processes. Without bytecode each would compile all our
    modules, which doubles its time.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _interrupt_once(number: int, frame: FrameType | None) -> None:
    """End as on Ctrl-C, and ignore further signals: a closed terminal sends several."""
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    raise KeyboardInterrupt


def pytest_collection() -> None:
    """Turn the garbage collector off: nothing that is collected is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Turn it on again, for what tests make: all else stays to the end anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line(
        "markers",
        "only_on(footing): the test is about this footing alone, `postgresql` or `sqlite`; "
        "it is left out on the other",
    )
    config.addinivalue_line(
        "markers",
        "words: the test looks at letters and pages made of what the database holds, whichever "
        "that is, by queries that others try on both; with `--divided` it runs on SQLite alone, "
        "unless its transactions really commit",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests of this footing; those with a browser come last.

    The browser keeps an event loop in the main thread, in which other tests should not run.
    """
    footing = config.getoption("on")
    divided = config.getoption("divided")
    others: list[pytest.Item] = []
    chosen: list[pytest.Item] = []
    for item in items:
        (chosen if belongs(item, footing, divided=divided) else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = sorted(chosen, key=lambda item: _uses(item, _BROWSER_FIXTURES))
    if footing in ON_SERVERS and (reason := config.stash[LEDGER].missing.get("PostgreSQL")):
        for item in items:
            if _needs_database(item):
                item.add_marker(pytest.mark.skip(reason=f"PostgreSQL: {reason}"))


def belongs(item: pytest.Item, footing: str, *, divided: bool) -> bool:
    """Return whether the test runs on this footing."""
    homes = _homes(item)
    if footing == "postgresql" and not divided:
        return homes != {"sqlite"} or item.get_closest_marker("only_on") is None
    return footing in homes


def _homes(item: pytest.Item) -> set[str]:
    """Return the footings on which the test runs when they are divided."""
    on_postgresql = "commits" if _commits(item) else "postgresql"
    marker = item.get_closest_marker("only_on")
    if marker is not None:
        return {on_postgresql if name == "postgresql" else name for name in marker.args}
    if _uses(item, _BROWSER_FIXTURES):
        return {"browser"}
    if not _needs_database(item):
        return {"nothing"}
    only_words = item.get_closest_marker("words") is not None and not _commits(item)
    return {"sqlite"} if only_words else {"sqlite", on_postgresql}


def _needs_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or _uses(item, _DATABASE_FIXTURES)


def _commits(item: pytest.Item) -> bool:
    """Return whether the test's transactions really commit; then the database matters to it."""
    marker = item.get_closest_marker("django_db")
    asked = marker is not None and bool(marker.kwargs.get("transaction"))
    return asked or _uses(item, {"transactional_db", "live_server"})


def _uses(item: pytest.Item, fixtures: set[str]) -> bool:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    names = set(getattr(item, "fixturenames", ())) - parameters.keys()
    return not fixtures.isdisjoint(names)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print what was used, or write it to the ledger for the command that sums up."""
    ledger = config.stash[LEDGER]
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        ledger.skipped.append((report.nodeid, reason.removeprefix("Skipped: ")))
    path: Path | None = config.getoption("ledger")
    if path is not None:
        ledger.write(path)
        return
    terminalreporter.section("real parts")
    for line in summary(ledger):
        terminalreporter.write_line(line)
