"""The container files, read and held against the code, since no container engine is at hand."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from celery.app.utils import find_app
from celery.bin.celery import celery as celery_command
from django.core.management import get_commands

from config import env
from mail.inbound.ways import imap
from tests.config.example import DOCKER, compose_file, example_file
from tests.servers.programs import folder_of

ROOT = DOCKER.parent
OURS = ("web", "worker", "replies", "bots", "scheduler", "mailserver", "pollmail", "migrate")
OTHERS = {
    *("POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD"),
    *("REDIS_PASSWORD", "REDISCLI_AUTH", "COMPOSE_PROFILES"),
}
"""Variables of the PostgreSQL and Redis images, of Compose, and parts of addresses in its file."""


def services() -> dict[str, Any]:
    found: dict[str, Any] = compose_file()["services"]
    return found


def dockerfile() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with their arguments, lines joined."""
    text = (DOCKER / "Dockerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [
        (word, rest.strip()) for word, _, rest in (li.partition(" ") for li in text.splitlines())
    ]


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield every command line that a container of ours would run, with where it stands."""
    for name in OURS:
        service = services()[name]
        yield f"{name} command", service["command"]
        test = service["healthcheck"]["test"]
        yield f"{name} health", test[1:] if test[0] == "CMD" else shlex.split(test[1])
    for word, rest in dockerfile():
        if word == "CMD":
            yield "Dockerfile CMD", env_list(rest)
        elif word == "HEALTHCHECK":
            yield "Dockerfile HEALTHCHECK", env_list(rest.partition("CMD ")[2])
        elif word == "RUN":
            for part in re.findall(r"/opt/venv/bin/(python manage\.py [^&]+)", rest):
                yield "Dockerfile RUN", shlex.split(part)
    for page in (DOCKER / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for name in sorted(set(re.findall(r"manage\.py ([a-z]+)", page.read_text("utf-8")))):
            yield f"{page.name} {name}", ["python", "manage.py", name]


def env_list(text: str) -> list[str]:
    return re.findall(r'"((?:[^"\\]|\\.)*)"', text)


@pytest.mark.parametrize(("where", "command"), [pytest.param(*c, id=c[0]) for c in commands()])
def test_every_command_exists(where: str, command: list[str]) -> None:
    program, *arguments = command
    if program == "python" and arguments[0] == "manage.py":
        assert arguments[1] in get_commands()
    elif program == "python":
        compile(arguments[arguments.index("-c") + 1], where, "exec")
    elif program == "celery":
        assert find_app(arguments[arguments.index("--app") + 1]).main == "duelpost"
        assert {"worker", "beat", "inspect"} & set(arguments) & set(celery_command.commands)
    elif program == "gunicorn":
        assert arguments[:2] == ["--config", "python:config.server"]
        assert (ROOT / "config" / "server.py").is_file()
        assert (ROOT / "config" / "wsgi.py").is_file()
        scripts = distribution("gunicorn").entry_points.select(group="console_scripts")
        assert "gunicorn" in {script.name for script in scripts}
    else:
        assert program == "test"
        assert where in ("scheduler health", "pollmail health")


def test_the_scheduler_is_watched_by_the_file_that_it_writes(production: Any) -> None:
    name = Path(production()["CELERY_BEAT_SCHEDULE_FILENAME"]).name
    assert f'"{name}*"' in services()["scheduler"]["healthcheck"]["test"][1]


def test_every_service_has_a_health_check() -> None:
    for name, service in services().items():
        assert service["healthcheck"]["test"], name
        assert {"interval", "timeout", "retries"} <= set(service["healthcheck"]), name


def test_all_roles_run_the_same_image_and_wait_for_the_migrations() -> None:
    for name in OURS:
        assert services()[name]["image"] == "duelpost"
    for name in OURS[:-1]:
        condition = services()[name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"


def test_only_migrating_is_given_the_role_that_owns_the_tables() -> None:
    owner = "postgres://duelpost:${POSTGRES_PASSWORD"
    for name in OURS:
        environment = services()[name]["environment"]
        # Empty there, so that what .env says of it does not reach the container.
        assert environment["POSTGRES_PASSWORD"] == ""
        assert environment["DATABASE_URL"].startswith("postgres://duelpost_app:${POSTGRES_APP_")
        assert environment.get("DATABASE_OWNER_URL", "").startswith(owner) == (name == "migrate")
    assert services()["postgres"]["environment"]["POSTGRES_USER"] == "duelpost"


def test_redis_wants_a_password_that_everybody_is_given() -> None:
    command = services()["redis"]["command"]
    assert command[command.index("--requirepass") + 1].startswith("${REDIS_PASSWORD:?")
    assert services()["redis"]["environment"]["REDISCLI_AUTH"].startswith("${REDIS_PASSWORD:?")
    assert services()["web"]["environment"]["REDIS_URL"].startswith("redis://:${REDIS_PASSWORD:?")


def test_the_list_of_erasures_is_shared_by_all_roles_and_writable() -> None:
    for name in OURS:
        [volume] = services()[name]["volumes"]
        folder = volume.removeprefix("erasures:")
        assert services()[name]["environment"]["ERASURES_PATH"].startswith(f"{folder}/")
    [step] = [rest for word, rest in dockerfile() if word == "RUN" and "useradd" in rest]
    assert f"install --directory --owner=duelpost --mode=0700 {folder}" in step


def test_the_example_says_nothing_twice() -> None:
    named = re.findall(r"^(?:# )?([A-Z_]+)=", example_text(), re.MULTILINE)
    assert sorted(named) == sorted(set(named))


def test_every_header_that_is_believed_is_named_to_whoever_has_a_front_of_their_own() -> None:
    code = [
        path
        for room in ("config", "accounts", "duel", "mail", "lib")
        for path in (ROOT / room).rglob("*.py")
    ]
    named = re.compile(r"\bHTTP_(X_FORWARDED_\w+)")
    believed = {name for path in code for name in named.findall(path.read_text("utf-8"))}
    assert believed == {"X_FORWARDED_PROTO", "X_FORWARDED_FOR"}
    for page in (DOCKER / "README.md", ROOT / "docs" / "deploy.md"):
        text = page.read_text(encoding="utf-8")
        front = text[re.search(r"front of your own|another web\s+server", text).start() :]  # type: ignore[union-attr]
        for name in believed:
            assert name.replace("_", "-").title() in front, page.name


def test_caddy_without_containers_starts_with_what_the_guide_says(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    [command] = re.findall(
        r"^(sed (?:.|\\\n)*?docker/Caddyfile) > /etc/caddy/Caddyfile", guide, re.M
    )
    written = subprocess.check_output(["sh", "-c", command], cwd=ROOT, text=True)
    assert "{$" not in written
    assert "reverse_proxy 127.0.0.1:8000" in written
    assert "\nhttps://duelpost.example {" in written
    caddy = folder_of("caddy") / "caddy"
    if not subprocess.check_output([caddy, "version"], text=True).lstrip("v").startswith("2.6.2"):
        only_for_debian = re.findall(r" \\\n *-e 's\|\w+_buffers [^']*'", command)
        assert len(only_for_debian) == 2  # as the guide says
        for expression in only_for_debian:
            command = command.replace(expression, "")
        written = subprocess.check_output(["sh", "-c", command], cwd=ROOT, text=True)
    file = tmp_path / "Caddyfile"
    file.write_text(written, encoding="utf-8")
    subprocess.run([caddy, "validate", "--config", file], check=True, capture_output=True)


def test_the_front_logs_no_path_of_a_request() -> None:
    assert "request>uri delete" in (DOCKER / "Caddyfile").read_text(encoding="utf-8")


def test_only_the_front_and_the_mail_server_can_be_reached_from_outside() -> None:
    open_to_all = [name for name, service in services().items() if "ports" in service]
    assert open_to_all == ["front", "mailserver"]


def test_nobody_takes_replies_who_has_not_chosen_how() -> None:
    chosen = {name: each["profiles"] for name, each in services().items() if "profiles" in each}
    assert chosen == {"mailserver": ["mailserver"], "pollmail": ["pollmail"]}


def test_replies_come_in_at_the_port_that_is_published() -> None:
    server = services()["mailserver"]
    port = server["environment"]["INBOUND_LISTEN"].rpartition(":")[2]
    assert server["ports"] == [f"25:{port}"]
    assert port in server["healthcheck"]["test"][-1]
    assert f"put INBOUND_LISTEN mailserver:{port}" in (DOCKER / "setup").read_text("utf-8")


def test_the_poller_is_watched_by_the_file_that_it_writes() -> None:
    assert f'"{imap.SEEN_AT_WORK.name}"' in services()["pollmail"]["healthcheck"]["test"][1]


def test_every_volume_is_declared() -> None:
    used = {
        volume.partition(":")[0]
        for service in services().values()
        for volume in service.get("volumes", [])
    }
    named = {name for name in used if not name.startswith(".")}
    assert named == set(compose_file()["volumes"])
    assert all((DOCKER / name).exists() for name in used - named)


def test_every_variable_is_one_that_the_settings_read() -> None:
    text = (DOCKER / "compose.yml").read_text(encoding="utf-8")
    interpolated = set(re.findall(r"(?<!\$)\$\{(\w+)", text))
    set_in_compose = {
        name for service in services().values() for name in service.get("environment", ())
    }
    set_in_image = {
        pair.partition("=")[0]
        for word, rest in dockerfile()
        if word == "ENV"
        for pair in rest.split()
    } - {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PIP_DISABLE_PIP_VERSION_CHECK"}
    commented = set(re.findall(r"^# ([A-Z_]+)=", example_text(), re.MULTILINE))
    front = set(re.findall(r"\{\$(\w+)\}", (DOCKER / "Caddyfile").read_text(encoding="utf-8")))
    assert front <= set(services()["front"]["environment"])
    assert interpolated <= set(example_file())
    for name in set(example_file()) | commented | set_in_compose | set_in_image | interpolated:
        known = name in env.NAMES | OTHERS or name.startswith(tuple(env.PREFIXES))
        assert known, f"{name} is read by nothing."


def test_the_example_names_everything_that_production_needs() -> None:
    given = set(example_file()) | set(services()["web"]["environment"])
    needed = "SECRET_KEY SITE_URL ALLOWED_HOSTS DATABASE_URL REDIS_URL MAIL_PROVIDER MAIL_FROM"
    assert set(needed.split()) | {"CONTACT_ADDRESS", "IMPRINT", "DUELPOST_MODE"} <= given


def test_the_example_holds_no_secret() -> None:
    for name, value in example_file().items():
        if re.search("KEY|PASSWORD|TOKEN|SECRET", name):
            assert not value, name


def example_text() -> str:
    return (DOCKER / ".env.example").read_text(encoding="utf-8")


def test_the_image_is_built_in_two_stages_from_the_hashed_lock() -> None:
    instructions = dockerfile()
    assert [word for word, _ in instructions].count("FROM") == 2
    (install,) = [rest for word, rest in instructions if word == "RUN" and "pip install" in rest]
    assert "--require-hashes" in install


def test_the_steps_of_the_build_need_no_server_and_no_secret() -> None:
    (step,) = [rest for word, rest in dockerfile() if word == "RUN" and "collectstatic" in rest]
    exported, *commands = (part.strip() for part in step.split("&&"))
    environment = dict(pair.split("=", 1) for pair in shlex.split(exported)[1:])
    for command in commands:
        arguments = shlex.split(command)[1:]
        if "collectstatic" in arguments:
            arguments.append("--dry-run")
        ended = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**environment, "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr


def test_every_image_stands_in_an_exact_version() -> None:
    theirs = [each["image"] for name, each in services().items() if name not in OURS]
    bases = [rest.split()[0] for word, rest in dockerfile() if word == "FROM"]
    assert len({*theirs, *bases}) == 4
    for image in (*theirs, *bases):
        parts = 2 if image.startswith("postgres:") else 3  # PostgreSQL's versions have two
        version = r"\.".join([r"\d+"] * parts)
        assert re.fullmatch(rf"\w+:{version}-[a-z-]+(@sha256:[0-9a-f]{{64}})?", image), image


def test_the_image_has_client_programs_of_the_servers_version() -> None:
    brought_by = {"bookworm": 15, "trixie": 17}
    last = [rest for word, rest in dockerfile() if word == "FROM"][-1]
    server = re.findall(r"^postgres:(\d+)", services()["postgres"]["image"])
    assert [str(brought_by[last.rpartition("-")[2]])] == server


def test_no_role_can_take_the_whole_machine() -> None:
    for name, service in services().items():
        assert int(service["mem_limit"].removesuffix("m")) <= 400, name


def test_the_image_runs_on_a_python_that_the_project_supports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = tuple(map(int, re.findall(r"\d+", project["requires-python"])))
    for word, rest in dockerfile():
        if word == "FROM":
            assert tuple(map(int, re.findall(r"python:(\d+)\.(\d+)", rest)[0])) >= least


def test_the_image_runs_as_an_ordinary_user() -> None:
    instructions = dockerfile()
    last_stage = instructions[[word for word, _ in instructions].index("FROM", 1) :]
    (user,) = [rest for word, rest in last_stage if word == "USER"]
    assert user not in ("root", "0")
    assert any(word == "RUN" and f" {user}" in rest for word, rest in last_stage)
    after = [word for word, _ in last_stage[last_stage.index(("USER", user)) :]]
    assert not {"COPY", "ADD", "RUN"} & set(after)


def test_everything_that_is_copied_exists_and_reaches_the_builder() -> None:
    ignored = (DOCKER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    copied = {
        rest.split()[0]
        for word, rest in dockerfile()
        if word == "COPY" and not rest.startswith("--from")
    }
    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)
