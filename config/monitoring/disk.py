"""How much room there is: on the disk of this process, and what mail that came in takes of it."""

import shutil

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length

from config.monitoring.findings import Finding
from mail.models import InboundMail

LEAST_FREE = 0.1
"""Below this part of the disk, operators are warned."""

_MIB = 1024 * 1024


def free_bytes() -> int:
    """Return what is free on the disk of this process; a database may lie on another one."""
    return shutil.disk_usage(settings.BASE_DIR).free


def kept_mail_bytes() -> int:
    """Return how many bytes the raw mail takes that is kept."""
    return InboundMail.objects.aggregate(size=Sum(Length("raw")))["size"] or 0


def finding() -> Finding:
    """Return whether there is room left, for the doctor."""
    disk = shutil.disk_usage(settings.BASE_DIR)
    words = f"{disk.free // _MIB} MiB free, {kept_mail_bytes() // _MIB} MiB of raw mail kept."
    if disk.free < LEAST_FREE * disk.total:
        return Finding("warning", "disk", words, "See INBOUND_KEEP_DAYS, logs and old backups.")
    return Finding("ok", "disk", words)
