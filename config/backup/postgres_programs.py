"""PostgreSQL's client programs, in a version that fits the server.

`pg_dump` refuses a newer server, and an older server may not know what `pg_restore` writes. So the
server's own major version is looked for first, then the next newer one.
"""

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.db import connection

INSTALLATIONS = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs, one folder a version, off the PATH."""


class MissingProgramError(Exception):
    """No program here fits the server; a sentence tells which would."""


def fitting(name: str) -> str:
    """Return the path of the program that fits the server to which Django is connected."""
    server = connection.get_database_version()[0]
    versions = {path: _major_version(path) for path in _find_installed(name)}
    if not versions:
        raise MissingProgramError(
            f"{name} is not on this machine. Install PostgreSQL's client programs of the server's "
            f"version, {server}."
        )
    fit = [path for path in versions if versions[path] >= server]
    if not fit:
        raise MissingProgramError(
            f"{name} on this machine is of version {max(versions.values())}, and the server is of "
            f"version {server}. Install PostgreSQL's client programs of version {server}."
        )
    return min(fit, key=lambda path: versions[path])


def _find_installed(name: str) -> Iterator[str]:
    """Yield where the program is: first as the PATH has it, then where Debian keeps more."""
    folders = [*os.get_exec_path(), *map(str, sorted(INSTALLATIONS.glob("*/bin")))]
    for folder in folders:
        if path := shutil.which(name, path=folder):
            yield path


@functools.cache
def _major_version(path: str) -> int:
    """Return what the program says of itself, such as 15; 0 if it cannot be run."""
    try:
        answer = subprocess.run(  # noqa: S603 - a program of PostgreSQL
            [path, "--version"], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return 0
    found = re.search(r"\(PostgreSQL\) (\d+)", answer)
    return int(found[1]) if found else 0
