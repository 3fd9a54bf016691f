"""The figures for Prometheus: there only with a token, and for its holder alone."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config import VERSION
from mail.models import Letter, Sweep

TOKEN = "8f3c0d5b7a9e4c21b6d8f0a1"
LINE = re.compile(r"(duelpost_[a-z_]+)((?:\{[^}]*\})?) (\+Inf|-?[0-9.e+-]+)")


@pytest.fixture(autouse=True)
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def ask(authorization: str = f"Bearer {TOKEN}") -> Any:
    return Client().get("/metrics", headers={"authorization": authorization, "host": "10.0.0.7"})


def samples(text: str) -> dict[str, float]:
    found = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            match = LINE.fullmatch(line)
            assert match, line
            found[match[1] + match[2]] = float(match[3])
    return found


def test_the_figures_are_told(db: None) -> None:
    now = timezone.now()
    Sweep.objects.create(name="clocks", ran_at=now - timedelta(hours=2))
    Letter.objects.create(
        kind="your-turn",
        key="1",
        to="ada@duelpost.example",
        message_id="<1>",
        next_attempt_at=now - timedelta(hours=1),
    )
    answer = ask()
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer["Cache-Control"] == "no-store"
    told = samples(answer.content.decode())
    assert told["duelpost_up"] == told["duelpost_database_up"] == told["duelpost_broker_up"] == 1
    assert told[f'duelpost_info{{mode="embedded",version="{VERSION}"}}'] == 1
    assert told["duelpost_letters_due"] == 1
    assert 3600 <= told["duelpost_letters_due_age_seconds"] < 3700
    assert 7200 <= told['duelpost_sweep_age_seconds{sweep="clocks"}'] < 7300
    assert told['duelpost_sweep_age_seconds{sweep="letters"}'] == float("inf")
    assert told['duelpost_needs_attention{figure="letters_due"}'] == 1
    assert told['duelpost_needs_attention{figure="divergences"}'] == 0
    assert "ada@" not in answer.content.decode()


def test_every_metric_is_explained_once(db: None) -> None:
    text = ask().content.decode()
    typed = re.findall(r"^# TYPE (\w+) gauge$", text, re.MULTILINE)
    helped = re.findall(r"^# HELP (\w+) .+$", text, re.MULTILINE)
    assert typed == helped
    assert len(set(typed)) == len(typed)
    assert {name.partition("{")[0] for name in samples(text)} <= set(typed)


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x"]
)
def test_nobody_else_learns_anything(authorization: str, db: None) -> None:
    answer = ask(authorization)
    assert answer.status_code == 401
    assert answer.content == b""
    assert "Bearer" in answer["WWW-Authenticate"]


def test_without_a_token_there_is_no_such_page(settings: Any, db: None) -> None:
    settings.METRICS_TOKEN = ""
    for authorization in ("", "Bearer", "Bearer "):
        answer = Client().get("/metrics", headers={"authorization": authorization})
        assert answer.status_code == 404


@pytest.mark.only_on("postgresql")
def test_it_answers_though_the_database_has_died(lost_database: None) -> None:
    told = samples(ask().content.decode())
    assert (told["duelpost_up"], told["duelpost_database_up"]) == (1, 0)
    assert "duelpost_letters_due" not in told
