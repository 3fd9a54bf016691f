"""The keys of reply addresses: signed as links are, in letters and digits of one case.

A key names a game, a seat and a ply. The first part of its signature proves, before anything is
replayed, that it is from us; the second holds it to the moves as they were printed in the letter,
in their order: if an upgrade changes that order, no number of an earlier letter is read any more.
"""

from base64 import b32decode, b32encode
from collections.abc import Sequence

from duel.models import Seat
from duel.record.links import KeyPurpose, Link, is_second_part, link_in, second_part, signed_link

GAME, INVITATION = "g", "i"
"""The letters with which keys begin: to a game that runs or ran, and to an invitation."""


def reply_key(seat: Seat, ply: int, numbered: Sequence[str] = (), *, offer: int = 0) -> str:
    """Return the key for answers to a letter to the seat at that ply, which lists these moves.

    A letter about an offer names the entry of that, so that a yes is to no other one.
    """
    link = Link(seat.game_id, seat.number, ply, offer)
    return spelled(
        GAME, signed_link(KeyPurpose.GAME, link, epoch=seat.link_epoch, text=_listed(numbered))
    )


def spelled(letter: str, content: bytes) -> str:
    """Return the key of a family that holds these bytes."""
    return letter + b32encode(content).decode().rstrip("=").lower()


def read_key(key: str) -> Link | None:
    """Return what the key says about itself, or None; nothing is proved by it."""
    try:
        content = b32decode(key[1:].upper() + "=" * (-len(key[1:]) % 8))
    except ValueError:
        return None
    # One spelling for each key: anything else was altered on the way.
    return link_in(content) if key == spelled(key[:1], content) else None


def list_signature(link: Link) -> str:
    """Return the part of a key that holds it to the moves of its letter; alone it opens nothing."""
    return second_part(link).hex()


def lists_these(found: str, link: Link, *, epoch: int, numbered: Sequence[str]) -> bool:
    """Return whether the letter listed just these moves, in this order.

    `found` is what `list_signature` made of its key.
    """
    signed = bytes.fromhex(found)
    return is_second_part(signed, KeyPurpose.GAME, link, epoch=epoch, text=_listed(numbered))


def _listed(numbered: Sequence[str]) -> str:
    return "\n".join(numbered)
