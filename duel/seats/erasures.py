"""The list of deleted accounts, which outlives backups.

A backup from before a deletion still has the person. So their random ids are kept in a table, which
later backups hold as well, and in a file outside the database.
"""

import os
from pathlib import Path

import structlog
from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from duel.models import Erasure

logger = structlog.get_logger(__name__)


def save_erasure(person: User) -> None:
    """Write down that the account is deleted: the random id, and nothing else about the person."""
    public_id = person.public_id
    if not Erasure.objects.filter(person=public_id).exists():
        Erasure.objects.create(person=public_id)
    transaction.on_commit(lambda: _add_to_file(public_id))


def known_erasures() -> set[str]:
    """Return the ids of all deleted people that the database and the file know."""
    found: set[str] = set()
    if Erasure._meta.db_table in connection.introspection.table_names():
        found.update(Erasure.objects.values_list("person", flat=True))
    return found | _in_file()


def _in_file() -> set[str]:
    file = Path(settings.ERASURES_PATH or os.devnull)
    return set(file.read_text(encoding="ascii").split() if file.exists() else ())


def _add_to_file(public_id: str) -> None:
    try:
        # The role that restores, the tables' owner, may read the file but not write it.
        if not settings.ERASURES_PATH or public_id in _in_file():
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        with open(os.open(settings.ERASURES_PATH, flags, 0o640), "ab", buffering=0) as file:
            file.write(f"{public_id}\n".encode("ascii"))
    except OSError as error:  # the account is deleted all the same, and the table knows it
        logger.error("erasure_not_in_file", reason=error.strerror)
