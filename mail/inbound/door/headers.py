"""Headers of a hostile mail, bounded and cheap: Python's parser raises on some of them."""

import re
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.utils import getaddresses

from mail.addresses import normal_address

MOST_BYTES = 64 * 1024
"""How much of a mail is searched for headers."""

MOST_LINES = 1000
LONGEST_VALUE = 8 * 1024
LONGEST_ADDRESS = 254
MOST_ADDRESSES = 100

_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_NAME = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")


class Headers:
    """The first headers of a mail, in their order."""

    def __init__(self, raw: bytes) -> None:
        self.fields: list[tuple[str, str]] = []
        """The name of each header, in lower case, and its value."""
        self._values: dict[str, list[str]] = {}
        for line in _unfolded(raw):
            if found := _NAME.fullmatch(line):
                name, value = found[1].lower(), found[2].strip()[:LONGEST_VALUE]
                self.fields.append((name, value))
                self._values.setdefault(name, []).append(value)

    def every(self, name: str) -> list[str]:
        """Return the values of all headers of this name, the topmost first."""
        return self._values.get(name.lower(), [])

    def first(self, name: str) -> str:
        """Return the value of the topmost header of this name, or nothing."""
        return next(iter(self.every(name)), "")

    def has(self, *names: str) -> bool:
        """Return whether there is a header of one of these names."""
        return any(self.every(name) for name in names)

    def addresses(self, *names: str) -> list[str]:
        """Return the addresses in all headers of these names, in their normal form."""
        values = [value for name in names for value in self.every(name)]
        try:
            found = getaddresses(values)
        except Exception:  # what a stranger wrote there is no error of ours
            return []
        addresses = [normal_address(address) for _, address in found[:MOST_ADDRESSES]]
        return [each for each in addresses if "@" in each and len(each) <= LONGEST_ADDRESS]

    @property
    def sender(self) -> str:
        """Return the one address that the mail says it is from; "" if it names none or several."""
        # With two From headers it names none: its check and its reader might take different ones.
        senders = self.addresses("From") if len(self.every("From")) == 1 else []
        return senders[0] if len(set(senders)) == 1 else ""

    @property
    def message_id(self) -> str:
        """The Message-ID with its brackets, or nothing."""
        found = _MESSAGE_ID.search(self.first("Message-ID"))
        return found[0] if found else ""

    @property
    def subject(self) -> str:
        """The subject in plain characters."""
        value = self.first("Subject")
        try:
            return str(make_header(decode_header(value))).replace("\0", "")
        except Exception:  # an unknown charset, half a character: it is shown as it came
            return value


def _unfolded(raw: bytes) -> Iterator[str]:
    """Yield each header on a line of its own, as text that can be kept."""
    head = raw[:MOST_BYTES]
    if head.startswith(b"From "):  # the line before a mail in a mailbox file, which pipes leave
        head = head.partition(b"\n")[2]
    end = _END.search(head)
    text = head[: end.start() if end else None].replace(b"\0", b"").decode(errors="replace")
    line = ""
    for part in re.split(r"\r?\n", text, maxsplit=MOST_LINES)[:MOST_LINES]:
        if part[:1] in (" ", "\t"):
            line += f" {part.strip()}" if len(line) < LONGEST_VALUE else ""
            continue
        yield line
        line = part
    yield line
