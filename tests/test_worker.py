"""The worker of the tests is a real one: another process, their database, their broker."""

import pytest
from django.db import connection

from accounts.models import User
from tests.fixtures.worker import Worker
from tests.servers.tasks import rename


def test_the_worker_does_a_task_on_the_database_of_the_tests(ada: User, worker: Worker) -> None:
    rename.delay(ada.pk, "Ada Lovelace")
    worker.wait_for(lambda: User.objects.get(pk=ada.pk).name != "Ada")
    assert User.objects.get(pk=ada.pk).name == "Ada Lovelace"


def backends_of_the_worker() -> list[int]:
    """Who serves the worker in the database: the processes that are not our own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND query LIKE '%accounts_user%' ORDER BY pid"
        )
        return [pid for (pid,) in cursor.fetchall()]


@pytest.mark.only_on("postgresql")
def test_the_worker_keeps_its_connection_and_replaces_a_dead_one(ada: User, worker: Worker) -> None:
    def rename_to(name: str) -> None:
        rename.delay(ada.pk, name)
        worker.wait_for(lambda: User.objects.get(pk=ada.pk).name == name)

    rename_to("Augusta")
    kept = backends_of_the_worker()
    rename_to("Ada")
    assert kept
    assert set(kept) <= set(backends_of_the_worker())
    with connection.cursor() as cursor:
        for pid in kept:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    rename_to("Ada King")
    assert not set(kept) & set(backends_of_the_worker())
