"""Every queue has its worker, and what keeps a processor busy keeps nothing else waiting."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from config.management.commands.up import _commands
from tests.config.test_docker import services

ROOT = Path(__file__).resolve().parents[2]


def embedded() -> list[str]:
    """The commands of the embedded service."""
    return [" ".join(command) for command in _commands(3, level="INFO").values()]


def with_containers() -> list[str]:
    """The commands of the containers."""
    return [" ".join(each["command"]) for each in services().values() if "command" in each]


def with_systemd() -> list[str]:
    """The commands of the units in the deployment guide."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    return re.findall(r"^ExecStart=(.*)$", guide, re.MULTILINE)


@pytest.mark.parametrize("commands", [embedded, with_containers, with_systemd])
def test_bots_have_a_worker_of_their_own(commands: Callable[[], list[str]]) -> None:
    workers = [command for command in commands() if " worker " in command]
    served = [re.findall(r"--queues (\S+)", command)[0].split(",") for command in workers]
    every = sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert sorted(queue for queues in served for queue in queues) == every
    assert ["bots"] in served
    assert ["replies"] in served


def test_what_strangers_wrote_is_read_in_a_queue_of_its_own() -> None:
    routed = {task: app.amqp.router.route({}, task)["queue"].name for task in app.tasks}
    assert {task for task, queue in routed.items() if queue == "replies"} == {
        "mail.read_inbound",
        "mail.sweep_inbound",
    }
