"""Speaking to somebody: in their language, by their clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def speaking_to(reader: User | None) -> Iterator[None]:
    """Within it, language and time zone are the reader's; those of the service for nobody."""
    language = translation.override(reader.language if reader else None)
    zone = timezone.override(ZoneInfo(reader.time_zone) if reader else None)
    with language, zone:
        yield
