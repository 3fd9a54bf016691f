"""Checking a signature by Ed25519, the arithmetic of RFC 8032 (section 5.1) in plain Python.

Only checking: nothing here touches a private key, so that it may take as long as it takes. A
point is (X, Y, Z, T), with x = X/Z, y = Y/Z and xy = T/Z.
"""

import hashlib

KEY_BYTES = 32
SIGNATURE_BYTES = 64

Point = tuple[int, int, int, int]

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
_SIGN_BIT = 1 << 255
_NEUTRAL: Point = (0, 1, 1, 0)


def is_valid(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the owner of this public key has signed the message so, strictly."""
    # The number of the signature is below the order of the group, and key and point have the one
    # encoding of RFC 8032. A key of small order is refused: its signatures fit almost any message.
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    public = _decode(key)
    if public is None or _encode(_times(8, public)) == _encode(_NEUTRAL):
        return False
    point, number = signature[:32], int.from_bytes(signature[32:], "little")
    if number >= _ORDER:
        return False
    digest = hashlib.sha512(point + key + message).digest()
    factor = int.from_bytes(digest, "little") % _ORDER
    x, y, z, t = public
    minus_public = (-x % _P, y, z, -t % _P)
    # Encoding what must come out compares with the only valid encoding of the point.
    return _encode(_sum(_times(number, _BASE), _times(factor, minus_public))) == point


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: Point) -> Point:
    total = _NEUTRAL
    while factor:
        if factor & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        factor >>= 1
    return total


def _encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) * _SIGN_BIT).to_bytes(32, "little")


def _decode(encoded: bytes) -> Point | None:
    """The point of the curve with this encoding; None if it is that of no point."""
    number = int.from_bytes(encoded, "little")
    is_odd, y = bool(number & _SIGN_BIT), number & ~_SIGN_BIT
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and is_odd):
        return None
    if (x & 1) != is_odd:
        x = _P - x
    return x, y, 1, x * y % _P


def _base() -> Point:
    base = _decode((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    if base is None:
        raise ArithmeticError("The base point lies on the curve.")
    return base


_BASE = _base()
