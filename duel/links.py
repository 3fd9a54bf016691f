"""Signed links: short enough for two hundred of them in a letter, and stored nowhere.

A link names a game, a seat, a ply and a number (of a move: its place in the sorted legal list,
from 1). Its seal is a MAC over those, the canonical text that the number stands for, and the
seat's epoch: so a link dies when the ply passes, and all of them die when the epoch is raised.
Each purpose has a salt of its own; a link for one opens nothing else.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.utils.crypto import salted_hmac

_SEAL_BYTES = 12


class Purpose(StrEnum):
    """What a link is for; the value is the salt of its seal."""

    MOVE = "duel.links.move"
    BOARD = "duel.links.board"
    PAYMENTS = "duel.links.payments"
    MORE = "duel.links.more"
    REMATCH = "duel.links.rematch"
    TIME = "duel.links.time"
    TROUBLE = "duel.links.trouble"
    INVITATION = "duel.links.invitation"


@dataclass(frozen=True)
class Link:
    """What a link says about itself. Believe it only once `is_sealed` has said so."""

    game: int
    seat: int
    ply: int
    number: int = 0
    seal: bytes = b""


def link_token(purpose: Purpose, link: Link, *, epoch: int, text: str = "") -> str:
    """Return the link as the last part of an address, sealed with the current key."""
    numbers = _pack(link.game, link.seat, link.ply, link.number)
    seal = _seal(purpose, numbers, epoch, text, settings.SECRET_KEY)
    return urlsafe_b64encode(numbers + seal).rstrip(b"=").decode()


def read_link(token: str) -> Link | None:
    """Return what the token says, or None if it cannot be a link; nothing is proved by it."""
    try:
        data = urlsafe_b64decode(token + "=" * (-len(token) % 4))
        numbers, seal = data[:-_SEAL_BYTES], data[-_SEAL_BYTES:]
        game, seat, ply, number = _unpack(numbers)
    except ValueError:
        return None
    link = Link(game, seat, ply, number, seal)
    # One spelling for each link: anything else was altered on the way.
    is_canonical = urlsafe_b64encode(data).rstrip(b"=").decode() == token
    return link if is_canonical and _pack(game, seat, ply, number) == numbers else None


def is_sealed(purpose: Purpose, link: Link, *, epoch: int, text: str = "") -> bool:
    """Return whether this service sealed the link, in that epoch, for that text."""
    numbers = _pack(link.game, link.seat, link.ply, link.number)
    return any(
        hmac.compare_digest(link.seal, _seal(purpose, numbers, epoch, text, key))
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )


def _seal(purpose: Purpose, numbers: bytes, epoch: int, text: str, key: str) -> bytes:
    message = numbers + _pack(epoch) + text.encode()
    return salted_hmac(purpose, message, secret=key, algorithm="sha256").digest()[:_SEAL_BYTES]


def _pack(*numbers: int) -> bytes:
    """Return the numbers in seven bits a byte, the last byte of each without the high bit."""
    return b"".join(bytes(_septets(number)) for number in numbers)


def _septets(number: int) -> Iterator[int]:
    while number > 0x7F:
        yield number & 0x7F | 0x80
        number >>= 7
    yield number


def _unpack(data: bytes) -> tuple[int, int, int, int]:
    numbers = []
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number = shift = 0
    if len(numbers) != 4 or shift or max(numbers) >= 2**63:
        raise ValueError("A link consists of four numbers and a seal.")
    return numbers[0], numbers[1], numbers[2], numbers[3]
