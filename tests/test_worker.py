"""The worker of the tests is a real one: another process, their database, their broker."""

from accounts.models import User
from tests.fixtures.worker import Worker
from tests.servers.tasks import rename


def test_the_worker_does_a_task_on_the_database_of_the_tests(ada: User, worker: Worker) -> None:
    rename.delay(ada.pk, "Ada Lovelace")
    worker.wait_for(lambda: User.objects.get(pk=ada.pk).name == "Ada Lovelace")
