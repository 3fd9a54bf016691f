"""The service to be measured: Django on a scratch database of a PostgreSQL that is here."""

import atexit
import contextlib
import functools
import os
import tempfile

import django
from django.apps import apps
from django.db import connection

from bench.quantity import say
from tests.servers import postgres


@functools.cache
def set_up_service() -> None:
    """Set Django up, with empty tables that go when the measuring ends."""
    if apps.ready:  # somebody has set it up already, tables and all
        return
    stack = contextlib.ExitStack()
    atexit.register(stack.close)
    folder = tempfile.TemporaryDirectory(prefix="duelpost-bench-", ignore_cleanup_errors=True)
    data = stack.enter_context(folder)
    server = stack.enter_context(postgres.server())
    say(f"  PostgreSQL {server.version}, {server.origin}")
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        DUELPOST_MODE="embedded",
        DATABASE_URL=server.url,
        REDIS_URL="",
        DATA_DIR=data,
        LOG_LEVEL="WARNING",
    )
    django.setup()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    stack.callback(connection.creation.destroy_test_db, name, verbosity=0)
