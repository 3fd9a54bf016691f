"""Backups: one compressed archive with everything that cannot be made anew.

It holds the database and a manifest; of an embedded service also its mailbox and its secret key, so
that links in letters stay good. Secrets of production come from the environment.
"""

import dataclasses
import gzip
import hashlib
import json
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config import VERSION
from config.backup import dumps

FORMAT = 1
MANIFEST, DATABASE, KEY, MAILBOX = "manifest.json", "database", "secret_key", "mailbox"
ROOMS = ("accounts", "mail", "duel", "support")
UNREADABLE = (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError)
KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class BackupError(Exception):
    """The backup cannot be used here; a sentence tells why."""


@dataclasses.dataclass(frozen=True)
class Manifest:
    """What a backup says of itself."""

    format: int
    version: str
    database: str
    migrations: list[str]
    made_at: str
    files: dict[str, str]
    """The SHA-256 of each file."""


def write_backup(target: IO[bytes]) -> Manifest:
    """Write a backup of the running service and return what it says of itself."""
    with tempfile.TemporaryDirectory(prefix="duelpost-backup-") as name:
        folder = Path(name)
        dumps.dump(folder / DATABASE)
        key = settings.DATA_DIR / KEY
        if settings.EMBEDDED and key.exists():
            shutil.copyfile(key, folder / KEY)
        if settings.MAILBOX_ENABLED and settings.MAILBOX_DIR.exists():
            _copy_letters(settings.MAILBOX_DIR, folder / MAILBOX)
        manifest = Manifest(
            format=FORMAT,
            version=VERSION,
            database=connection.vendor,
            migrations=_names(MigrationRecorder(connection).applied_migrations()),
            made_at=timezone.now().isoformat(timespec="seconds"),
            files=_digests(folder),
        )
        text = json.dumps(dataclasses.asdict(manifest), indent=1)
        (folder / MANIFEST).write_text(text, encoding="utf-8")
        with tarfile.open(fileobj=target, mode="w|gz") as archive:
            for path in (MANIFEST, *manifest.files):
                archive.add(folder / path, arcname=path)
    return manifest


def restore_backup(source: IO[bytes], *, replace: bool) -> Manifest:
    """Put the backup in the place of this service's data and return what it says of itself."""
    # Nothing changes unless it is whole and fits; the database changes wholly or not at all, and
    # the rest follows it.
    with tempfile.TemporaryDirectory(prefix="duelpost-restore-") as name:
        folder = Path(name)
        manifest = _unpack(source, folder)
        _refuse_misfit(manifest)
        if not replace and _holds_data():
            raise BackupError(
                "This service holds data already. To lose it for the backup, add --replace."
            )
        dumps.load(folder / DATABASE)
        if settings.EMBEDDED and (folder / KEY).exists():
            _put(folder / KEY, settings.DATA_DIR / KEY)
        if settings.MAILBOX_ENABLED and (folder / MAILBOX).exists():
            _put(folder / MAILBOX, settings.MAILBOX_DIR)
    return manifest


def _unpack(source: IO[bytes], folder: Path) -> Manifest:
    """Unpack the archive into an empty folder and return its manifest, every file checked."""
    try:
        with tarfile.open(fileobj=source, mode="r|gz") as archive:
            for member in archive:
                target = (folder / member.name).resolve()
                content = archive.extractfile(member)
                if content is None or not target.is_relative_to(folder.resolve()):
                    raise BackupError("This is not a backup of Duelpost.")
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    shutil.copyfileobj(content, file)
        fields: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
        if fields["format"] > FORMAT:
            raise BackupError(
                f"The backup was made by a newer Duelpost ({fields['version']}; this is {VERSION})."
            )
        manifest = Manifest(**fields)
    except (*UNREADABLE, ValueError, KeyError, TypeError, FileNotFoundError) as error:
        raise BackupError("The backup is damaged, or not one of Duelpost.") from error
    (folder / MANIFEST).unlink()
    if _digests(folder) != manifest.files:
        raise BackupError("The backup is damaged: its files are not those that were put in.")
    return manifest


def _refuse_misfit(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupError(
            f"The backup is of {KINDS.get(manifest.database, manifest.database)}, and this service "
            f"runs on {KINDS[connection.vendor]}: restore it where DATABASE_URL names its kind."
        )
    unknown = set(manifest.migrations) - set(_names(MigrationLoader(connection).disk_migrations))
    if unknown:
        raise BackupError(
            f"The backup was made by another Duelpost, likely a newer one ({manifest.version}; "
            f"this is {VERSION}): it holds {', '.join(sorted(unknown))}. Upgrade first."
        )


def _holds_data() -> bool:
    tables = set(connection.introspection.table_names())
    return any(
        model._default_manager.exists()
        for room in ROOMS
        for model in apps.get_app_config(room).get_models()
        if model._meta.db_table in tables
    )


def _copy_letters(source: Path, target: Path) -> None:
    """Copy the mailbox; a letter that is moved or deleted at this moment is left out."""
    for path in source.rglob("*"):
        copy = target / path.relative_to(source)
        try:
            content = path.read_bytes() if path.is_file() else None
        except FileNotFoundError:
            continue
        if content is not None:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


def _put(source: Path, target: Path) -> None:
    """Move a file or a folder to its place; what stood there is gone only when it is there."""
    old = target.with_name(f"{target.name}.old")
    new = target.with_name(f"{target.name}.new")
    shutil.move(source, new)
    if target.is_dir():
        target.rename(old)
    new.chmod(0o700 if new.is_dir() else 0o600)
    new.replace(target)
    shutil.rmtree(old, ignore_errors=True)


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _names(migrations: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in migrations)
