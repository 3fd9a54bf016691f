"""Mail addresses as they are stored, compared and logged."""


def normal_address(address: str) -> str:
    """Return the address as it is stored and compared: trimmed, in lower case."""
    return address.strip().lower()


def redacted(address: str) -> str:
    """Return the address as a log may show it: `a…@example.org` for ada@example.org."""
    person, _, domain = address.rpartition("@")
    return f"{person[:1]}…@{domain}"
