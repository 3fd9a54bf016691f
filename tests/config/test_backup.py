"""Backups by the real commands, on both databases, in services of their own."""

import io
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
import threading
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import override_settings

from accounts.models import User
from config import VERSION
from config.backup.archives import BackupError, restore_backup, write_backup
from config.backup.postgres_programs import fitting
from config.running.claims import claim_folder
from tests.fixtures.database import environment_without_servers
from tests.servers.postgres import wheel_programs
from tests.servers.programs import folder_of

ROOT = Path(__file__).resolve().parents[2]
WHEEL_PROGRAMS = sorted(Path(sys.prefix).glob("lib/python*/site-packages/*pgserver/pginstall*/bin"))
"""Folders of PostgreSQL's programs, the older version first."""
DELETE_ADA = (
    "from accounts.models import User; from duel.seats.deletion import delete_account; "
    "delete_account(user=User.objects.get(name='Ada'))"
)
NAMES = "SELECT name FROM accounts_user ORDER BY email"


@dataclass(frozen=True)
class Service:
    """An embedded service with a folder and a database of its own."""

    environment: dict[str, str]
    data: Path

    def manage(self, *arguments: str, code: int = 0) -> str:
        """Run a command and return what it says, on the error output if it fails."""
        unchecked = [] if arguments[0] == "shell" else ["--skip-checks"]  # a third of its time
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments, *unchecked],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stderr if code else done.stdout.strip()

    def ask(self, query: str) -> list[str]:
        """Return the first value of each row that the database itself answers with."""
        url = self.environment["DATABASE_URL"]
        connect: Any = psycopg.connect if url.startswith("postgres") else sqlite3.connect
        with closing(connect(url.removeprefix("sqlite:///"))) as database, database:
            cursor = database.execute(query)
            return [row[0] for row in cursor] if cursor.description else []


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PostgreSQL's programs are missing or too old, those of the wheel with its server."""
    monkeypatch.setenv("PATH", os.pathsep.join([os.environ["PATH"], *map(str, wheel_programs())]))


