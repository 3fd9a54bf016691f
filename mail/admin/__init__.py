"""The mail room in the admin."""

from mail.admin import addresses, inbound, letters  # noqa: F401
