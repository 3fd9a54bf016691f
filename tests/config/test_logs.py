"""Log lines: one a request, with its id, and without anything that opens a door."""

import io
import json
import logging
import logging.config
import re
import uuid
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
import structlog
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import include, path

from accounts.models import User
from config.logs import SLOW_SWEEP_MS, logging_settings
from config.schedule import sweep_names
from config.urls import urlpatterns as site_urls
from duel.tasks import sweep_proposals
from mail.models import Sweep
from tests.fixtures.worker import Worker
from tests.servers.tasks import rename

TOKEN = "WyJhZGEiXQ:1vKq2x:9fJ0aQm3ZcT7uLw2Ke5Rb8Yd1Hs4Xn6Vg"


def fall_over(request: HttpRequest, token: str) -> NoReturn:
    secret_in_a_variable = "open-sesame"
    raise RuntimeError(f"cannot use {token} of ada@duelpost.example", len(secret_in_a_variable))


urlpatterns = [path("go/<str:token>", fall_over), path("", include(site_urls))]


class Lines:
    """What was logged, in the form of production."""

    def __init__(self) -> None:
        config = logging_settings(level="INFO", form="json")
        self.stream = io.StringIO()
        self.handler = logging.StreamHandler(self.stream)
        configurator = logging.config.DictConfigurator(config)
        self.handler.setFormatter(configurator.configure_formatter(config["formatters"]["lines"]))

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    before = structlog.get_config()
    lines = Lines()
    logging.getLogger().addHandler(lines.handler)
    yield lines
    logging.getLogger().removeHandler(lines.handler)
    structlog.configure(**before)


@pytest.fixture
def visitor(db: None) -> Iterator[Client]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(HTTP_HOST="127.0.0.1", raise_request_exception=False)


def test_a_request_is_one_line_with_an_id_of_its_own(lines: Lines, visitor: Client) -> None:
    visitor.get("/imprint/")
    visitor.get("/imprint/")
    first, second = lines.events
    assert first["event"] == "request_finished"
    assert first["request"] == "GET /imprint/"
    assert first["code"] == 200
    assert uuid.UUID(first["request_id"]) != uuid.UUID(second["request_id"])


def test_a_missing_page_is_logged_once(lines: Lines, visitor: Client) -> None:
    visitor.get("/nowhere/")
    assert [(event["event"], event["code"]) for event in lines.events] == [
        ("request_finished", 404)
    ]


def test_a_strangers_host_name_is_one_line_without_a_traceback(
    lines: Lines, visitor: Client
) -> None:
    assert visitor.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    (line,) = lines.events
    assert (line["event"], line["code"]) == ("request_finished", 400)


def test_a_visitors_own_request_id_is_not_trusted(lines: Lines, visitor: Client) -> None:
    visitor.get("/imprint/", headers={"x-request-id": "mine"})
    assert lines.events[0]["request_id"] != "mine"


def test_health_checks_leave_no_line(lines: Lines, visitor: Client) -> None:
    visitor.get("/healthz")
    assert lines.events == []


@pytest.mark.parametrize("address", [f"/in/{TOKEN}", f"/sign-in/?next=/in/{TOKEN}"])
def test_links_reach_no_line(lines: Lines, visitor: Client, address: str) -> None:
    visitor.get(address)
    assert lines.events
    assert not re.search("|".join(TOKEN.split(":")), lines.text)


def test_a_failure_tells_where_and_keeps_the_secrets(lines: Lines, visitor: Client) -> None:
    response = visitor.get(f"/go/{TOKEN}")
    assert response.status_code == 500
    (event,) = lines.events
    assert event["event"] == "request_failed"
    assert "in fall_over" in event["exception"]
    assert "RuntimeError" in event["exception"]
    for secret in (*TOKEN.split(":"), "ada@duelpost", "open-sesame"):
        assert secret not in json.dumps(
            {name: value for name, value in event.items() if name != "exception"}
        )
        # The quoted line of code itself is no secret; its values are.
        assert secret not in re.sub(r"\n    .*", "", event["exception"])


