"""The service to be measured: Django on a scratch database of a PostgreSQL that is here."""

import atexit
import contextlib
import functools
import http.client
import os
import smtplib
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.apps import apps
from django.db import connection

from bench.quantity import say
from tests.servers import postgres, redis
from tests.servers.processes import free_port, start, stop, wait_until

HOST = "127.0.0.1"


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


@dataclass
class Service:
    """The running service: where it answers, and when the mail server accepted which letter."""

    port: int
    folder: Path
    accepted: dict[str, float] = field(default_factory=dict)
    roles: dict[str, int] = field(default_factory=dict)
    """The first process of each role."""

    def logs(self) -> str:
        """Return the last of what the processes have said."""
        return "\n".join(log.read_text()[-2000:] for log in sorted(self.folder.iterdir()))


@contextlib.contextmanager
def mail_server() -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """Yield the port of a mail server, and the process, which tells of each letter it accepts."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.sink", str(port)], stdout=subprocess.PIPE, text=True
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), smtplib.SMTP(HOST, port):
                break
            threading.Event().wait(0.05)
        yield port, server
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def running_service(*, every_role: bool = False, **settings: str) -> Iterator[Service]:
    """Run web server and worker on the scratch database, a Redis and a mail server.

    As many processes as the deployment guide starts: two for the web, two for letters, one for
    replies. Its periodic tasks would only disturb who measures speed.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="duelpost-bench-")))
        broker = stack.enter_context(redis.server())
        say(f"  Redis {broker.version}, {broker.origin}")
        smtp_port, sink = stack.enter_context(mail_server())
        service = Service(free_port(), folder)
        environment = os.environ | {
            "DATABASE_URL": _scratch_url(),
            "REDIS_URL": broker.url,
            "MAIL_PROVIDER": "smtp",
            "SMTP_HOST": HOST,
            "SMTP_PORT": str(smtp_port),
            "SMTP_SECURITY": "none",
            "WEB_BIND": f"{HOST}:{service.port}",
            "WEB_PROCESSES": "2",
            "LOG_LEVEL": "WARNING",
            **settings,
        }
        python = [sys.executable, "-m"]
        celery = [*python, "celery", "--app", "config.celery", "--quiet"]
        commands = {
            "web": [*python, "gunicorn", "--config", "python:config.server", "config.wsgi"],
            "worker": [
                *(*celery, "worker", "--queues", "letters,clocks", "--concurrency", "2"),
                *("--loglevel", "WARNING", "--hostname", "bench@localhost"),
            ],
            "replies": [
                *(*celery, "worker", "--queues", "replies", "--concurrency", "1"),
                *("--loglevel", "WARNING", "--hostname", "replies@localhost"),
            ],
        }
        if every_role:
            environment["INBOUND_LISTEN"] = f"{HOST}:{free_port()}"
            commands["mailserver"] = [sys.executable, "manage.py", "mailserver"]
            commands["bots"] = [
                *(*celery, "worker", "--queues", "bots", "--pool", "threads"),
                *("--concurrency", "1", "--loglevel", "WARNING", "--hostname", "bots@localhost"),
            ]
            commands["scheduler"] = [*celery, "beat", "--loglevel", "WARNING", "--pidfile="]
        for name, command in commands.items():
            log = folder / name
            process = start(command, log=log, environment=environment)
            stack.callback(stop, process)
            service.roles[name] = process.pid
            if name == "web":
                wait_until(lambda: _answers(service.port), process, log)
        listener = threading.Thread(target=_listen, args=[sink, service], daemon=True)
        listener.start()
        yield service


def _listen(sink: "subprocess.Popen[str]", service: Service) -> None:
    for line in sink.stdout or ():
        moment, message_id = line.split()
        service.accepted.setdefault(message_id, float(moment))


def _answers(port: int) -> bool:
    asked = http.client.HTTPConnection(HOST, port, timeout=1)
    with contextlib.closing(asked):
        try:
            asked.request("GET", "/healthz")
            return asked.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False


def _scratch_url() -> str:
    """Return the address of the scratch database, for processes of their own."""
    parts = connection.settings_dict
    host, port = parts["HOST"], parts["PORT"] or 5432
    user = parts["USER"] + (f":{parts['PASSWORD']}" if parts["PASSWORD"] else "")
    return f"postgres://{user}{'@' if user else ''}{host}:{port}/{parts['NAME']}"
