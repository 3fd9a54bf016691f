"""Setting up with the real venv and pip, from one small wheel instead of a registry."""

import ast
import hashlib
import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest

BOOTSTRAP = Path(__file__).resolve().parents[2] / "config" / "bootstrap.py"


@dataclass
class Checkout:
    """A fresh copy of the project, as far as setting up is concerned."""

    folder: Path
    pip: dict[str, str] = field(default_factory=dict)

    @property
    def stamp(self) -> Path:
        return self.folder / ".venv" / "installed.json"

    def pin(self, version: str, digest: str = "") -> None:
        """Make a wheel of this version and a lock that pins it."""
        wheel = self.folder / "wheels" / f"gem-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            info = f"gem-{version}.dist-info"
            archive.writestr("gem.py", f"carats = '{version}'\n")
            archive.writestr(f"{info}/METADATA", f"Name: gem\nVersion: {version}\n")
            archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            archive.writestr(f"{info}/RECORD", "")
        digest = digest or hashlib.sha256(wheel.read_bytes()).hexdigest()
        lock = f"gem=={version} \\\n    --hash=sha256:{digest}\n"
        (self.folder / "requirements.txt").write_text(lock)

    def bootstrap(self, *, first: str = "pass") -> subprocess.CompletedProcess[str]:
        """Run it as the Makefile does; `first` is Python that runs before it."""
        start = f"import runpy, sys; {first}; sys.argv = ['', 'runtime']; "
        run = f"runpy.run_path({str(self.folder / 'config' / 'bootstrap.py')!r}, None, '__main__')"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return subprocess.run(
            [sys.executable, "-c", start + run],
            env=kept | {"PIP_CONFIG_FILE": os.devnull} | self.pip,
            capture_output=True,
            text=True,
            check=False,
        )

    def carats(self) -> str:
        """Return the version that was really installed."""
        python = str(self.folder / ".venv" / "bin" / "python")
        command = [python, "-c", "import gem; print(gem.carats)"]
        return subprocess.check_output(command, text=True).strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    for name in ("config", "wheels"):
        (tmp_path / name).mkdir()
    (tmp_path / "config" / "bootstrap.py").write_bytes(BOOTSTRAP.read_bytes())
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "wheels")}
    checkout = Checkout(tmp_path, offline)
    checkout.pin("1.0")
    return checkout


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence on the error output of a run that failed."""
    assert done.returncode == 1
    [sentence] = done.stderr.splitlines()
    return sentence


def test_it_installs_the_lock_follows_its_changes_and_repairs_itself(checkout: Checkout) -> None:
    done = checkout.bootstrap()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Making .venv\n")
    assert done.stdout.endswith("Installing packages: 1 of 1\n")
    assert checkout.carats() == "1.0"

    again = checkout.bootstrap()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")

    checkout.pin("2.0")
    changed = checkout.bootstrap()
    assert "Making .venv" not in changed.stdout
    assert checkout.carats() == "2.0"

    checkout.pin("3.0", digest="0" * 64)
    assert "differs from the pinned one" in refusal(checkout.bootstrap())
    assert not checkout.stamp.exists()

    checkout.pin("3.0")
    repaired = checkout.bootstrap()
    assert "Making .venv" in repaired.stdout
    assert checkout.carats() == "3.0"


def test_it_says_when_the_registry_does_not_answer(checkout: Checkout) -> None:
    checkout.pip = {"PIP_INDEX_URL": "http://127.0.0.1:9/"}

    assert "cannot be reached" in refusal(checkout.bootstrap())


def test_it_says_when_the_folder_cannot_be_used(checkout: Checkout) -> None:
    (checkout.folder / ".venv").write_text("a file, where a folder is needed")

    assert refusal(checkout.bootstrap()).startswith("The folder .venv cannot be made.")


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_it_names_the_package_that_brings_venv(checkout: Checkout, module: str) -> None:
    done = checkout.bootstrap(first=f"sys.modules[{module!r}] = None")

    assert "apt install python3" in refusal(done)


def test_an_old_python_is_told_so(checkout: Checkout) -> None:
    done = checkout.bootstrap(first="sys.version_info, sys.version = (3, 8, 20), '3.8.20 (main)'")

    assert "needs Python 3.11 or newer, and this is 3.8.20" in refusal(done)


def test_an_old_python_can_read_the_file_at_all() -> None:
    ast.parse(BOOTSTRAP.read_text(encoding="utf-8"), feature_version=(3, 8))
