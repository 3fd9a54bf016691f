"""What the worker of the tests has beyond that of the service: a task, and a diary.

The worker loads this module and notes in the diary what it does; the tests read it there, without
asking the worker itself, which would take a second each time on the broker of files.
"""

import os
from pathlib import Path
from typing import Any

from celery import shared_task, signals
from django.contrib.auth import get_user_model

DIARY = "WORKER_DIARY"
"""The variable that names the file."""


@shared_task(name="tests.rename")
def rename(pk: int, name: str) -> None:
    """Give the person another name: a sign that the worker shares the world of the tests."""
    get_user_model().objects.filter(pk=pk).update(name=name)


def _note(word: str) -> None:
    with Path(os.environ[DIARY]).open("a", encoding="ascii") as diary:
        diary.write(f"{word}\n")


if DIARY in os.environ:

    @signals.worker_ready.connect
    def note_ready(**details: Any) -> None:
        """Say that tasks may come."""
        _note("ready")

    @signals.task_prerun.connect
    def note_begun(**details: Any) -> None:
        """Say that a task has begun."""
        _note("begun")

    @signals.task_postrun.connect
    def note_done(**details: Any) -> None:
        """Say that a task has ended, well or not."""
        _note("done")
