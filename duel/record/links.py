"""Signed links: short enough for two hundred of them in a letter, and stored nowhere.

Pages, letters and replies make and check links here.

A link names a game, a seat, a ply and a number (of a move: its place in the sorted legal list,
from 1). Its signature has two parts. The first is over those numbers and the seat's epoch: it
proves that the link is from us before anything is replayed, so what is forged costs one query. The
second is over the canonical text that the number stands for as well: it holds the number to its
move. So a link dies when the ply passes, and all of them die when the epoch is raised. Each purpose
has a salt of its own; a link for one opens nothing else.

The first part has seven of the twelve bytes: it can be guessed only by asking us, and at a thousand
guesses a second 2^56 take two million years, while the ply passes in days. The second has five: to
guess it one needs a genuine link, which could be pressed as it is.

Links mailed before there were two parts have one of twelve bytes over everything. They are
good for plies that their game had reached by then (`Game.old_links_until`), and for no other.

The key of a reply address is signed in the same way, in letters and digits of one case. The second
part of its signature holds it to the moves as they were printed in the letter, in their order: if
an upgrade changes that order, no number of an earlier letter is read any more.

That a link was used is written down here too.
"""

from base64 import b32decode, b32encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import structlog
from django.db import DatabaseError
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.errors import ForgedLink, RevokedLink
from duel.models import AnyGame, AnySeat, KnownSeat, LinkUse, Seat
from lib.signing import decode_token, encode_token, is_signature, signature
from lib.statements import insert, waiting_at_most

logger = structlog.get_logger(__name__)

FOLDED_WITHIN = timedelta(seconds=60)
"""An opening this shortly after the last is counted with it: a scanner, or a reload."""

KEEP = timedelta(days=90)
"""Uses of links are kept for this time after a game is over."""

BATCH = 2000
PATIENCE = timedelta(milliseconds=200)
"""How long a page waits to write this down where the database has a single lock."""

GAME, INVITATION = "g", "i"
"""The letters with which keys begin: to a game that runs or ran, and to an invitation."""

_FIRST_BYTES = 7
_SECOND_BYTES = 5
_SIGNATURE_BYTES = _FIRST_BYTES + _SECOND_BYTES
_EPOCHS_KEPT = 16
"""Epochs that are looked through to tell a revoked link from a forged one."""


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
    TIMELINE = "duel.links.timeline"


_PAGES = {
    Purpose.MOVE: "duel:move",
    Purpose.BOARD: "duel:board",
    Purpose.PAYMENTS: "duel:payments",
    Purpose.MORE: "duel:more",
    Purpose.REMATCH: "duel:again",
    Purpose.TIME: "duel:time",
    Purpose.TROUBLE: "duel:trouble",
    Purpose.LETTER: "duel:turn-letter",
    Purpose.TIMELINE: "duel:timeline-link",
}
"""The page that a link for each purpose opens."""


class KeyPurpose(StrEnum):
    """What the key of a reply address is for (`reply_key`)."""

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


def seat_token(
    seat: KnownSeat, purpose: Purpose, number: int = 0, *, ply: int | None = None, text: str = ""
) -> str:
    """Return the token of a seat's link to where the game stands now, or at that ply."""
    link = Link(seat.game_id, seat.number, seat.game.ply if ply is None else ply, number)
    return link_token(purpose, link, epoch=seat.link_epoch, text=text)


def seat_path(seat: KnownSeat, purpose: Purpose, *, ply: int | None = None) -> str:
    """Return the path of the page that such a link opens."""
    return path_before_token(purpose) + seat_token(seat, purpose, ply=ply)


def path_before_token(purpose: Purpose) -> str:
    """Return the path of the page for this purpose, up to the token with which it ends."""
    return reverse(_PAGES[purpose], args=["-"]).removesuffix("-")


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


def prove_numbers(
    purpose: AnyPurpose, link: Link, *, epoch: int, old_until: int | None = None, since: int = 0
) -> None:
    """Raise ForgedLink or RevokedLink unless this service signed the numbers, in that epoch.

    For plies up to `old_until` a link of the old form passes unproved: only its text can prove it.
    What was signed in an epoch before `since` was for somebody else, and is nothing to the reader.
    """
    if _is_from_us(purpose, link, epoch):
        return
    own = (former for former in _former_epochs(epoch) if former >= since)
    if any(_is_from_us(purpose, link, former) for former in own):
        raise RevokedLink
    if old_until is None or link.ply > old_until:
        raise ForgedLink


def prove_text(purpose: AnyPurpose, link: Link, *, epoch: int, text: str) -> None:
    """Raise ForgedLink or RevokedLink unless the link was signed for that text, in that epoch.

    The text may cost a replay: call it for links whose numbers have passed `prove_numbers`.
    """
    if _is_from_us(purpose, link, epoch):
        if not is_signed(purpose, link, epoch=epoch, text=text):
            raise ForgedLink
        return
    if _is_signed_as_before(purpose, link, epoch, text):
        return
    if any(_is_signed_as_before(purpose, link, former, text) for former in _former_epochs(epoch)):
        raise RevokedLink
    raise ForgedLink


