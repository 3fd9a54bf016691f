"""How the tests come by their browser, on a machine where `apt-get` is only played."""

import os
from pathlib import Path

import pytest

from tests.servers import Unavailable, chromium

_APT_GET = """#!/bin/sh
echo "$DEBIAN_FRONTEND: $*" >> {log}
case "$*" in
  *" {fails} "*|*" {fails}") echo "E: No such luck" >&2; exit 100 ;;
  *" install "*) {brings} ;;
esac
"""
_A_BROWSER = "printf '#!/bin/sh\\n' > {folder}/chromium && /bin/chmod +x {folder}/chromium"


class Machine:
    """A `PATH` with nothing on it but what a test puts there; we are root on a Debian."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    def has_apt_get(self, *, fails: str = "never", brings: str = _A_BROWSER) -> None:
        program = self.folder / "apt-get"
        told = brings.format(folder=self.folder)
        program.write_text(_APT_GET.format(log=self.log, fails=fails, brings=told))
        program.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (tmp_path / "debian_version").touch()
    monkeypatch.setattr(chromium, "DEBIAN", tmp_path / "debian_version")
    return Machine(tmp_path)


def test_root_on_debian_has_it_installed_with_a_font(machine: Machine) -> None:
    machine.has_apt_get()
    assert chromium.find() is None
    assert chromium.installable()

    assert chromium.install() == machine.folder / "chromium"

    update, install = machine.log.read_text().splitlines()
    assert update.startswith("noninteractive: ")
    assert update.endswith(" update")
    assert install.endswith(
        " install -y --no-install-recommends"
        " chromium-headless-shell fonts-dejavu-core fonts-liberation"
    )


def test_where_the_shell_is_not_packaged_the_whole_browser_is_installed(machine: Machine) -> None:
    machine.has_apt_get(fails="chromium-headless-shell")

    assert chromium.install() == machine.folder / "chromium"

    *_, install = machine.log.read_text().splitlines()
    assert install.endswith(
        " install -y --no-install-recommends chromium fonts-dejavu-core fonts-liberation"
    )


def test_the_shell_without_windows_is_taken_where_both_are(machine: Machine) -> None:
    for name in ("chromium", "chromium-headless-shell"):
        (machine.folder / name).write_text("#!/bin/sh\n")
        (machine.folder / name).chmod(0o755)

    assert chromium.find() == machine.folder / "chromium-headless-shell"


def test_it_is_installed_only_by_root_on_debian_where_apt_is(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not chromium.installable()
    machine.has_apt_get()
    assert chromium.installable()
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 1000)
        assert not chromium.installable()
    chromium.DEBIAN.unlink()
    assert not chromium.installable()


@pytest.mark.parametrize("step", ["update", "install"])
def test_what_apt_says_is_passed_on(machine: Machine, step: str) -> None:
    machine.has_apt_get(fails=step)

    with pytest.raises(Unavailable, match=f"apt-get {step} failed: E: No such luck"):
        chromium.install()


def test_a_browser_that_is_nowhere_after_all_is_told(machine: Machine) -> None:
    machine.has_apt_get(brings="true")

    with pytest.raises(Unavailable, match="not on the PATH"):
        chromium.install()
