"""How much room there is: on the disk of this process, and what the database takes of it.

Both sizes are asked of the database in one statement that reads no row of mail on PostgreSQL. On
SQLite, which is for small installations, the lengths of the mails are added up.
"""

import shutil
from dataclasses import dataclass

from django.conf import settings
from django.db import connection

from mail.models import InboundMail

LEAST_FREE = 0.1
"""Below this part of the disk, operators are warned."""

_MAIL = InboundMail._meta.db_table
_SIZES = {
    "postgresql": f"SELECT pg_database_size(current_database()), pg_total_relation_size('{_MAIL}')",
    "sqlite": "SELECT page_count * page_size,"  # noqa: S608
    f" (SELECT COALESCE(SUM(LENGTH(raw)), 0) FROM {_MAIL})"
    " FROM pragma_page_count(), pragma_page_size()",
}


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes of the disk and of the database."""

    total: int
    free: int
    """On the disk of this process; a database may lie on another one."""
    database: int
    raw_mail: int
    """What the mail that came in takes of the database."""

    @property
    def is_fine(self) -> bool:
        """Whether enough of the disk is free."""
        return self.free >= LEAST_FREE * self.total


def free_bytes() -> int:
    """Return what is free on the disk of this process."""
    return shutil.disk_usage(settings.BASE_DIR).free


def disk_use() -> DiskUse:
    """Return how much room there is, by one query."""
    disk = shutil.disk_usage(settings.BASE_DIR)
    with connection.cursor() as cursor:
        cursor.execute(_SIZES[connection.vendor])
        database, raw_mail = cursor.fetchone()
    return DiskUse(disk.total, disk.free, database, raw_mail)
