"""Letters and clocks go on however much mail waits to be read: mail has a queue of its own."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.celery import app
from mail.models import InboundMail, Sweep
from tests.mail.inbound.conftest import KEY, MailReader, raw_mail, take
from tests.mail.inbound.test_server import TO
from tests.servers.processes import start, stop, wait_until

COMPOSE = Path(__file__).resolve().parents[3] / "docker" / "compose.yml"


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_flood_of_mail_takes_no_slot_of_letters_and_clocks(
    reader: MailReader, throwaway_redis: Any, broker_at: Any, database_url: str, tmp_path: Path
) -> None:
    """The worker is started as in the containers, on a Redis of its own."""
    _, *command = yaml.safe_load(COMPOSE.read_text())["services"]["worker"]["command"]
    log = tmp_path / "log"
    process = start(
        [sys.executable, "-m", "celery", *command],
        log=log,
        environment=os.environ | {"DATABASE_URL": database_url, "REDIS_URL": throwaway_redis.url},
    )
    try:
        with broker_at(throwaway_redis.url):
            for number in range(30):
                (pk,) = take(raw_mail(f"take a{number}", number=number), TO % KEY).pks
                app.send_task("mail.read_inbound", args=[pk])
            app.send_task("mail.sweep_letters")
            app.send_task("duel.clocks.sweep_clocks")
            wait_until(
                lambda: set(Sweep.objects.values_list("name", flat=True)) >= {"letters", "clocks"},
                process,
                log,
            )
            assert InboundMail.objects.filter(status="waiting", attempts=0).count() == 30
    finally:
        stop(process)
