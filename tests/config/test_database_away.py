"""A database that is really stopped: a 503 that says so, in the reader's language, at once."""

import signal
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import Client

from config.pages import database_is_away
from tests.servers import Server
from tests.servers.processes import stop

pytestmark = pytest.mark.django_db(transaction=True)
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.fixture
def own_database(throwaway_postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A PostgreSQL that answers to this test alone; it has no tables."""
    url = urlsplit(throwaway_postgres.url)
    connection.close()
    for name, value in {
        "HOST": url.hostname,
        "PORT": str(url.port),
        "USER": url.username,
        "PASSWORD": "",
        "NAME": "postgres",
    }.items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    assert asked() == 1
    yield throwaway_postgres
    monkeypatch.undo()
    connection.close()


@pytest.fixture
def database_is_stopped(own_database: Server) -> None:
    end(own_database)


@pytest.fixture
def visitor() -> Client:
    """Somebody with a session, to whom errors are answered as they would be."""
    visitor = Client(raise_request_exception=False)
    visitor.cookies["sessionid"] = "x" * 32
    return visitor


def asked() -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()[0]


def end(server: Server) -> None:
    assert server.process is not None
    stop(server.process, signal.SIGINT)  # without waiting for those who are connected


@pytest.mark.only_on("postgresql")
def test_every_page_says_that_the_database_is_away(
    database_is_stopped: None, visitor: Client
) -> None:
    for path in ("/", "/me/", "/admin/", "/go/x", "/board/x", "/games/x/", "/sign-in/"):
        answer = visitor.get(path, headers={"accept": BROWSER})
        assert answer.status_code == 503, path
        assert answer["Retry-After"] == "60"
        assert answer["Cache-Control"] == "no-store"
        assert "Our database does not answer" in answer.content.decode()
        assert "Content-Security-Policy" in answer
    assert visitor.head("/", headers={"accept": BROWSER}).status_code == 503


@pytest.mark.only_on("postgresql")
def test_a_press_is_answered_alike(database_is_stopped: None, visitor: Client) -> None:
    data = {"address": "ada@duelpost.example"}
    answer = visitor.post("/sign-in/", data, headers={"accept": BROWSER})
    assert answer.status_code == 503
    assert "pressing the same button twice does no harm" in " ".join(
        answer.content.decode().split()
    )


@pytest.mark.only_on("postgresql")
def test_it_is_said_in_the_language_of_the_reader(
    database_is_stopped: None, visitor: Client
) -> None:
    headers = {"accept": BROWSER, "accept-language": "fr"}
    page = visitor.get("/me/", headers=headers).content.decode()
    assert '<html lang="fr">' in page


@pytest.mark.only_on("postgresql")
def test_programs_get_a_sentence(database_is_stopped: None, visitor: Client) -> None:
    plain = visitor.get("/calendar/x.ics", headers={"accept": "*/*"})
    assert (plain.status_code, plain["Content-Type"]) == (503, "text/plain; charset=utf-8")
    assert plain.content.decode().startswith("Our database does not answer.")
    answer = visitor.get("/games/x/file", headers={"accept": "application/json"})
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("Our database does not answer.")
    assert visitor.get("/readyz").json()["database"] == "down"


@pytest.mark.only_on("postgresql")
def test_a_connection_that_is_lost_half_way_counts_as_well(own_database: Server) -> None:
    def lose_it_half_way() -> None:
        with transaction.atomic():
            asked()
            end(own_database)
            asked()

    with pytest.raises(OperationalError) as caught:
        lose_it_half_way()
    assert database_is_away(caught.value)


def test_a_faulty_query_is_an_error_of_our_own() -> None:
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT wrong FROM nowhere")
    assert not database_is_away(caught.value)
    assert not database_is_away(ValueError())


@pytest.mark.only_on("sqlite")
def test_a_locked_file_counts_as_away() -> None:
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(OperationalError) as caught, transaction.atomic():
            asked()
    finally:
        other.close()
        connection.close()
    assert database_is_away(caught.value)


@pytest.mark.only_on("sqlite")
def test_a_full_disk_counts_as_away() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1")  # SQLite takes it for as many as there are
        with pytest.raises(OperationalError) as caught:
            # More than pages that were freed before can hold.
            cursor.execute("CREATE TABLE more AS SELECT zeroblob(100000000) AS words")
    connection.close()
    assert database_is_away(caught.value)


@pytest.mark.only_on("sqlite")
def test_a_file_that_cannot_be_opened_counts_as_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path))
    with pytest.raises(OperationalError) as caught:
        asked()
    monkeypatch.undo()
    connection.close()
    assert database_is_away(caught.value)
