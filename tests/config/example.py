"""The environment of a production service: docker/.env.example, filled in as its reader would."""

import re
from pathlib import Path
from typing import Any

import yaml

DOCKER = Path(__file__).resolve().parents[2] / "docker"

FILLED_IN = {
    "SECRET_KEY": "Zq3v-x8Lk2Wm7Tn4Rb9Yc6Hd1Jf5Gp0Sa-Ue8Xi3Ko7Vw2Bz4Nd6",
    "POSTGRES_PASSWORD": "hG7kQ2mX9sT4",
    "ANYMAIL_POSTMARK_SERVER_TOKEN": "6f1c2c1e-0000-4000-8000-7d3b1a9e5f00",
    "ANYMAIL_WEBHOOK_SECRET": "webhooks:kP4nW8dL2vR6",
}
"""What stands empty in the example, because nobody but its reader may know it."""


def variables_in(path: Path) -> dict[str, str]:
    """Return the variables of such a file, as Compose does: only what is quoted is literal."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = [li.split("=", 1) for li in lines if li.strip() and not li.lstrip().startswith("#")]
    assert not [name for name, value in pairs if re.match(r"[^'].*[$#'\"\\]", value)]
    return {name: re.sub("^'(.*)'$", r"\1", value) for name, value in pairs}


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
