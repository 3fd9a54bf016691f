"""`/healthz` and `/readyz`, against the real services and against dead ones."""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from config.monitoring import health
from duel.timekeeping import front_door
from mail.inbound import heartbeats
from mail.models import Sweep
from mail.outbox import sweeps
from tests.fixtures.worker import BrokerAt
from tests.servers import Server


@pytest.fixture
def swept(db: None) -> None:
    for name in health.SWEEPS:
        sweeps.mark(name)


def test_a_process_that_answers_is_alive(client: Client) -> None:
    """Needs no database: pytest-django would refuse a query here."""
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"process": "ok"}
    assert response["Cache-Control"] == "no-store"


def test_a_service_whose_parts_all_answer_is_ready(client: Client, swept: None) -> None:
    response = client.get("/readyz")
    assert response.json() == {
        "database": "ok",
        "broker": "ok",
        "migrations": "ok",
        "sweeps": "ok",
        "replies": "ok",
    }
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
@override_settings(SECURE_SSL_REDIRECT=True)
def test_containers_ask_by_http_and_by_any_name(client: Client, swept: None, address: str) -> None:
    assert client.get(address, headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_it_is_not_ready_before_the_first_sweep(client: Client, db: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["sweeps"] == "missing"


def test_it_is_not_ready_when_sweeps_stay_away(client: Client, swept: None) -> None:
    Sweep.objects.update(ran_at=timezone.now() - timedelta(hours=1))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["sweeps"] == "late"


def test_it_is_not_ready_when_replies_do_not_reach_it(client: Client, swept: None) -> None:
    heartbeats.beat("mailserver", at=timezone.now() - timedelta(minutes=11))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["replies"] == "silent"
    heartbeats.beat("mailserver")
    assert client.get("/readyz").status_code == 200


def test_it_is_not_ready_while_the_mail_port_greets_nobody(
    client: Client, swept: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail server is there and stopped: it is told long before it counts as silent."""
    monkeypatch.setattr(front_door, "SECONDS", 0.5)
    heartbeats.beat("mailserver")
    settings.SELF_CHECK_URL, settings.WAYS_IN = "", ["smtp"]
    with socket.create_server(("127.0.0.1", 0)) as stopped:
        settings.SELF_CHECK_SMTP = f"127.0.0.1:{stopped.getsockname()[1]}"
        [door] = front_door.doors()
        front_door.save_answer(door, is_good=True, now=timezone.now())
        assert client.get("/readyz").json()["replies"] == "ok"
        front_door.ask_doors()
        response = client.get("/readyz")
    assert (response.status_code, response.json()["replies"]) == (503, "shut")
    front_door.save_answer(door, is_good=True, now=timezone.now())
    assert client.get("/readyz").status_code == 200


def test_it_is_not_ready_when_the_broker_dies(
    client: Client, swept: None, throwaway_redis: Server, broker_at: BrokerAt
) -> None:
    with broker_at(throwaway_redis.url):
        assert client.get("/readyz").json()["broker"] == "ok"
        throwaway_redis.kill()
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["broker"] == "down"


def test_it_is_not_ready_when_the_embedded_queue_is_gone(
    client: Client, swept: None, tmp_path: Path
) -> None:
    gone = {"data_folder_out": str(tmp_path / "gone")}
    with override_settings(REDIS_URL="", CELERY_BROKER_TRANSPORT_OPTIONS=gone):
        assert client.get("/readyz").json()["broker"] == "down"


@pytest.mark.only_on("postgresql")
def test_it_is_not_ready_when_the_database_dies(client: Client, lost_database: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {
        "database": "down",
        "broker": "ok",
        "migrations": "unknown",
        "sweeps": "unknown",
        "replies": "unknown",
    }


def test_it_is_not_ready_while_a_migration_is_pending(client: Client, swept: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'mail'")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["migrations"] == "pending"
