"""The environment of a production service: docker/.env.example, filled in as its reader would."""

import re
from pathlib import Path
from typing import Any

import yaml

DOCKER = Path(__file__).resolve().parents[2] / "docker"

FILLED_IN = {
    "SECRET_KEY": "Zq3v-x8Lk2Wm7Tn4Rb9Yc6Hd1Jf5Gp0Sa-Ue8Xi3Ko7Vw2Bz4Nd6",
    "POSTGRES_PASSWORD": "hG7kQ2mX9sT4",
    "POSTGRES_APP_PASSWORD": "wB3nV6cJ1yP8",
    "REDIS_PASSWORD": "mR5tZ0qD7fK2",
    "ANYMAIL_POSTMARK_SERVER_TOKEN": "6f1c2c1e-0000-4000-8000-7d3b1a9e5f00",
    "ANYMAIL_WEBHOOK_SECRET": "webhooks:kP4nW8dL2vR6",
}
"""What stands empty in the example, because nobody but its reader may know it."""


def variables_in(path: Path) -> dict[str, str]:
    """Return the variables of such a file, as Compose does."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = [li.split("=", 1) for li in lines if li.strip() and not li.lstrip().startswith("#")]
    return {name: unquoted(value) for name, value in pairs}


def unquoted(value: str) -> str:
    """Return what Compose takes from behind the equals sign of a line.

    Between single quotes all is literal but an escaped quote; between double quotes escapes count;
    what is not quoted ends before a comment. A dollar sign that is neither escaped nor between
    single quotes would be a variable, which we never write.
    """
    if re.fullmatch(r"'(?:[^'\\]|\\.)*'", value):
        return value[1:-1].replace("\\'", "'")
    if re.fullmatch(r'"(?:[^"\\$]|\\.)*"', value):
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    assert not re.search(r"[$'\"\\]| #", value), value
    return value.rstrip()


def example_file() -> dict[str, str]:
    """Return the variables of docker/.env.example as they stand there."""
    return variables_in(DOCKER / ".env.example")


def compose_file() -> dict[str, Any]:
    """Return docker/compose.yml."""
    loaded: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yml").read_text(encoding="utf-8"))
    return loaded


def production_environment() -> dict[str, str]:
    """Return what the containers of the service see: the filled-in example, then compose.yml."""
    given = example_file()
    assert all(not given[name] for name in FILLED_IN if name in given)
    return in_containers(given | FILLED_IN)


def in_containers(given: dict[str, str]) -> dict[str, str]:
    """Return what the containers see of such an .env file, with what compose.yml adds."""
    own = compose_file()["services"]["web"]["environment"]

    def fill(match: re.Match[str]) -> str:
        return given[match[1]]

    return given | {name: re.sub(r"\$\{(\w+)[^}]*\}", fill, str(own[name])) for name in own}
