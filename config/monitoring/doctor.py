"""What `manage.py doctor` looks at: each part of a running service, with a hint where it ails."""

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import DEFAULT_DB_ALIAS, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from config.backup.postgres_programs import MissingProgramError, fitting
from config.celery import app
from config.monitoring import findings, health, replies
from config.monitoring.findings import Finding
from duel.timekeeping.front_door import last_answers, shut_doors
from mail.inbound.self_test import letter_key, new_test
from mail.models import Letter
from mail.services import post

OVERDUE = timedelta(minutes=10)
PING_SECONDS = 2.0
"""How long workers may take to answer: it is always waited for, since nobody knows how many they
are."""


def examine() -> Iterator[Finding]:
    """Yield a finding on each part of the service, the ones that others stand on first."""
    database = health.database_state()
    yield from _settings(databases=[DEFAULT_DB_ALIAS] if database == "ok" else [])
    if database == "ok":
        yield Finding("ok", "database", f"{settings.DATABASES['default']['ENGINE']} answers.")
        yield _migrations()
        if connection.vendor == "postgresql":
            yield _backup_programs()
    else:
        words, hint = findings.database_trouble() or ("The database did not answer.", "")
        yield Finding("wrong", "database", words, hint)
    yield from _broker_and_workers()
    if database == "ok" and health.migrations_state() == "ok":
        yield _sweeps()
        yield _outbox()
        yield from _front_doors()
        yield findings.disk_finding()
        yield from replies.look()


def send_test(address: str, *, patience: float = 30.0) -> Finding:
    """Return the fate of a test letter that is posted now and waited for."""
    test = new_test()
    pk = post(kind="test", to=address, key=letter_key(test), data={"test": test})
    letter = Letter.objects.get(pk=pk)
    end = time.monotonic() + patience
    while letter.status not in Letter.SETTLED and time.monotonic() < end:
        time.sleep(0.2)
        letter.refresh_from_db()
        if letter.last_error:
            break
    if letter.status == Letter.Status.SENT:
        where = "the mailbox page" if settings.MAILBOX_ENABLED else settings.MAIL_PROVIDER
        return Finding("ok", "test letter", f"It was handed to {where}.")
    words, hint = f"It still waits after {patience:.0f} seconds.", "See that a worker runs."
    if letter.last_error:
        words, hint = letter.last_error, "See what the mail provider says about it."
    return Finding("wrong", "test letter", words, hint)


def _settings(*, databases: Sequence[str]) -> Iterator[Finding]:
    """Yield what the system checks say; with a database, also whether the log is protected."""
    yield Finding("ok", "settings", f"{settings.MODE}, {settings.SITE_URL}")
    messages = run_checks(include_deployment_checks=not settings.EMBEDDED, databases=databases)
    for message in messages:
        if not message.is_silenced() and message.level >= WARNING:
            grade = "wrong" if message.is_serious() else "warning"
            yield Finding(grade, str(message.id), message.msg, message.hint or "")
    if not messages:
        yield Finding("ok", "checks", "No system check has anything to say.")


def _migrations() -> Finding:
    if health.migrations_state() == "ok":
        return Finding("ok", "migrations", "The database is as new as the code.")
    words = "The database is older than the code."
    return Finding("wrong", "migrations", words, "Run manage.py migrate.")


def _backup_programs() -> Finding:
    try:
        for name in ("pg_dump", "pg_restore", "psql"):
            fitting(name)
    except MissingProgramError as error:
        return Finding("warning", "backups", str(error), "Without it no backup can be made.")
    if not settings.EMBEDDED and not settings.BACKUP_RECIPIENTS:
        hint = "Write a public key of yours into BACKUP_RECIPIENTS: see docs/backup.md."
        return Finding("warning", "backups", "There is no key to encrypt them to.", hint)
    return Finding("ok", "backups", "PostgreSQL's client programs fit the server.")


def _broker_and_workers() -> Iterator[Finding]:
    kind = "Redis" if settings.REDIS_URL else "The folder of queued tasks"
    trouble = findings.redis_trouble() if settings.REDIS_URL else None
    if trouble is None and health.broker_state() != "ok":
        hint = "See that it runs, and that REDIS_URL leads to it."
        trouble = f"{kind} does not answer.", hint
    if trouble is not None:
        yield Finding("wrong", "broker", *trouble)
        return
    yield Finding("ok", "broker", f"{kind} answers.")
    try:
        with app.connection_for_write() as broker:
            inspect = app.control.inspect(timeout=PING_SECONDS, connection=broker)
            answers = inspect.active_queues() or {}
    except OperationalError:
        answers = {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    idle = sorted({queue.name for queue in settings.CELERY_TASK_QUEUES} - served)
    if idle:
        words = f"No worker takes tasks from: {', '.join(idle)}."
        hint = f"Start one with: celery --app config worker --queues {','.join(idle)}"
        yield Finding("wrong", "workers", words, hint)
    else:
        yield Finding("ok", "workers", f"{len(answers)} at work, every queue is served.")


def _sweeps() -> Finding:
    state = health.sweeps_state()
    if state == "ok":
        return Finding("ok", "sweeps", "They ran a moment ago.")
    words = "One never ran." if state == "missing" else "One has not ended for a while."
    hint = "Start the scheduler with: celery --app config beat. It begins after a minute."
    return Finding("wrong", "sweeps", words, hint)


def _front_doors() -> Iterator[Finding]:
    """Yield whether the workers reach the service as visitors do."""
    shut, settings_of = shut_doors(timezone.now()), {"web": "SELF_CHECK_URL"}
    for kind, answered_at in last_answers().items():
        setting = settings_of.get(kind, "SELF_CHECK_SMTP")
        what = f"front door ({kind})"
        if kind in shut:
            since = f"{shut[kind]:%Y-%m-%d %H:%M %Z}"
            words = f"It does not answer since {since}; no turn's time ends."
            yield Finding("wrong", what, words, "See that it runs, and what keeps it busy.")
        elif answered_at is None:
            words = "The workers have never reached it, so it is not counted when nobody can."
            hint = f"Set {setting} to an address by which a worker reaches it."
            yield Finding("warning", what, words, hint)
        else:
            yield Finding("ok", what, "It answers.")


def _outbox() -> Finding:
    overdue = Letter.objects.filter(
        status__in=(Letter.Status.WAITING, Letter.Status.SENDING),
        next_attempt_at__lt=timezone.now() - OVERDUE,
    ).count()
    failed = Letter.objects.filter(status=Letter.Status.FAILED).count()
    words = f"{overdue} overdue, {failed} given up."
    if overdue or failed:
        return Finding("warning", "outbox", words, "The admin shows each letter with its error.")
    return Finding("ok", "outbox", words)
