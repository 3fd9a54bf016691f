"""The texts of a raw mail, without attachments, from bytes of any kind.

The standard library parses mails; what would make it slow is refused before. Only `Unreadable` is
raised.
"""

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message

from mail.inbound.parsing.characters import clean_text, decode_text

MOST_PARTS = 100
DEEPEST = 10
LONGEST_TEXT = 250_000
"""Bytes of a text part that are read."""

_MOST_BORDERS = 1000
_LONGEST_TYPE = 2000
_BORDER = re.compile(rb"^--\S", re.MULTILINE)
_TYPE = re.compile(rb"^content-type[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.MULTILINE | re.IGNORECASE)
_BOUNDARY = re.compile(rb"boundary", re.IGNORECASE)
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


class Unreadable(Exception):
    """Nobody could read this mail: encrypted, broken, or made to keep us busy."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text in one or both of its forms."""

    plain: str = ""
    html: str = ""


def text_blocks(raw: bytes) -> list[Block]:
    """Return the stretches of text in the mail, in order; mostly there is one."""
    if (
        sum(1 for _ in _BORDER.finditer(raw)) > _MOST_BORDERS
        or sum(1 for _ in _BOUNDARY.finditer(raw)) > MOST_PARTS
        or any(len(found[0]) > _LONGEST_TYPE for found in _TYPE.finditer(raw))
    ):
        raise Unreadable
    try:
        message = message_from_bytes(raw)
    except Exception as error:  # it raises all kinds; hostile parameters of a type are enough
        raise Unreadable from error
    return _Walk().blocks(message, 0)


class _Walk:
    """A walk through the parts, which counts them."""

    def __init__(self) -> None:
        self.parts = 0

    def blocks(self, part: Message, depth: int) -> list[Block]:
        self.parts += 1
        if self.parts > MOST_PARTS or depth > DEEPEST:
            raise Unreadable
        kind = part.get_content_type()
        if kind in _ENCRYPTED:
            raise Unreadable
        if part.is_multipart():
            if kind.startswith("message/"):  # somebody else's mail, attached or returned
                return []
            children = [child for child in part.get_payload() if isinstance(child, Message)]
            if kind in ("multipart/related", "multipart/signed"):  # the rest is about the first
                children = children[:1]
            found = [block for child in children for block in self.blocks(child, depth + 1)]
            return [_one_of(found)] if kind == "multipart/alternative" and found else found
        if kind not in ("text/plain", "text/html") or _is_attached(part):
            return []
        text = _text_of(part)
        return [Block(plain=text) if kind == "text/plain" else Block(html=text)]


def _one_of(forms: list[Block]) -> Block:
    """Return the forms of one text as one: the first of each kind, which is the simplest."""
    plain = next((form.plain for form in forms if form.plain.strip()), "")
    return Block(plain, next((form.html for form in forms if form.html.strip()), ""))


def _is_attached(part: Message) -> bool:
    disposition = str(part.get("Content-Disposition", ""))[:_LONGEST_TYPE].strip().lower()
    named = re.search(r"\bfilename\*?", disposition) or _parameter(part, "name")
    return disposition.startswith("attachment") or bool(named)


def _text_of(part: Message) -> str:
    try:
        data = part.get_payload(decode=True)
    except Exception as error:  # a transfer encoding that is broken beyond what it repairs
        raise Unreadable from error
    if not isinstance(data, bytes):
        return ""
    text = clean_text(decode_text(_cut(data), _parameter(part, "charset")))
    if _parameter(part, "format").lower() == "flowed" and part.get_content_type() == "text/plain":
        text = unflow(text, joined_tightly=_parameter(part, "delsp").lower() == "yes")
    return text


def _cut(data: bytes) -> bytes:
    """Return the bytes up to the limit, cut at the end of a line if there is one."""
    if len(data) <= LONGEST_TEXT:
        return data
    end = data.rfind(b"\n", 0, LONGEST_TEXT)
    return data[: end + 1 if end > 0 else LONGEST_TEXT]


def _parameter(part: Message, name: str) -> str:
    """Return a parameter of the content type, or nothing."""
    header = str(part.get("Content-Type", ""))[:_LONGEST_TYPE]
    found = re.search(rf';\s*{name}\*?\s*=\s*(?:"([^"]*)"|([^\s;"]+))', header, re.IGNORECASE)
    return (found[1] or found[2] or "") if found else ""


def unflow(text: str, *, joined_tightly: bool = False) -> str:
    """Return the text with its soft line breaks undone (RFC 3676), quotes still marked."""
    lines: list[str] = []
    open_depth = -1  # the depth of the paragraph that goes on, if one does
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        flows = content.endswith(" ") and content != "-- "
        if flows and joined_tightly:
            content = content[:-1]
        if depth == open_depth and content != "-- ":
            lines[-1] += content
        else:
            lines.append(f"{'>' * depth} {content}" if depth else content)
        open_depth = depth if flows else -1
    return "\n".join(lines)
