"""The vectors are those of RFC 8032, section 7.1."""

import random

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.ed25519 import is_valid

ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19

VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_published_vectors_hold_and_no_neighbour_does(
    key: str, message: str, signature: str
) -> None:
    parts = [bytes.fromhex(part) for part in (key, message, signature)]
    assert is_valid(parts[0], parts[1], parts[2])
    assert not is_valid(parts[0], parts[1] + b"x", parts[2])
    for index in range(64):
        changed = bytearray(parts[2])
        changed[index] ^= 1 << index % 8
        assert not is_valid(parts[0], parts[1], bytes(changed)), index


def test_it_agrees_with_cryptography() -> None:
    chance = random.Random(25)
    for length in range(0, 200, 9):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), chance.randbytes(length)
        signature = private.sign(message)
        assert is_valid(key, message, signature)
        for damaged in (chance.randbytes(64), signature[:32] + chance.randbytes(31) + b"\x0f"):
            assert is_valid(key, message, damaged) == agreed(key, message, damaged) == False  # noqa: E712
        assert not is_valid(chance.randbytes(32), message, signature)


def agreed(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def test_a_signature_has_one_form() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key, signature = private.public_key().public_bytes_raw(), private.sign(b"a game")
    number = int.from_bytes(signature[32:], "little") + ORDER
    assert not is_valid(key, b"a game", signature[:32] + number.to_bytes(32, "little"))


SMALL = [1, PRIME - 1, 0]
"""The y of points of order 1, 2 and 4: whose multiples are few."""


@pytest.mark.parametrize(
    "number",
    [
        *SMALL,
        *(y + PRIME for y in SMALL if y + PRIME < 2**255),  # the same, in a form that is not theirs
        1 | 1 << 255,  # x is 0, and its sign is minus
        2,  # no point of the curve has this y
        2**256 - 1,
    ],
)
def test_a_key_that_is_no_key_signs_nothing(number: int) -> None:
    key = number.to_bytes(32, "little")
    # The equation holds for the neutral element and 0 under a key of small order.
    forged = (1).to_bytes(32, "little") + bytes(32)
    assert not any(is_valid(key, bytes([each]), forged) for each in range(16))


@pytest.mark.parametrize(("key", "signature"), [(31, 64), (33, 64), (32, 63), (32, 65), (0, 0)])
def test_other_lengths_are_refused(key: int, signature: int) -> None:
    assert not is_valid(bytes(key), b"", bytes(signature))
