"""What the header of a raw mail says about it: who wrote it, which letter it answers."""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses

from mail.inbound.parsing.characters import clean_text, decode_text

_LONGEST_HEADER = 65_536
_LONGEST_FIELD = 4000
_MOST_REFERENCES = 50
_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]{1,64}@[^\s@<>()\[\],;:\\\"]{1,189}")
_ID = re.compile(r"<[^<>\s]{1,250}>")
_KNOWN = ("From", "To", "Date", "Subject", "Message-ID", "Received", "Content-Type")


@dataclass(frozen=True, slots=True)
class Header:
    """The fields that count, checked and cleaned."""

    senders: tuple[str, ...] = ()
    message_id: str = ""
    subject: str = ""
    references: tuple[str, ...] = ()
    is_there: bool = False
    """Whether this was the header of a mail at all, and of reasonable length."""


def read_header(raw: bytes) -> Header:
    """Return what the header says."""
    end = _END.search(raw, 0, _LONGEST_HEADER)
    message = BytesHeaderParser().parsebytes(raw[: end.start() if end else _LONGEST_HEADER])
    is_bounded = end is not None or len(raw) <= _LONGEST_HEADER
    earlier = _ID.findall(_field(message, "References")) + _ID.findall(
        _field(message, "In-Reply-To")
    )
    ids = _ID.findall(_field(message, "Message-ID"))
    return Header(
        senders=_addresses(_fields(message, "From")),
        message_id=ids[0] if ids else "",
        subject=clean_text(_words(_field(message, "Subject"))).replace("\n", " ").strip()[:500],
        references=tuple(dict.fromkeys(earlier))[-_MOST_REFERENCES:],
        is_there=is_bounded and any(name in message for name in _KNOWN),
    )


def _fields(message: Message, name: str) -> list[str]:
    """Return the first fields of this name, unfolded; bytes beyond ASCII are taken for UTF-8."""
    values = [value for field, value in message.raw_items() if field.lower() == name.lower()][:10]
    raw = [str(value)[:_LONGEST_FIELD].encode("utf-8", "surrogateescape") for value in values]
    return [re.sub(r"\r?\n", "", decode_text(value, "utf-8")) for value in raw]


def _field(message: Message, name: str) -> str:
    return next(iter(_fields(message, name)), "")


def _addresses(fields: list[str]) -> tuple[str, ...]:
    """Return the addresses in their normal form, each one as it is really written there."""
    # Readers differ about made-up ones, such as `"ada@a.example"x <eve@e.example>`: so where there
    # are angle brackets, only what stands in them is an address.
    found: list[str] = []
    for field in fields:
        for _, address in getaddresses([field]):
            written = f"<{address}>" in field if "<" in field else address in field
            if written and _ADDRESS.fullmatch(address):
                found.append(clean_text(address).strip().lower())
    return tuple(dict.fromkeys(found))


def _words(field: str) -> str:
    """Return the field with its encoded words decoded."""
    try:
        pieces = decode_header(field)
    except (HeaderParseError, ValueError):  # a broken encoded word stays as it is written
        return field
    return "".join(
        decode_text(piece, charset or "utf-8") if isinstance(piece, bytes) else piece
        for piece, charset in pieces
    )