def test_lines_of_other_libraries_are_redacted_too(lines: Lines) -> None:
    logging.getLogger("smtplib").error("550 <%s>: no such user", "ada@duelpost.example")
    logging.getLogger("gunicorn.error").error("Error handling request %s", f"/go/{TOKEN}")
    assert [event["level"] for event in lines.events] == ["error", "error"]
    assert "duelpost" not in lines.text
    assert TOKEN not in lines.text


def test_an_event_can_hold_anything(lines: Lines) -> None:
    structlog.get_logger("any").info("thing", thing=object, when={1, 2}, path=None)
    (event,) = lines.events
    assert event["path"] is None
    assert event["when"] == [1, 2]


def test_plain_lines_are_for_people() -> None:
    config = logging_settings(level="INFO", form="plain")
    configurator = logging.config.DictConfigurator(config)
    formatter = configurator.configure_formatter(config["formatters"]["lines"])
    try:
        raise ValueError("ada@duelpost.example")
    except ValueError as error:
        record = logging.LogRecord(
            "any", 40, "", 1, "it %s", ("broke",), (ValueError, error, error.__traceback__)
        )
    line = formatter.format(record)
    assert "it broke" in line
    assert "Traceback" in line
    assert "duelpost" not in line.splitlines()[-1]


def test_the_request_id_travels_into_the_worker(ada: User, worker: Worker) -> None:
    request_id = str(uuid.uuid4())
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        rename.delay(ada.pk, "Ada Lovelace")
    worker.wait_for(
        lambda: any(
            request_id in line and "task_succeeded" in line
            for line in worker.read_log().splitlines()
        )
    )


def test_a_task_is_told_of_once(ada: User, worker: Worker) -> None:
    sent = rename.delay(ada.pk, "Ada Byron")
    worker.wait_for(lambda: "task_succeeded" in told_of(sent.id, worker))
    assert told_of(sent.id, worker) == ["task_started", "task_succeeded"]


def told_of(task_id: str, worker: Worker) -> list[str]:
    return re.findall(rf"\] (\w+) .*task_id={task_id}", worker.read_log())


@pytest.mark.parametrize("task", sorted(sweep_names()))
def test_a_sweep_that_the_scheduler_calls_writes_no_line(task: str, lines: Lines) -> None:
    logger = structlog.get_logger("django_structlog.celery.receivers")
    logger.info("task_enqueued", child_task_name=task)
    with structlog.contextvars.bound_contextvars(task_id="1", task=task):
        logger.info("task_started", task=task)
        logger.info("task_succeeded", duration_ms=8)
    logger.warning("task_revoked", task=task, expired=True, terminated=False)
    logging.getLogger("celery.beat").info("Scheduler: Sending due task %s", task)
    assert lines.text == ""


def test_a_sweep_that_is_slow_fails_or_was_called_by_a_request_is_told_of(lines: Lines) -> None:
    logger = structlog.get_logger("django_structlog.celery.receivers")
    with structlog.contextvars.bound_contextvars(task_id="1", task="duel.bots.sweep"):
        logger.info("task_succeeded", duration_ms=SLOW_SWEEP_MS)
        logger.error("task_failed", duration_ms=1)
        logger.warning("something happened")
        logger.warning("task_revoked", expired=False, terminated=True)
        logger.info("task_started", request_id="2")
    assert [each["event"] for each in lines.events] == [
        "task_succeeded",
        "task_failed",
        "something happened",
        "task_revoked",
        "task_started",
    ]
    assert {each["task"] for each in lines.events} == {"duel.bots.sweep"}


def test_a_worker_is_silent_about_a_sweep(ada: User, worker: Worker) -> None:
    swept = sweep_proposals.delay()
    sent = rename.delay(ada.pk, "Ada")
    worker.wait_for(lambda: "task_succeeded" in told_of(sent.id, worker))
    worker.wait_for(lambda: Sweep.objects.filter(name="proposals").exists())
    assert swept.id not in worker.read_log()
