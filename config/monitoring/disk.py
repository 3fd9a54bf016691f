"""What the doctor says of the room that is left."""

from config.monitoring.findings import Finding
from support.status.disk import disk_use

_MIB = 1024 * 1024


def finding() -> Finding:
    """Return whether there is room left."""
    use = disk_use()
    words = (
        f"{use.free // _MIB} MiB free; the database takes {use.database // _MIB} MiB, of which "
        f"{use.raw_mail // _MIB} MiB are mail that came in."
    )
    if use.is_fine:
        return Finding("ok", "disk", words)
    return Finding("warning", "disk", words, "See INBOUND_KEEP_DAYS, logs and old backups.")
