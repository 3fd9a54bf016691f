"""Which client programs are run for each version of the server, with real ones of both."""

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import pytest
from django.db.utils import ConnectionHandler

from config.backup import dumps, postgres_programs
from config.backup.postgres_programs import MissingProgramError, fitting
from tests.servers import postgres
from tests.servers.postgres import wheel_programs


@pytest.fixture
def _newer_server(monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any) -> Iterator[None]:
    """Django is connected to a server of the wheel's newer version; Debian's programs are away."""
    monkeypatch.setattr(postgres_programs, "INSTALLATIONS", Path("/nowhere"))
    with contextlib.ExitStack() as stack:
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "which", lambda name: None)
            patch.setattr(postgres, "INSTALLATIONS", Path("/nowhere"))
            server = stack.enter_context(postgres.throwaway())
        url = urlsplit(server.url)._replace(path="/postgres").geturl()
        connection = ConnectionHandler({"default": dict(dj_database_url.parse(url))})["default"]
        stack.enter_context(contextlib.closing(connection))
        for module in (postgres_programs, dumps):
            monkeypatch.setattr(module, "connection", connection)
        stack.enter_context(django_db_blocker.unblock())
        yield


@pytest.mark.usefixtures("_newer_server")
def test_programs_fit_the_server_or_a_sentence_names_both_versions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    older, *_, newer = wheel_programs()
    monkeypatch.setenv("PATH", f"{older}{os.pathsep}{newer}")
    assert fitting("pg_dump") == str(newer / "pg_dump")
    dumps.dump(tmp_path / "database")
    dumps.load(tmp_path / "database")

    monkeypatch.setenv("PATH", str(older))
    with pytest.raises(dumps.DumpError) as refused:
        dumps.dump(tmp_path / "database")
    here, there = map(int, re.findall(r"is of version (\d+)", str(refused.value)))
    assert here < there

    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError, match=r"psql is not on this machine.* version, \d+\."):
        fitting("psql")

    monkeypatch.setattr(postgres_programs, "INSTALLATIONS", newer.parent.parent)
    assert Path(fitting("psql")).is_relative_to(newer.parent.parent)
