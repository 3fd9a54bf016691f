"""Ways to read the settings as a process with another environment would."""

import os
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.test import override_settings

from tests.config.example import production_environment

SETTINGS = Path(__file__).resolve().parents[2] / "config" / "settings.py"

Settings = dict[str, Any]
ReadSettings = Callable[..., Settings]


@pytest.fixture
def read_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ReadSettings]:
    """Return a function that runs config/settings.py in an environment of only these variables."""
    logging_before = structlog.get_config()

    def read(**variables: str) -> Settings:
        monkeypatch.setattr(os, "environ", {"DATA_DIR": str(tmp_path / "var"), **variables})
        found = runpy.run_path(str(SETTINGS))
        return {name: value for name, value in found.items() if name.isupper()}

    yield read
    structlog.configure(**logging_before)


@pytest.fixture
def production(read_settings: ReadSettings) -> ReadSettings:
    """Return a function that reads production settings, with some variables changed or removed."""

    def read(**changes: str) -> Settings:
        return read_settings(**{**production_environment(), **changes})

    return read


@pytest.fixture
def under() -> Callable[[Settings], override_settings]:
    """Return a function that puts settings in force for a `with` block."""

    def put(settings: Settings) -> override_settings:
        # What was connected or loaded already stays as it is.
        kept = ("DATABASES", "CACHES", "LOGGING", "INSTALLED_APPS")
        return override_settings(**{k: v for k, v in settings.items() if k not in kept})

    return put
