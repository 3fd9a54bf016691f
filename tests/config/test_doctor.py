"""`manage.py doctor`, beside a real worker and without one."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings

from config.backup import postgres_programs
from config.monitoring import doctor, health
from config.monitoring.dns import records
from mail.models import Letter
from mail.outbox import sweeps
from tests.fixtures.triggers import triggers_off
from tests.fixtures.worker import Worker
from tests.servers import Server

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def report() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to wait for."""
    monkeypatch.setattr(doctor, "PING_SECONDS", 0.1)


def test_it_finds_a_service_well_and_sends_a_letter(worker: Worker, report: io.StringIO) -> None:
    for name in health.SWEEPS:
        sweeps.mark(name)
    with override_settings(ALLOWED_HOSTS=["127.0.0.1"]):
        call_command("doctor", send_test="olga@duelpost.example", stdout=report)
    assert "wrong" not in report.getvalue()
    for part in ("settings", "checks", "database", "migrations", "broker", "workers", "sweeps"):
        assert f"ok       {part}: " in report.getvalue()
    assert "ok       test letter: " in report.getvalue()
    assert Letter.objects.get(to="olga@duelpost.example").status == Letter.Status.SENT


def test_it_tells_what_is_wrong_with_a_hint_and_fails(
    db: None, report: io.StringIO, tmp_path: Path
) -> None:
    gone = {"data_folder_out": str(tmp_path / "gone")}
    with (
        override_settings(
            REDIS_URL="", CELERY_BROKER_TRANSPORT_OPTIONS=gone, CONTACT_ADDRESS="nobody"
        ),
        pytest.raises(SystemExit) as end,
    ):
        call_command("doctor", send_test="olga@duelpost.example", stdout=report)
    assert end.value.code == 1
    text = report.getvalue()
    assert "wrong    config.E008: CONTACT_ADDRESS is not an e-mail address." in text
    assert "wrong    broker: " in text
    assert "wrong    sweeps: One never ran." in text
    assert "not sent" in text
    assert not Letter.objects.exists()


def test_it_finds_that_nobody_works(database_url: str, throwaway_redis: Server) -> None:
    """A process of its own, since one process keeps its connections to one broker."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url, "REDIS_URL": throwaway_redis.url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert "ok       broker: " in ended.stdout
    assert (
        "wrong    workers: No worker takes tasks from: bots, clocks, letters, replies."
        in ended.stdout
    )


def test_it_warns_of_letters_that_were_given_up(db: None, impatience: None) -> None:
    Letter.objects.create(key="a", kind="test", to="ada@duelpost.example", status="failed")
    findings = {finding.part: finding for finding in doctor.examine()}
    assert findings["outbox"].grade == "warning"
    assert findings["outbox"].words == "0 overdue, 1 given up."


@pytest.mark.only_on("postgresql")
def test_it_warns_where_no_backup_can_be_made(
    db: None, impatience: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres_programs, "INSTALLATIONS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    findings = {finding.part: finding for finding in doctor.examine()}
    assert findings["backups"].grade == "warning"
    assert "pg_dump is not on this machine." in findings["backups"].words


def test_it_finds_a_log_that_can_be_altered(db: None, impatience: None) -> None:
    with triggers_off(connection):
        findings = {finding.part: finding for finding in doctor.examine()}
    assert findings["duel.E001"].grade == "wrong"
    assert "replaygames" in findings["duel.E001"].hint


def test_a_letter_that_nobody_sends_is_told(transactional_db: None) -> None:
    finding = doctor.send_test("ada@duelpost.example", patience=0)
    assert finding.grade == "wrong"
    assert "still waits" in finding.words


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("postmark", ["include:spf.mtasv.net", "pm-bounces.mail.duelpost.example  CNAME"]),
        ("unisender_go", ["include:<what unisender_go tells you>", "return path"]),
        ("smtp", ["a:mx.duelpost.example", "play+anything@mail.duelpost.example"]),
    ],
)
def test_it_tells_what_dns_needs(provider: str, expected: list[str], report: io.StringIO) -> None:
    with override_settings(
        MAILBOX_ENABLED=False,
        MAIL_PROVIDER=provider,
        EMAIL_HOST="mx.duelpost.example",
        MAIL_FROM="Duelpost <play@mail.duelpost.example>",
        SITE_HOST="duelpost.example",
    ):
        call_command("doctor", dns=True, stdout=report)
    for record in (
        *("A      duelpost.example  <", "v=spf1", "_domainkey.mail.duelpost.example"),
        *("_dmarc.mail.duelpost.example", *expected),
    ):
        assert record in report.getvalue()


def test_a_domain_for_bounces_is_among_what_dns_needs() -> None:
    with override_settings(
        MAILBOX_ENABLED=False, MAIL_PROVIDER="brevo", BOUNCE_DOMAIN="back.duelpost.example"
    ):
        assert "back.duelpost.example  must accept mail" in records()[-1]


@pytest.mark.parametrize(
    ("ways", "host"), [(["smtp"], "10 duelpost.example"), (["webhook"], "your provider tells")]
)
def test_a_domain_for_replies_is_among_what_dns_needs(ways: list[str], host: str) -> None:
    with override_settings(
        MAILBOX_ENABLED=False,
        REPLY_TO="@in.duelpost.example",
        WAYS_IN=ways,
        SITE_HOST="duelpost.example",
    ):
        assert records()[-1].startswith("MX     in.duelpost.example  ")
        assert host in records()[-1]


def test_a_test_letter_needs_an_address(db: None) -> None:
    with pytest.raises(CommandError, match="not an e-mail address"):
        call_command("doctor", send_test="olga")


@pytest.mark.parametrize(
    ("host", "carrier"),
    [
        ("smtp.duelpost.example", "a:smtp.duelpost.example"),
        ("127.0.0.1", "a:duelpost.example"),
        ("localhost", "a:duelpost.example"),
        ("::1", "a:duelpost.example"),
        ("10.0.0.7", "ip4:<the public address of your mail server>"),
        ("postfix", "ip4:<the public address of your mail server>"),
        ("9.9.9.9", "ip4:9.9.9.9"),
    ],
)
def test_spf_names_no_address_that_only_this_machine_knows(host: str, carrier: str) -> None:
    with override_settings(
        MAILBOX_ENABLED=False, MAIL_PROVIDER="smtp", EMAIL_HOST=host, SITE_HOST="duelpost.example"
    ):
        [spf] = [line for line in records() if line.startswith("SPF")]
    assert f'"v=spf1 {carrier} ~all"' in spf
