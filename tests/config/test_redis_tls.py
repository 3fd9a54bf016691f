"""A real Redis with TLS: cache and queue believe only a certificate of a known authority."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pytest_django.fixtures import Settings

from config.monitoring.findings import redis_trouble
from tests.servers import Server
from tests.servers.processes import free_port, start, stop, wait_until
from tests.servers.redis import PROGRAMS
from tests.servers.terminal import ROOT

ASK = """
import django; django.setup()
from config.celery import app
from django.core.cache.backends.redis import RedisCache
from django.conf import settings
def tried(act):
    try:
        act()
        return "ok"
    except Exception as error:
        return type(error).__name__
def queue():
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0)
options = {"OPTIONS": settings.CACHES["default"]["OPTIONS"]}
print(tried(queue) == "ok", tried(lambda: RedisCache(settings.REDIS_URL, options).get("a")) == "ok")
"""


@pytest.fixture
def redis_with_tls(tmp_path: Path) -> Iterator[int]:
    # The wheel's server knows no TLS.
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None or shutil.which("openssl") is None:
        pytest.skip("TLS: redis-server and openssl are not both installed")
    certificate = [
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-keyout", "key.pem", "-out", "ca.pem", "-subj", "/CN=localhost"),
        *("-addext", "subjectAltName=DNS:localhost"),
    ]
    subprocess.run(certificate, cwd=tmp_path, check=True, capture_output=True)
    port, log = free_port(), tmp_path / "log"
    files = ("--tls-cert-file", "ca.pem", "--tls-key-file", "key.pem", "--tls-ca-cert-file")
    process = start(
        [
            *(program, "--dir", tmp_path, "--bind", "127.0.0.1", "--port", "0", "--save", ""),
            *("--tls-port", str(port), "--tls-auth-clients", "no"),
            *(str(tmp_path / part) if part.endswith("pem") else part for part in files),
            tmp_path / "ca.pem",
        ],
        log=log,
    )
    try:
        wait_until(lambda: "Ready to accept" in log.read_text(), process, log)
        yield port
    finally:
        stop(process)


def reached(url: str, environment: dict[str, str], **more: str) -> str:
    """Return whether the queue and the cache could be reached."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=environment | {"REDIS_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"} | more,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1]


def test_queue_and_cache_refuse_a_certificate_of_nobody_known(
    redis_with_tls: int, tmp_path: Path, bare_environment: dict[str, str]
) -> None:
    url = f"rediss://localhost:{redis_with_tls}/0"
    authority = str(tmp_path / "ca.pem")
    assert reached(url, bare_environment) == "False False"
    assert reached(url, bare_environment, SSL_CERT_FILE=authority) == "True True"
    other_name = url.replace("localhost", "127.0.0.1")
    assert reached(other_name, bare_environment, SSL_CERT_FILE=authority) == "False False"


def test_what_is_wrong_with_redis_is_named(
    settings: Settings, redis_with_tls: int, throwaway_redis: Server
) -> None:
    settings.REDIS_URL = throwaway_redis.url
    assert redis_trouble() is None
    with redis.Redis.from_url(throwaway_redis.url) as server:
        server.config_set("requirepass", "sesame")
    assert said(redis_trouble()) == "Redis wants a password, and REDIS_URL has none."
    settings.REDIS_URL = throwaway_redis.url.replace("//", "//:wrong@")
    assert said(redis_trouble()) == "Redis refuses the password of REDIS_URL."
    settings.REDIS_URL = throwaway_redis.url.replace("//", "//:sesame@")
    assert redis_trouble() is None
    settings.REDIS_URL = f"rediss://localhost:{redis_with_tls}/0"
    assert said(redis_trouble()) == "The certificate of Redis is not believed."
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert said(redis_trouble()) == "Redis refuses the connection: nothing listens there."
    settings.REDIS_URL = "redis://no-such-host.invalid:6379/0"
    assert said(redis_trouble()) == "The host in REDIS_URL is not known."


def said(trouble: tuple[str, str] | None) -> str:
    """Return the sentence."""
    assert trouble is not None
    return trouble[0]