class Services:
    """Services with folders in one folder and databases of their own on one server."""

    def __init__(self, database_url: str, folder: Path) -> None:
        self.database_url, self.folder = database_url, folder
        self.databases: list[str] = []

    def make(self, name: str, like: Service | None = None) -> Service:
        """Return a service on a new database, empty or a copy of another service's."""
        data = self.folder / name
        url = f"sqlite:///{data}/duelpost.sqlite3"
        if self.database_url.startswith("postgres"):
            database = f"{urlsplit(self.database_url).path[1:]}_{name}"
            template = urlsplit(like.environment["DATABASE_URL"]).path[1:] if like else "template1"
            self.drop(database, f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
            self.databases.append(database)
            url = urlsplit(self.database_url)._replace(path=f"/{database}").geturl()
        if like:
            shutil.copytree(like.data, data)
        own = {"DATA_DIR": str(data), "DATABASE_URL": url}
        return Service(environment_without_servers() | own, data)

    def drop(self, database: str, *statements: str) -> None:
        """Drop a database if it is there, and run these statements on the server."""
        with psycopg.connect(self.database_url, autocommit=True) as server:
            for statement in (f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)', *statements):
                server.execute(statement.encode())

    def drop_all(self) -> None:
        for database in self.databases:
            self.drop(database)


@pytest.fixture(scope="module")
def demo(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with its tables and the demo's people, to be copied only."""
    services = Services(database_url, tmp_path_factory.mktemp("demo"))
    service = services.make("demo")
    service.manage("migrate", "--verbosity=0")
    service.manage("preparedemo")
    yield service
    services.drop_all()


@pytest.fixture
def found(database_url: str, tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    """Makes services on new, empty databases of the kind that the tests run on."""
    services = Services(database_url, tmp_path)
    yield services.make
    services.drop_all()


@pytest.fixture
def home(demo: Service, database_url: str, tmp_path: Path) -> Iterator[Service]:
    """A copy of the demo's service."""
    services = Services(database_url, tmp_path)
    yield services.make("home", like=demo)
    services.drop_all()


def test_a_backup_brings_everything_back(
    home: Service, found: Callable[[str], Service], tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar.gz"
    letter = home.data / "mailbox" / "new" / "1"
    letter.parent.mkdir(parents=True)
    letter.write_text("Dear Ada")
    key = (home.data / "secret_key").read_text()

    home.manage("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "is there already" in home.manage("backup", str(file), code=1)

    home.ask("UPDATE accounts_user SET name = 'Somebody'")
    home.ask("CREATE TABLE leftover (id integer)")
    letter.write_text("Dear Nobody")
    assert "holds data already" in home.manage("restore", str(file), code=1)
    assert home.ask(NAMES) == ["Somebody"] * 3
    assert home.ask("SELECT id FROM leftover") == []
    home.manage("restore", str(file), "--replace")
    assert home.ask(NAMES) == ["Ada", "Apprentice", "Olga"]
    with pytest.raises((psycopg.Error, sqlite3.Error), match="leftover"):
        home.ask("SELECT id FROM leftover")
    assert letter.read_text() == "Dear Ada"

    elsewhere = found("elsewhere")
    elsewhere.manage("restore", str(file))
    assert elsewhere.ask(NAMES) == ["Ada", "Apprentice", "Olga"]
    assert (elsewhere.data / "secret_key").read_text() == key
    assert stat.S_IMODE((elsewhere.data / "secret_key").stat().st_mode) == 0o600
    assert (elsewhere.data / "mailbox" / "new" / "1").read_text() == "Dear Ada"
    elsewhere.manage("migrate", "--check")
    # Nothing that was signed before the backup, or after it, is good here.
    (epoch,) = set(elsewhere.ask("SELECT link_epoch FROM duel_seat"))
    assert int(epoch) > 16
    assert min(map(int, elsewhere.ask("SELECT link_epoch FROM accounts_user"))) > 16
    # Ada, who is to move, is written to anew.
    renewed = f"SELECT status FROM mail_letter WHERE key LIKE '%:your-turn:{epoch}:%'"
    assert elsewhere.ask(renewed) == ["waiting"]


def test_a_deleted_account_stays_deleted_whichever_backup_is_restored(
    home: Service, found: Callable[[str], Service], tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar.gz"
    home.manage("backup", str(file))
    [ada] = home.ask("SELECT public_id FROM accounts_user WHERE name = 'Ada'")
    home.manage("shell", "-v0", "-c", DELETE_ADA)
    assert home.ask("SELECT person FROM duel_erasure") == [ada]
    erasures = home.data / "erasures"
    assert erasures.read_text() == f"{ada}\n"
    assert stat.S_IMODE(erasures.stat().st_mode) == 0o640

    assert "deleted again: 1." in home.manage("restore", str(file), "--replace")
    assert "Ada" not in home.ask(NAMES)
    # The owner of the tables, who restores, may only read the file, so nothing is written again.
    assert erasures.read_text() == f"{ada}\n"

    # By the table alone, and by the file alone, where the database was lost.
    erasures.unlink()
    assert "deleted again: 1." in home.manage("restore", str(file), "--replace")
    elsewhere = found("elsewhere")
    elsewhere.data.mkdir()
    (elsewhere.data / "erasures").write_text(f"{ada}\n")
    assert "deleted again: 1." in elsewhere.manage("restore", str(file))
    assert "Ada" not in elsewhere.ask(NAMES)
    # A later backup knows it as well.
    later = tmp_path / "later.tar.gz"
    elsewhere.manage("backup", str(later))
    third = found("third")
    assert "deleted again: 0." in third.manage("restore", str(later))
    assert third.ask("SELECT person FROM duel_erasure") == [ada]


@pytest.mark.words
def test_a_backup_is_encrypted_to_a_key_that_is_not_here(home: Service, tmp_path: Path) -> None:
    file, plain = tmp_path / "backup.age", tmp_path / "backup"
    key, age = tmp_path / "key", folder_of("age")
    home.environment["PATH"] = f"{age}:{home.environment['PATH']}"
    subprocess.run([age / "age-keygen", "-o", key], check=True, capture_output=True)
    public = subprocess.check_output([age / "age-keygen", "-y", key], text=True).strip()
    home.environment["BACKUP_RECIPIENTS"] = public

    home.manage("backup", str(file))
    assert file.read_bytes().startswith(b"age-encryption.org/v1")
    assert "Decrypt it where the private key is" in home.manage("restore", str(file), code=1)
    subprocess.run([age / "age", "-d", "-i", key, "-o", plain, file], check=True)
    home.manage("restore", "--replace", str(plain))

    home.environment["BACKUP_RECIPIENTS"] = "age1nonsense"
    assert "There is no backup. age failed: " in home.manage("backup", "other", code=1)
    assert not Path(ROOT, "other").exists()
    home.environment["PATH"] = str(tmp_path)
    assert "age is not on this machine" in home.manage("backup", "other", code=1)


@pytest.mark.words
def test_what_standard_output_leads_to_is_closed_to_others(home: Service, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar.gz"
    with file.open("wb") as target:
        file.chmod(0o644)
        subprocess.run(
            [sys.executable, "manage.py", "backup", "-", "--skip-checks"],
            cwd=ROOT,
            env=home.environment,
            stdout=target,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_backup_to_a_full_disk_says_that_there_is_none(home: Service) -> None:
    with Path("/dev/full").open("wb") as target:
        done = subprocess.run(
            [sys.executable, "manage.py", "backup", "-", "--skip-checks"],
            cwd=ROOT,
            env=home.environment,
            stdout=target,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip() == "CommandError: There is no backup. No space left on device."


def test_production_writes_no_unencrypted_backup_unasked(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new"
    with override_settings(EMBEDDED=False, BACKUP_RECIPIENTS=[]):
        with pytest.raises(CommandError, match="BACKUP_RECIPIENTS names no key"):
            call_command("backup", str(file))
        assert not file.exists()
        call_command("backup", str(file), unencrypted=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "not encrypted" in capsys.readouterr().err


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("role", ["none", "pg_signal_backend"], ids=["same role", "another role"])
def test_a_production_service_that_is_connected_is_not_restored(
    backup: Path, database_url: str, role: str
) -> None:
    with connection.cursor() as cursor:
        # The owner of the tables sees less of the service's connections than of its own.
        cursor.execute(f"SET LOCAL ROLE {role}")
    with (
        psycopg.connect(database_url),
        override_settings(EMBEDDED=False),
        pytest.raises(CommandError, match="other connections to the database are open"),
    ):
        call_command("restore", str(backup), replace=True)


@pytest.mark.words
def test_a_running_service_is_not_restored(found: Callable[[str], Service]) -> None:
    home = found("home")
    home.data.mkdir()

    with claim_folder(home.data, 8000):
        assert "is running in this folder" in home.manage("restore", os.devnull, code=1)
    assert "No such file" in home.manage("restore", "nowhere.tar.gz", code=1)


@pytest.fixture
def backup(tmp_path: Path, db: None) -> Path:
    """A backup of the tests' own database."""
    path = tmp_path / "backup.tar.gz"
    with path.open("wb") as target:
        write_backup(target)
    return path


def with_manifest(path: Path, **changes: Any) -> Path:
    """Return a copy of the backup whose manifest says something else."""
    other = path.with_name("other.tar.gz")
    with tarfile.open(path) as old, tarfile.open(other, "w:gz") as new:
        for member in old:
            content = old.extractfile(member)
            assert content is not None
            data = content.read()
            if member.name == "manifest.json":
                data = json.dumps(json.loads(data) | changes).encode()
            member.size = len(data)
            new.addfile(member, io.BytesIO(data))
    return other


def refusal(path: Path) -> str:
    """Return why the backup is refused; the tests' database stays as it is."""
    with path.open("rb") as source, pytest.raises(BackupError) as caught:
        restore_backup(source, replace=True)
    return str(caught.value)


def test_a_backup_of_another_database_is_refused(backup: Path) -> None:
    other = {"postgresql": "sqlite", "sqlite": "postgresql"}[connection.vendor]

    assert "The backup is of" in refusal(with_manifest(backup, database=other))


def test_a_backup_of_a_newer_version_is_refused(backup: Path) -> None:
    newer = with_manifest(backup, version="9.1", migrations=["accounts.0001_initial", "duel.0999"])
    assert "likely a newer one (9.1; this is " in refusal(newer)
    assert "duel.0999" in refusal(newer)

    assert "was made by a newer Duelpost (9.1" in refusal(
        with_manifest(backup, version="9.1", format=2, anything="new")
    )


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["version"] == VERSION


def test_a_damaged_backup_is_refused(backup: Path) -> None:
    whole = backup.read_bytes()
    assert "files are not those" in refusal(with_manifest(backup, files={"database": "0" * 64}))

    backup.write_bytes(whole[: len(whole) // 2])
    assert "is damaged" in refusal(backup)

    backup.write_text("Dear diary")
    assert "not one of Duelpost" in refusal(backup)


def test_nothing_is_unpacked_outside_its_folder(tmp_path: Path) -> None:
    path, outside = tmp_path / "evil.tar.gz", tmp_path / "outside"
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo(str(outside)))

    assert "is not a backup" in refusal(path)
    assert not outside.exists()


def test_a_backup_shows_one_moment_while_others_write(
    transactional_db: None, tmp_path: Path
) -> None:
    done = threading.Event()
    pairs = 0

    def write_pairs() -> None:
        nonlocal pairs
        while not done.is_set():
            with transaction.atomic():
                User.objects.create_user(f"left{pairs}@duelpost.example")
                User.objects.create_user(f"right{pairs}@duelpost.example")
            pairs += 1
        connection.close()

    writer = threading.Thread(target=write_pairs)
    writer.start()
    try:
        archives = [io.BytesIO() for _ in range(5)]
        for archive in archives:
            write_backup(archive)
    finally:
        done.set()
        writer.join()
    counts = [count_people(archive, tmp_path) for archive in archives]
    assert all(count % 2 == 0 for count in counts)
    assert counts[0] < counts[-1] <= 2 * pairs


def count_people(archive: io.BytesIO, folder: Path) -> int:
    archive.seek(0)
    with tarfile.open(fileobj=archive) as opened:
        content = opened.extractfile("database")
        assert content is not None
        path = folder / "database"
        path.write_bytes(content.read())
    if connection.vendor == "sqlite":
        [(count,)] = sqlite3.connect(path).execute("SELECT count(*) FROM accounts_user")
        return int(count)
    command = [fitting("pg_restore"), "--data-only", "--table=accounts_user", "--file=-", str(path)]
    script = subprocess.check_output(command, text=True)
    return script.count("@duelpost.example")
