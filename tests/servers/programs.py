"""Programs that few tests need: found on the PATH, or unpacked from their Debian package.

Unpacked, not installed: a package such as Caddy's would start a server of its own.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.servers import Unavailable
from tests.servers.chromium import apt, installable

UNPACKED = Path(__file__).resolve().parents[2] / "build" / "programs"


def folder_of(name: str) -> Path:
    """Return the folder in which the program lies; the test is skipped where it is missing."""
    on_path = shutil.which(name)
    if on_path:
        return Path(on_path).parent
    try:
        return _unpacked(name) or _unpack(name)
    except Unavailable as reason:
        pytest.skip(f"{name}: {reason}")


def _unpacked(name: str) -> Path | None:
    folders = (UNPACKED / name / "usr" / each for each in ("bin", "sbin"))
    return next((folder for folder in folders if (folder / name).exists()), None)


def _unpack(name: str) -> Path:
    if not installable():
        raise Unavailable(
            "not on the PATH; install it, or run as root on Debian to have it fetched"
        )
    UNPACKED.mkdir(parents=True, exist_ok=True)
    apt("update")
    apt("download", name, folder=UNPACKED)
    package = next(UNPACKED.glob(f"{name}_*.deb"))
    subprocess.run(["dpkg-deb", "-x", package, UNPACKED / name], check=True)
    package.unlink()
    folder = _unpacked(name)
    if folder is None:
        raise Unavailable("its package holds no program of that name")
    return folder
