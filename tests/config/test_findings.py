"""A real PostgreSQL that wants a password: what keeps the service out is named as what it is."""

from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
import psycopg
import pytest
from django.db.utils import ConnectionHandler

from config.connections import with_options
from config.monitoring import findings
from tests.servers import Server
from tests.servers.processes import free_port


@pytest.fixture
def guarded(throwaway_postgres: Server) -> str:
    """Host and port of a server that asks the role `service` for the password `sesame`."""
    place = urlsplit(throwaway_postgres.url)._replace(path="/postgres")
    with psycopg.connect(place.geturl(), autocommit=True) as owner:
        owner.execute("CREATE ROLE service LOGIN PASSWORD 'sesame'")
        found = owner.execute("SHOW hba_file").fetchone()
        assert found is not None
        rules = Path(found[0])
        rules.write_text("host all service all scram-sha-256\n" + rules.read_text())
        owner.execute("SELECT pg_reload_conf()")
        owner.execute("SELECT pg_sleep(0.5)")
    return f"{place.hostname}:{place.port}"


def trouble(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said of the database at this address; empty if it answers."""
    handler = ConnectionHandler({"default": with_options(dj_database_url.parse(url))})
    with monkeypatch.context() as patched:
        patched.setattr(findings, "connection", handler["default"])
        try:
            found = findings.database_trouble()
        finally:
            handler["default"].close()
    assert found is None or "sesame" not in " ".join(found)
    return found[0] if found else ""


@pytest.mark.django_db
def test_what_keeps_us_out_of_the_database_is_named(
    guarded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = guarded.rpartition(":")[2]
    said = {
        url: trouble(f"postgres://{url}", monkeypatch)
        for url in (
            f"service:sesame@{guarded}/postgres",
            f"service@{guarded}/postgres",
            f"service:wrong@{guarded}/postgres",
            f"nobody:sesame@{guarded}/postgres",
            f"service:sesame@{guarded}/other",
            f"service:sesame@no-such-host.invalid:{port}/postgres",
            f"service:sesame@127.0.0.1:{free_port()}/postgres",
        )
    }
    assert list(said.values()) == [
        "",
        "The database wants a password, and DATABASE_URL has none.",
        "The database refuses the password of DATABASE_URL.",
        "The database does not let the user of DATABASE_URL in.",
        "The database that DATABASE_URL names does not exist on that server.",
        "The host in DATABASE_URL is not known.",
        "The database refuses the connection: nothing listens there.",
    ]
