"""Django's sessions in the database, each with its owner's name on it (`SESSION_ENGINE`)."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from accounts.models import Session

DEVICE = "device"
SEEN = "seen"


class SessionStore(DatabaseStore):
    """Sessions that can be listed and ended by the person whose they are."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the rows that are used."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for this session, written just now, with owner and device."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)  # noqa: S101 (for the type checker)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = str(data.get(DEVICE, ""))
        return row
