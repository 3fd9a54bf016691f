"""One request while its bytes come in: where it ends, and whether it is taken at all.

Only what decides that is read here; gunicorn parses the whole request afterwards, and refuses what
is malformed. Pure: no sockets, no clock.
"""

from dataclasses import dataclass, field

from django.conf import settings

HEAD_END = b"\r\n\r\n"
MOST_HEAD_BYTES = 64 * 1024
LEAST_BYTES_A_SECOND = 16 * 1024
"""A longer body gets more time: as much as this rate needs."""


class RefusedRequest(Exception):
    """The request is not taken; its sender reads the sentence."""

    def __init__(self, status: int, reason: str, sentence: str) -> None:
        """Say why."""
        super().__init__(sentence)
        self.status, self.reason, self.sentence = status, reason, sentence

    def answer(self) -> bytes:
        """Return the whole answer, after which the connection is closed."""
        body = f"{self.sentence}\n".encode()
        head = [
            f"HTTP/1.1 {self.status} {self.reason}",
            "Content-Type: text/plain; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            "Connection: close",
        ]
        if self.status in (429, 503):
            head.append("Retry-After: 10")
        return "\r\n".join([*head, "", ""]).encode() + body


@dataclass(frozen=True)
class Head:
    """What the lines before the body say of it, and who asks."""

    size: int
    length: int
    forwarded_for: str
    expects_continue: bool


@dataclass
class IncomingRequest:
    """The bytes of one connection that belong to no finished request yet."""

    held: bytearray = field(default_factory=bytearray)
    head: Head | None = None
    searched: int = 0
    """Bytes in which the head does not end."""

    def add(self, data: bytes) -> None:
        """Take bytes in; raise RefusedRequest if this cannot become a request that we take."""
        self.held += data
        if self.head is None:
            self._find_head()

    def _find_head(self) -> None:
        end = self.held.find(HEAD_END, self.searched)
        self.searched = max(0, len(self.held) - len(HEAD_END) + 1)
        if max(end, len(self.held) if end < 0 else 0) > MOST_HEAD_BYTES:
            raise RefusedRequest(
                431, "Request Header Fields Too Large", "The lines before the body are too long."
            )
        if end >= 0:
            self.head = read_head(bytes(self.held[: end + len(HEAD_END)]))

    @property
    def is_begun(self) -> bool:
        """Return whether any byte of it is here."""
        return bool(self.held)

    @property
    def is_whole(self) -> bool:
        """Return whether nothing is missing."""
        return self.head is not None and len(self.held) >= self.head.size + self.head.length

    @property
    def seconds(self) -> float:
        """Return how long its sender may take, from the first byte to the last."""
        length = self.head.length if self.head is not None else 0
        return settings.WEB_REQUEST_SECONDS + length / LEAST_BYTES_A_SECOND

    def take(self) -> bytes:
        """Return the request, which is whole; what came after it begins the next one."""
        assert self.head is not None  # noqa: S101 (for the type checker)
        end = self.head.size + self.head.length
        lines, body = bytes(self.held[: self.head.size]), bytes(self.held[self.head.size : end])
        if self.head.expects_continue:  # we have answered that; gunicorn would do so again
            kept = lines.split(b"\r\n")
            lines = b"\r\n".join(line for line in kept if not line.lower().startswith(b"expect:"))
        self.held, self.head, self.searched = self.held[end:], None, 0
        return lines + body


def read_head(lines: bytes) -> Head:
    """Return what the head says; raise RefusedRequest if its body is too long or unannounced."""
    # A length that nobody can read counts as none: gunicorn refuses such a request by itself.
    length, forwarded, expects = 0, [], False
    for line in lines.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        match name.strip().lower():
            case b"content-length":
                length = _length(value.strip())
            case b"transfer-encoding":
                raise RefusedRequest(
                    411,
                    "Length Required",
                    "Say with Content-Length how long the body is; it is not taken in chunks.",
                )
            case b"x-forwarded-for":
                forwarded.append(value.decode("latin-1"))
            case b"expect":
                expects = value.strip().lower() == b"100-continue"
    return Head(len(lines), length, ",".join(forwarded), expects)


def _length(value: bytes) -> int:
    if not value.isdigit():
        return 0
    digits = value.lstrip(b"0")
    is_too_long = len(digits) > len(str(settings.WEB_MOST_BYTES))
    if is_too_long or int(digits or b"0") > settings.WEB_MOST_BYTES:
        raise RefusedRequest(
            413,
            "Content Too Large",
            f"The body is too long: at most {settings.WEB_MOST_BYTES} bytes are taken.",
        )
    return int(digits or b"0")
