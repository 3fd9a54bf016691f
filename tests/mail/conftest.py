"""Letters to try things on."""

import itertools
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from mail import registry
from mail.addresses import message_id
from mail.models import Letter
from mail.registry import Builder, Draft

MakeLetter = Callable[..., Letter]
STORY = Draft(subject="News", text="It is your turn.\n", html="<p>It is your turn.</p>\n")


WORKERS = 4


def at_once(task: Callable[[], object]) -> None:
    """Do the task in several threads that begin together."""
    barrier = threading.Barrier(WORKERS)

    def work() -> None:
        try:
            barrier.wait(timeout=60)
            task()
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)


def tell_story(data: dict[str, Any]) -> Draft:
    return STORY


@pytest.fixture
def story_is_built_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Builder], None]:
    """Call it to say what builds letters of the kind `story`."""

    def register(build: Builder) -> None:
        monkeypatch.setitem(registry._kinds, "story", registry.Kind(build, "stories", one="story"))

    register(tell_story)
    return register


@pytest.fixture
def make_letter(db: None, story_is_built_by: Callable[[Builder], None]) -> MakeLetter:
    """Call it for a row of the outbox, due since a moment ago and in nobody's hands."""
    numbers = itertools.count()

    def make(**fields: Any) -> Letter:
        key = f"story:{next(numbers)}"
        just_now = timezone.now() - timedelta(seconds=1)
        defaults = {
            "key": key,
            "kind": "story",
            "to": "ada@duelpost.example",
            "created_at": just_now,
            "next_attempt_at": just_now,
            "message_id": message_id(key),
        }
        return Letter.objects.create(**defaults | fields)

    return make


@pytest.fixture
def mailbox_dir(settings: Any, tmp_path: Path) -> Path:
    """The folder of an empty mailbox, into which Django now sends."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"
    return tmp_path / "mailbox"
