"""What only SQLite needs: it has one writer, and others wait for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection


@contextmanager
def waiting_at_most(patience: timedelta) -> Iterator[None]:
    """Wait no longer than this for SQLite's lock; PostgreSQL locks rows, and nothing changes."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    usual = connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.connection.execute(f"PRAGMA busy_timeout = {patience // timedelta(milliseconds=1)}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout = {usual}")