def is_signed(purpose: AnyPurpose, link: Link, *, epoch: int, text: str = "") -> bool:
    """Return whether both parts of the signature are ours, of that epoch and for that text."""
    return _is_from_us(purpose, link, epoch) and is_second_part(
        second_part(link), purpose, link, epoch=epoch, text=text
    )


def was_made_early(purpose: AnyPurpose, link: Link) -> bool:
    """Return whether this service signed the numbers in one of the first epochs; asks nobody."""
    return any(_is_from_us(purpose, link, epoch) for epoch in range(_EPOCHS_KEPT))


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


def _former_epochs(epoch: int) -> Iterator[int]:
    """Yield the epochs whose links count as revoked: the last ones, and the first ones.

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


def save_link_use(game: AnyGame, link: Link, purpose: Purpose, *, is_press: bool) -> None:
    """Write down that a genuine link was opened or its button pressed, not by whom.

    It takes one statement shortly after another use, else two. If the database cannot take it now,
    it is left out: the page matters more.
    """
    now = timezone.now()
    if game.ended_at is not None and game.ended_at < now - KEEP:
        return
    try:
        with waiting_at_most(PATIENCE):
            _write(game, link, purpose, is_press=is_press, now=now)
    except DatabaseError as error:
        logger.warning("link_use_not_noted", game=game.public_id, error=type(error).__name__)


def delete_old_uses() -> int:
    """Delete a batch of the oldest uses, of games that are long over; return how many."""
    long_ago = timezone.now() - KEEP
    old = LinkUse.objects.filter(last_at__lt=long_ago, game__ended_at__lt=long_ago)
    pks = list(old.order_by("last_at").values_list("pk", flat=True)[:BATCH])
    LinkUse.objects.filter(pk__in=pks).delete()
    return len(pks)


def _write(game: AnyGame, link: Link, purpose: Purpose, *, is_press: bool, now: datetime) -> None:
    use = LinkUse(
        game_id=game.pk,
        seat=link.seat,
        ply=link.ply,
        purpose=purpose.name.lower(),
        is_press=is_press,
        first_at=now,
        last_at=now,
    )
    if is_press or not _fold(use):
        insert([use])


def _fold(use: LinkUse) -> bool:
    """Return whether a page that was opened is counted with the last time it was."""
    same = LinkUse.objects.filter(
        game=use.game_id, seat=use.seat, ply=use.ply, purpose=use.purpose, is_press=False
    )
    recent = same.filter(last_at__gte=use.last_at - FOLDED_WITHIN).order_by("-pk").values("pk")[:1]
    folded = LinkUse.objects.filter(pk__in=recent).update(count=F("count") + 1, last_at=use.last_at)
    return bool(folded)


def reply_key(seat: AnySeat, ply: int, numbered: Sequence[str] = (), *, offer: int = 0) -> str:
    """Return the key for answers to a letter to the seat at that ply, which lists these moves.

    A letter about an offer names the entry of that, so that a yes is to no other one.
    """
    link = Link(seat.game_id, seat.number, ply, offer)
    return spell_key(
        GAME, signed_link(KeyPurpose.GAME, link, epoch=seat.link_epoch, text=_list_text(numbered))
    )


def spell_key(letter: str, content: bytes) -> str:
    """Return the key of a family that holds these bytes."""
    return letter + b32encode(content).decode().rstrip("=").lower()


def read_key(key: str) -> Link | None:
    """Return what the key says about itself, or None; nothing is proved by it."""
    try:
        content = b32decode(key[1:].upper() + "=" * (-len(key[1:]) % 8))
    except ValueError:
        return None
    # One spelling for each key: anything else was altered on the way.
    return link_in(content) if key == spell_key(key[:1], content) else None


def list_signature(link: Link) -> str:
    """Return the part of a key that holds it to the moves of its letter; alone it opens nothing."""
    return second_part(link).hex()


def lists_these(found: str, link: Link, *, epoch: int, numbered: Sequence[str]) -> bool:
    """Return whether `found`, by `list_signature`, is of just these moves in this order."""
    signed = bytes.fromhex(found)
    return is_second_part(signed, KeyPurpose.GAME, link, epoch=epoch, text=_list_text(numbered))


def _list_text(numbered: Sequence[str]) -> str:
    return "\n".join(numbered)


def about_seat(public_id: str, seat: int) -> str:
    """Return the mark of mail for a seat."""
    return f"game:{public_id}:{seat}"


def about_invitation(public_id: str, seat: int) -> str:
    """Return the mark of answers to the invitation to that seat."""
    return f"invitation:{public_id}:{seat}"


def about_person(person: User) -> list[str]:
    """Return the marks of mail for the person's seats and for invitations to them."""
    seats = Seat.objects.filter(Q(user=person) | Q(user=None, invited_address=person.email))
    return [
        about(public_id, number)
        for public_id, number in seats.order_by().values_list("game__public_id", "number")
        for about in (about_seat, about_invitation)
    ]
