"""How tasks are handed over and taken."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from celery import Celery, current_app
from celery.schedules import crontab
from kombu.exceptions import OperationalError

from config.celery import app
from tests.config.conftest import ReadSettings
from tests.servers.processes import free_port


def in_another_thread(what: Any, patience: float = 60) -> Any:
    """Return what it returns or raises; fail if it hangs."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(what())
        except Exception as error:
            results.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(patience)
    assert results, "It hangs."
    return results[0]


def test_a_dead_broker_does_not_hold_up_the_one_who_hands_over(production: ReadSettings) -> None:
    settings = production(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    publisher = Celery("publisher", set_as_current=False)
    publisher.config_from_object(SimpleNamespace(**settings), namespace="CELERY")
    outcome = in_another_thread(lambda: publisher.send_task("mail.send_letter", [1]))
    assert isinstance(outcome, OperationalError)


def test_every_thread_hands_over_to_our_app() -> None:
    assert in_another_thread(lambda: current_app.main) == "duelpost"


def test_tasks_are_json_and_taken_one_at_a_time() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1


def test_no_task_outlives_its_lease() -> None:
    from mail.outbox.sweeps import LEASE

    assert app.conf.task_soft_time_limit < app.conf.task_time_limit < LEASE.total_seconds()


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("mail.send_letter", "letters"),
        ("accounts.anything", "letters"),
        ("duel.clocks.anything", "clocks"),
        ("duel.bots.anything", "bots"),
    ],
)
def test_each_room_has_its_queue(task: str, queue: str) -> None:
    chosen = app.amqp.router.route({}, task)["queue"]
    assert (chosen.name, chosen.routing_key) == (queue, queue)


def rhythm(when: Any) -> float:
    """The seconds between two runs; what runs at certain hours does so hourly, or once a day."""
    if isinstance(when, crontab):
        hours: set[int] = vars(when)["hour"]
        return 3600 if len(hours) > 1 else 24 * 3600
    return float(when.seconds)


def test_everything_on_the_schedule_exists_and_expires_before_it_is_repeated() -> None:
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] <= rhythm(entry["schedule"])


def test_the_embedded_queue_lies_in_the_data_folder(read_settings: ReadSettings) -> None:
    settings = read_settings()
    options = settings["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert settings["CELERY_BROKER_URL"].startswith("filesystem://")
    folders = {options[name] for name in ("data_folder_in", "data_folder_out", "control_folder")}
    assert {str(settings["DATA_DIR"] / name) for name in ("queue", "queue-control")} == folders
    assert (settings["DATA_DIR"] / "queue").is_dir()


def test_production_hands_over_by_redis(production: ReadSettings) -> None:
    assert production()["CELERY_BROKER_URL"] == production()["REDIS_URL"]
