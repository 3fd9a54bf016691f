"""Signed links: short enough for two hundred of them in a letter, and stored nowhere.

A link names a game, a seat, a ply and a number (of a move: its place in the sorted legal list,
from 1). Its signature has two parts. The first is over those numbers and the seat's epoch: it
proves that the link is from us before anything is replayed, so what is forged costs one query. The
second is over the canonical text that the number stands for as well: it holds the number to its
move. So a link dies when the ply passes, and all of them die when the epoch is raised. Each purpose
has a salt of its own; a link for one opens nothing else.

Of the twelve bytes the first part has seven: only by asking us can it be guessed, and at a thousand
guesses a second 2^56 take two million years, while the ply passes in days. Five are left for the
second, which nobody has a reason to guess who could not press the link as it is.

Links mailed before there were two parts have one of twelve bytes over everything. They are
good for plies that their game had reached by then (`Game.old_links_until`), and for no other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from duel.errors import ForgedLink, RevokedLink
from mail.signing import decode_token, encode_token, is_signature, signature

_FIRST_BYTES = 7
_SECOND_BYTES = 5
_SIGNATURE_BYTES = _FIRST_BYTES + _SECOND_BYTES
_EPOCHS_KEPT = 16
"""So many epochs are looked through to tell a link that was revoked from one that is forged."""


class Purpose(StrEnum):
    """What a link is for; the value is the salt of its signature."""

    MOVE = "duel.links.move"
    BOARD = "duel.links.board"
    PAYMENTS = "duel.links.payments"
    MORE = "duel.links.more"
    REMATCH = "duel.links.rematch"
    TIME = "duel.links.time"
    TROUBLE = "duel.links.trouble"
    INVITATION = "duel.links.invitation"
    LETTER = "duel.links.letter"


class KeyPurpose(StrEnum):
    """What the key of a reply address is for (`duel.record.reply_keys`)."""

    GAME = "duel.replies.game"
    INVITATION = "duel.replies.invitation"


AnyPurpose = Purpose | KeyPurpose


@dataclass(frozen=True)
class Link:
    """What a link says about itself. Believe it only once it was proved."""

    game: int
    seat: int
    ply: int
    number: int = 0
    signature: bytes = b""


def link_token(purpose: AnyPurpose, link: Link, *, epoch: int, text: str = "") -> str:
    """Return the link as the last part of an address, signed with the current key."""
    return encode_token(signed_link(purpose, link, epoch=epoch, text=text))


def signed_link(purpose: AnyPurpose, link: Link, *, epoch: int, text: str = "") -> bytes:
    """Return the numbers of the link and both parts of its signature."""
    first = signature(*_first_part(purpose, link, epoch), size=_FIRST_BYTES)
    second = signature(*_second_part(purpose, link, epoch, text), size=_SECOND_BYTES)
    return _numbers_of(link) + first + second


def read_link(token: str) -> Link | None:
    """Return what the token says, or None if it cannot be a link; nothing is proved by it."""
    content = decode_token(token)
    return None if content is None else link_in(content)


def link_in(content: bytes) -> Link | None:
    """Return the link that these bytes are, or None; nothing is proved by it."""
    numbers, found = content[:-_SIGNATURE_BYTES], content[-_SIGNATURE_BYTES:]
    try:
        link = Link(*_unpack(numbers), found)
    except ValueError:
        return None
    # One spelling for each link: anything else was altered on the way.
    return link if _numbers_of(link) == numbers else None


def prove(
    purpose: AnyPurpose, link: Link, *, epoch: int, old_until: int | None, text: Callable[[], str]
) -> None:
    """Raise ForgedLink or RevokedLink unless this service signed the link, in that epoch.

    The text that it stands for may cost a replay: it is asked for only if the link is from us, or
    is for a ply up to which (`old_until`) the old form is good.
    """
    if _is_from_us(purpose, link, epoch):
        if not is_signed(purpose, link, epoch=epoch, text=text()):
            raise ForgedLink
        return
    if any(_is_from_us(purpose, link, former) for former in _former(epoch)):
        raise RevokedLink
    if old_until is None or link.ply > old_until:
        raise ForgedLink
    said = text()
    if _is_signed_as_before(purpose, link, epoch, said):
        return
    if any(_is_signed_as_before(purpose, link, former, said) for former in _former(epoch)):
        raise RevokedLink
    raise ForgedLink


def prove_numbers(purpose: AnyPurpose, link: Link, *, epoch: int) -> None:
    """Raise ForgedLink or RevokedLink unless this service signed the numbers, in that epoch."""
    if _is_from_us(purpose, link, epoch):
        return
    if any(_is_from_us(purpose, link, former) for former in _former(epoch)):
        raise RevokedLink
    raise ForgedLink


def is_signed(purpose: AnyPurpose, link: Link, *, epoch: int, text: str = "") -> bool:
    """Return whether both parts of the signature are ours, of that epoch and for that text."""
    return _is_from_us(purpose, link, epoch) and is_second_part(
        second_part(link), purpose, link, epoch=epoch, text=text
    )


def second_part(link: Link) -> bytes:
    """Return the part of the signature that holds a link to its text."""
    return link.signature[_FIRST_BYTES:]


def is_second_part(found: bytes, purpose: AnyPurpose, link: Link, *, epoch: int, text: str) -> bool:
    """Return whether these bytes hold the numbers of the link to that text, in that epoch."""
    return is_signature(found, *_second_part(purpose, link, epoch, text), size=_SECOND_BYTES)


def _is_from_us(purpose: AnyPurpose, link: Link, epoch: int) -> bool:
    first = link.signature[:_FIRST_BYTES]
    return is_signature(first, *_first_part(purpose, link, epoch), size=_FIRST_BYTES)


def _is_signed_as_before(purpose: AnyPurpose, link: Link, epoch: int, text: str) -> bool:
    message = _message(link, epoch, text)
    return is_signature(link.signature, purpose, message, size=_SIGNATURE_BYTES)


def _former(epoch: int) -> Iterator[int]:
    """Yield the epochs whose links are told to be revoked: the last ones, and the first ones.

    A restore leaves out millions of epochs at once; before it they were counted from 0.
    """
    latest = range(max(epoch - _EPOCHS_KEPT, 0), epoch)
    yield from latest
    yield from range(min(_EPOCHS_KEPT, latest.start))


def _first_part(purpose: AnyPurpose, link: Link, epoch: int) -> tuple[str, bytes]:
    """Return the salt and the message of the first part."""
    return f"{purpose}.numbers", _message(link, epoch)


def _second_part(purpose: AnyPurpose, link: Link, epoch: int, text: str) -> tuple[str, bytes]:
    """Return the salt and the message of the second part."""
    return f"{purpose}.text", _message(link, epoch, text)


def _message(link: Link, epoch: int, text: str = "") -> bytes:
    return _numbers_of(link) + _pack(epoch) + text.encode()


def _numbers_of(link: Link) -> bytes:
    return _pack(link.game, link.seat, link.ply, link.number)


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
        raise ValueError("A link consists of four numbers and a signature.")
    return numbers[0], numbers[1], numbers[2], numbers[3]
