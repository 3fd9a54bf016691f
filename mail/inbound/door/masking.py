"""Masks reply keys and links in a raw mail before it is stored: anybody with a key can play by it.

Mail programs quote keys in many spellings: in upper case, with an encoded plus sign, cut by soft
line breaks, in base64. The text is decoded first; the mask goes where the key was.
"""

import binascii
import re
from base64 import b64decode, b64encode, encodebytes
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from django.conf import settings
from django.utils.encoding import punycode

MASK = b"********"
MOST_NESTED = 3
"""How many layers of base64 are looked into."""

MOST_KEYS = 32
"""How many keys found in one place are looked for in all others."""

_KEY = rb"[a-z][a-z2-7]{15,63}"
# A soft line break, an encoded character, a character reference, half of a UTF-16 character.
_ESCAPE = re.compile(
    rb"=\r?\n|[=%][0-9a-f]{2}|&\#\d{1,3};|&\#x[0-9a-f]{1,2};|&plus;|&commat;|\0+",
    re.IGNORECASE,
)
_NAMED = {b"&plus;": b"+", b"&commat;": b"@"}
# Looked up, as a mail may consist of nothing else.
_MEANINGS = {
    sign + spelled.encode(): bytes([byte])
    for byte in range(256)
    for sign in (b"=", b"%")
    for spelled in (f"{byte:02x}", f"{byte:02X}")
}
_Mask = Callable[[bytes], bytes]
_REFERENCE = rb"(?<![a-z0-9])(" + _KEY + rb")\.reply@"
# After the words of a key line programs put tags, quotes, stars, spaces. They are passed over
# even if no key follows, so that no second look begins within them.
_KEY_LINE = re.compile(
    rb"reply key:(?:<[^<>]{0,200}>|&nbsp;|[\s>|*_\xa0\xc2])*+(?:(" + _KEY + rb")(?![a-z0-9]))?",
    re.IGNORECASE,
)
_BASE64_LINES = re.compile(
    rb"^[a-z0-9+/]{16,}+={0,2}[ \t]*\r?$(?:\n[a-z0-9+/]++={0,2}[ \t]*\r?$)*+",
    re.IGNORECASE | re.MULTILINE,
)
_BASE64_WORD = re.compile(rb"(?<=\?b\?)[a-z0-9+/]+={0,2}(?=\?=)", re.IGNORECASE)


def mask_keys(raw: bytes, *, known: Iterable[str] = ()) -> bytes:
    """Return the mail without any reply key or signed link of ours, and without these keys."""
    found: set[bytes] = set()
    masked = _mask(raw, [_links(), _KEY_LINE, _addresses()], found, MOST_NESTED)
    # A key that stands alone is known by having stood elsewhere as what it is.
    keys = [*(key.encode() for key in known), *sorted(found)][:MOST_KEYS]
    return _mask(masked, [_these(keys)], found, MOST_NESTED) if keys else masked


def _addresses() -> re.Pattern[bytes]:
    """Return how keys stand in mail but for key lines: in our addresses, in References."""
    mailbox, _, domain = settings.REPLY_TO.lower().rpartition("@")
    forms = [_REFERENCE]
    if mailbox:
        forms.append(re.escape(mailbox.encode()) + rb"(?:\+|%2b)(" + _KEY + rb")")
    elif domain:
        our_domain = re.escape(punycode(domain).encode())
        forms.append(rb"(?<![a-z0-9])(" + _KEY + rb")@" + our_domain)
    return re.compile(rb"|".join(forms), re.IGNORECASE)


def _links() -> re.Pattern[bytes]:
    """Return how links to pages of ours stand in mail; their last part is what opens them."""
    host = re.escape(settings.SITE_HOST.lower().encode())
    return re.compile(
        rb"\b" + host + rb"(?::\d{1,5})?/(?:[a-z0-9-]{1,20}/)?(?P<link>[^\s\"'<>()]{10,})",
        re.IGNORECASE,
    )


def _these(keys: Iterable[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"(" + rb"|".join(map(re.escape, keys)) + rb")", re.IGNORECASE)


def _mask(raw: bytes, keys: Sequence[re.Pattern[bytes]], found: set[bytes], depth: int) -> bytes:
    """Return the text with each key masked; what was masked is added to those found."""
    flat = _ESCAPE.sub(_meaning, raw)
    spans = _spans(flat, keys)
    place = _places(raw) if spans else int
    pieces, end = [], 0
    for start, stop, is_link in spans:
        if not is_link:
            found.add(flat[start:stop].lower())
        if place(start) >= end:  # else two patterns have found the same
            pieces += [raw[end : place(start)], MASK]
        end = max(end, place(stop))
    masked = b"".join([*pieces, raw[end:]])
    if not depth:
        return masked

    def look_inside(block: re.Match[bytes]) -> bytes:
        return _in_base64(block[0], lambda text: _mask(text, keys, found, depth - 1))

    return _BASE64_LINES.sub(look_inside, _BASE64_WORD.sub(look_inside, masked))


def _spans(flat: bytes, keys: Sequence[re.Pattern[bytes]]) -> list[tuple[int, int, bool]]:
    """Return from where to where each key stands, in order, and whether it is that of a link."""
    matches = (each for pattern in keys for each in pattern.finditer(flat))
    return sorted(
        (*each.span(each.lastindex), each.lastgroup == "link") for each in matches if each.lastindex
    )


def _places(raw: bytes) -> Callable[[int], int]:
    """Return what says where a character of the text without escapes stood before."""
    starts, places, length, end = [0], [0], 0, 0
    for escape in _ESCAPE.finditer(raw):
        length += escape.start() - end
        starts.append(length)
        places.append(escape.start())
        length += len(_meaning(escape))
        end = escape.end()
        starts.append(length)
        places.append(end)

    def place(index: int) -> int:
        piece = bisect_right(starts, index) - 1
        return places[piece] + index - starts[piece]

    return place


def _meaning(escape: re.Match[bytes]) -> bytes:
    """Return the character that an escape stands for; none for a soft line break."""
    return _MEANINGS.get(escape[0]) or _rare_meaning(escape[0].lower())


def _rare_meaning(escape: bytes) -> bytes:
    if escape.endswith(b"\n") or escape.startswith(b"\0"):
        return b""
    if escape in _NAMED:
        return _NAMED[escape]
    if escape.startswith(b"&#x"):
        return bytes([int(escape[3:-1], 16)])
    if escape.startswith(b"&#"):
        return bytes([int(escape[2:-1]) % 256])
    return bytes([int(escape[1:], 16)])


def _in_base64(block: bytes, mask: _Mask) -> bytes:
    """Return the block with what it encodes masked, or as it was if there was nothing to mask."""
    try:
        text = b64decode(block)
    except binascii.Error:  # words that happen to look like it
        return block
    masked = mask(text)
    if masked == text:
        return block
    if b"\n" not in block:
        return b64encode(masked)
    line_break = b"\r\n" if b"\r\n" in block else b"\n"
    return encodebytes(masked).rstrip(b"\n").replace(b"\n", line_break)
