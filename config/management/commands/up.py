"""`manage.py up`: the whole embedded service in one foreground command."""

import contextlib
import http.client
import logging
import os
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from config import env
from config.demo import prepare_demo
from config.running.claims import ClaimError, claim_folder, claim_port
from config.running.processes import EndedEarlyError, Processes
from config.running.welcome import welcome
from config.translations import compile_translations

SLOW_START = 60.0
"""Seconds after which a server that does not answer is given up."""


class Command(BaseCommand):
    """Prepares the database and runs web, workers, scheduler and mail server until Ctrl-C."""

    help = (
        "Run the embedded service: web server, workers, scheduler, a mail server for replies. "
        "Ctrl-C stops everything."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Return when everything has been stopped."""
        if not settings.EMBEDDED:
            raise CommandError(
                "`up` runs the embedded service. In production each part is a process of its own: "
                "see docs/deploy.md."
            )
        logging.getLogger().setLevel(env.text("LOG_LEVEL", "WARNING"))  # as quiet as its children
        os.umask(0o077)  # letters and games are nobody else's on this machine
        try:
            with contextlib.ExitStack() as claims:
                claims.enter_context(
                    claim_folder(settings.DATA_DIR, settings.PORT, settings.MAIL_PORT)
                )
                doors = [claims.enter_context(claim_port(settings.PORT))]
                if settings.MAIL_PORT:
                    doors.append(claims.enter_context(claim_port(settings.MAIL_PORT, "MAIL_PORT")))
                self._prepare()
                self._run([door.fileno() for door in doors])
        except (ClaimError, EndedEarlyError) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            sys.exit(130)

    def _prepare(self) -> None:
        try:
            call_command("migrate", verbosity=0, interactive=False)
            prepare_demo()
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {error}.") from error
        try:
            for folder in settings.LOCALE_PATHS:
                compile_translations(folder)
        except (OSError, ValueError) as error:
            raise CommandError(f"The translations were not compiled: {error}") from error

    def _run(self, doors: list[int]) -> None:
        greeting = welcome()
        connections.close_all()
        level = env.text("LOG_LEVEL", "WARNING")  # quiet, so that the greeting stays in sight
        environment = {
            **os.environ,
            "LOG_LEVEL": level,
            "PYTHONUNBUFFERED": "1",
            # Root runs it in containers; Celery's advice to a worker in production is no news here.
            "PYTHONWARNINGS": "ignore:You're running the worker",
        }
        processes = Processes(
            _commands(*doors, level=level),
            say=self._say,
            environment=environment,
            inherited=doors,
        )
        deadline = time.monotonic() + SLOW_START
        waiting = True

        def greet_when_answering() -> None:
            nonlocal waiting
            if waiting and _answers(settings.PORT):
                waiting = False
                self._say(greeting)
            elif waiting and time.monotonic() > deadline:
                raise EndedEarlyError("The web server does not answer. Everything was stopped.")

        processes.run(every_turn=greet_when_answering)
        self._say("Stopped. Everything is kept; make run goes on from here.")

    def _say(self, line: str) -> None:
        try:
            self.stdout.write(line)
            self.stdout.flush()
        except OSError:
            # The terminal is gone. The children must go on being read, or they would wait for ever.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _commands(door: int, mail_door: int | None = None, *, level: str) -> dict[str, list[str]]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--app", "config.celery", "--quiet"]
    worker = [
        # Threads: one process to stop instead of three, and no forks, which macOS dislikes.
        *(*celery, "worker", "--pool", "threads", "--loglevel", level),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
    commands = {
        "web": [
            *(*python, "gunicorn", "--config", "python:config.server", "config.wsgi"),
            *("--bind", f"fd://{door}", "--graceful-timeout", "3", "--log-level", level.lower()),
        ],
        "worker": [*worker, "--queues", "letters,clocks", "--concurrency", "4"],
        # Apart from the others, as strangers write what it reads.
        "replies": [*worker, "--queues", "replies", "--concurrency", "1", "--hostname", "in@%h"],
        # Apart from the others, as the one that plays for bots keeps a processor busy.
        "bots": [*worker, "--queues", "bots", "--concurrency", "1", "--hostname", "bots@%h"],
        "scheduler": [*celery, "beat", "--loglevel", level, "--pidfile", ""],
    }
    if mail_door is not None:
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        commands["mail"] = [*manage, "mailserver", "--verbosity", "0", "--fd", str(mail_door)]
    return commands


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
