"""The whole embedded service as a newcomer starts and stops it, with real processes."""

import contextlib
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from tests.config.waiting import wait_until, wait_until_gone
from tests.servers.processes import free_port
from tests.servers.terminal import CTRL_C, ROOT, Terminal, started

UP = [sys.executable, "manage.py", "up"]


@dataclass
class House:
    """An embedded service's folder and port."""

    environment: dict[str, str]
    data: Path
    port: int
    mail_port: int

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.port}"

    def started(self, *command: str) -> AbstractContextManager[Terminal]:
        """Run a command in a terminal; whatever happens, nothing of it outlives the block."""
        return started(*command, environment=self.environment)

    def refusal(self, **environment: str) -> str:
        """Return the sentence with which `up` refuses to start."""
        done = subprocess.run(
            UP,
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        [sentence] = done.stderr.splitlines()
        return sentence.removeprefix("CommandError: ")

    def manage(self, *arguments: str) -> str:
        """Return what a command says that was told nothing of the ports."""
        told = ("PORT", "MAIL_PORT")
        environment = {name: text for name, text in self.environment.items() if name not in told}
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def query(self, sql: str) -> list[tuple[object, ...]]:
        """Return the rows that the service's own database holds."""
        with contextlib.closing(sqlite3.connect(self.data / "duelpost.sqlite3")) as database:
            rows = database.execute(sql).fetchall()
            database.commit()
            return rows

    def page(self, path: str) -> str:
        """Return a page of the site."""
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return str(answer.read().decode())


@pytest.fixture
def house(bare_environment: dict[str, str], tmp_path: Path) -> House:
    port, mail_port = free_port(), free_port()
    chosen = {"PORT": str(port), "MAIL_PORT": str(mail_port)}
    return House(bare_environment | chosen, tmp_path / "var", port, mail_port)


def roles(family: list[psutil.Process]) -> set[str]:
    """Return which parts of the service are among the processes."""
    words = {word for each in family for word in each.cmdline()}
    return words & {"gunicorn", "worker", "beat", "mailserver"}


def test_one_command_runs_everything_and_ctrl_c_leaves_nothing(house: House) -> None:
    # `true` in the place of Python: setting up is another test's matter.
    with house.started("make", "run", "PYTHON=true", f"PORT={house.port}") as terminal:
        terminal.wait_for("Start here, as Ada: http://")
        assert "Duelpost" in house.page("/")
        link = terminal.shown.partition("Start here, as Ada: ")[2].split()[0]
        assert "Ada" in house.page(link.removeprefix(house.url))
        # The scheduler queued it, the broker carried it, the worker did it.
        wait_until(lambda: house.query("SELECT name FROM mail_sweep"))
        assert house.manage("signinlink", "ada@duelpost.example").startswith(house.url)
        assert f"settings: embedded, {house.url}\n" in house.manage("doctor")
        family = terminal.family()
        assert roles(family) == {"gunicorn", "worker", "beat", "mailserver"}
        assert f"127.0.0.1:{house.mail_port}" in terminal.shown
        # A reply to ourselves comes in by SMTP, and the worker reads it.
        assert "ok       test reply: It was taken in by the mail server" in house.manage(
            "doctor", "--replies"
        )

        terminal.type(CTRL_C)

        terminal.wait_for_end()
        assert "Stopped. Everything is kept" in terminal.shown
        assert "Traceback" not in terminal.shown
        wait_until_gone(family)


def test_a_second_run_keeps_the_data_and_a_killed_one_takes_its_children_along(
    house: House,
) -> None:
    with house.started(*UP) as terminal:
        terminal.wait_for("Start here")
        assert "is running in this folder already" in house.refusal(PORT=str(free_port()))
        house.query("UPDATE accounts_user SET name = 'Adina' WHERE name = 'Ada'")
        house.query("DELETE FROM accounts_user WHERE name = 'Olga'")
        family = terminal.family()

        terminal.process.kill()

        wait_until_gone(family)
    with house.started(*UP) as terminal:
        terminal.wait_for("Start here")
        names = house.query("SELECT name FROM accounts_user WHERE bot = ''")
        assert names == [("Adina",)]

        terminal.process.send_signal(signal.SIGTERM)

        assert terminal.wait_for_end() == 0


def test_a_taken_port_is_named_before_anything_is_prepared(house: House) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", house.port))
        other.listen()

        sentence = house.refusal()

    assert sentence.startswith(f"Port {house.port} is taken.")
    assert "make run PORT=" in sentence
    assert not (house.data / "duelpost.sqlite3").exists()


def test_a_taken_mail_port_is_named_with_its_setting(house: House) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", house.mail_port))
        other.listen()

        sentence = house.refusal()

    assert sentence.startswith(f"Port {house.mail_port} is taken.")
    assert "make run MAIL_PORT=" in sentence
    assert not (house.data / "duelpost.sqlite3").exists()


def test_without_a_mail_port_there_is_no_mail_server(house: House) -> None:
    house.environment["MAIL_PORT"] = "0"
    with house.started(*UP) as terminal:
        terminal.wait_for("Start here")
        assert roles(terminal.family()) == {"gunicorn", "worker", "beat"}
        assert "by SMTP" not in terminal.shown
        assert "Letters show no reply address" in house.manage("doctor")


def test_an_unusable_database_is_told_in_a_sentence(house: House) -> None:
    (house.data / "duelpost.sqlite3").mkdir(parents=True)

    assert house.refusal().startswith("The database cannot be used:")


def test_an_unusable_folder_is_told_in_a_sentence(house: House) -> None:
    house.data.write_text("a file, where a folder is needed")

    assert f"the folder {house.data} cannot be made" in house.refusal()
