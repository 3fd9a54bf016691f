"""Chromium for the tests: found, or installed where that is ours to do."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.servers import Unavailable

# The shell without windows first: it draws the same pages at a third of the processor time.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_APT = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-q"]
DEBIAN = Path("/etc/debian_version")
"""What Debian, and what descends from it, has."""


_INSTALL = ("install", "-y", "--no-install-recommends")
_FONTS = ("fonts-dejavu-core", "fonts-liberation")
"""Without any font, pages would have no text; without DejaVu, a bare machine takes wider ones."""


def find() -> Path | None:
    """Return the browser on this machine, if there is one."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    return Path(found) if found else None


def installable() -> bool:
    """Return whether we may install it: root on Debian or what descends from it."""
    debian = DEBIAN.exists() and shutil.which(_APT[0]) is not None
    return debian and os.geteuid() == 0


def install() -> Path:
    """Return the browser, installed with apt."""
    apt("update")
    try:
        apt(*_INSTALL, "chromium-headless-shell", *_FONTS)
    except Unavailable:  # where it is not packaged by itself
        apt(*_INSTALL, "chromium", *_FONTS)
    browser = find()
    if browser is None:
        raise Unavailable("apt-get installed chromium, but it is not on the PATH")
    return browser


def apt(*command: str, folder: Path | None = None) -> None:
    """Run apt-get, in the folder if there is one."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        [*_APT, *command],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Unavailable(f"apt-get {command[0]} failed: {done.stderr.strip()[-500:]}")
