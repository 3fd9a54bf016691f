"""Keys that a page holds for one seat, for as long as a day's play: they can look and play.

The table page hands them out, the API checks them. A key names its game, seat, epoch and end, and
is signed over all of them, so that no query is needed to know that it is from us. It is stored
nowhere, and sent only in the Authorization header: never in an address, a cookie or a log.
"""

import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext_lazy as _

from duel.errors import HasLeft, KeptOut, Refused
from duel.models import AnySeat
from lib.signing import is_signed, signed_token, split_token

GOOD_FOR = timedelta(hours=12)

_SALT = "duel.seat-keys"
_NUMBERS = struct.Struct(">QBIQ")
_SIGNATURE_BYTES = 16


class BadKey(Refused):
    """The key is not from us, too old, or of an epoch that has passed."""

    code = "bad_key"
    sentence = _("This key is not good, or no longer. Open the game anew from your latest letter.")


@dataclass(frozen=True)
class SeatKey:
    """What a key of ours says."""

    game: int
    seat: int
    epoch: int
    expires_at: datetime


def seat_key(seat: AnySeat, now: datetime) -> str:
    """Return a key for this seat that is good from now on."""
    until = int((now + GOOD_FOR).timestamp())
    numbers = _NUMBERS.pack(seat.game_id, seat.number, seat.link_epoch, until)
    return signed_token(_SALT, numbers, size=_SIGNATURE_BYTES)


def read_seat_key(token: str, now: datetime) -> SeatKey:
    """Return what a key says that is from us and not too old; raise BadKey. Nothing is read."""
    parts = split_token(token, size=_SIGNATURE_BYTES)
    if parts is None or not is_signed(_SALT, *parts, size=_SIGNATURE_BYTES):
        raise BadKey
    game, seat, epoch, until = _NUMBERS.unpack(parts[0])
    expires_at = datetime.fromtimestamp(until, UTC)
    if expires_at <= now:
        raise BadKey
    return SeatKey(game, seat, epoch, expires_at)


def check_seat_key(key: SeatKey, seat: AnySeat) -> None:
    """Raise unless the key opens this seat: not once revoked or left, or while suspended."""
    if (key.game, key.seat, key.epoch) != (seat.game_id, seat.number, seat.link_epoch):
        raise BadKey
    if seat.user is not None and seat.user.suspended_at is not None:
        raise KeptOut
    if seat.has_left:
        raise HasLeft
