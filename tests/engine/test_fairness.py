import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import BadNonce, commitment, nonce_hash, normalise_nonce, seed_of

SECRET = bytes(range(32))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_seed_depends_on_the_secret_and_on_every_nonce_in_order() -> None:
    by_hand = hashlib.sha256()
    by_hand.update(SECRET)
    by_hand.update(hashlib.sha256("Glück".encode()).digest())
    by_hand.update(hashlib.sha256(b"two").digest())
    assert seed_of(SECRET, ["Glück", "two"]) == by_hand.digest()
    others = [
        seed_of(SECRET, ["two", "Glück"]),
        seed_of(SECRET, ["Glück"]),
        seed_of(SECRET, ["Glück", "two", "three"]),
        seed_of(SECRET[::-1], ["Glück", "two"]),
    ]
    assert len({by_hand.digest(), *others}) == 5


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        seed_of(SECRET[:-1], ["one", "two"])


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  a pearl \n", "a pearl"),
        ("Glu\u0308ck", "Glück"),
        ("x" * 200, "x" * 200),
        (" " + "x" * 200, "x" * 200),
        ("two\nlines", "two\nlines"),
    ],
)
def test_a_nonce_is_kept_in_its_normal_form(written: str, stored: str) -> None:
    assert normalise_nonce(written) == stored


@pytest.mark.parametrize("written", ["", " \t\n", "x" * 201, "half \ud800"])
def test_a_nonce_that_cannot_serve_is_refused(written: str) -> None:
    with pytest.raises(BadNonce):
        normalise_nonce(written)


@given(st.text(max_size=220))
def test_a_nonce_once_normalised_stays_as_it_is(text: str) -> None:
    try:
        nonce = normalise_nonce(text)
    except BadNonce:
        return
    assert normalise_nonce(nonce) == nonce
    assert unicodedata.is_normalized("NFC", nonce)
    assert nonce_hash(nonce) == hashlib.sha256(nonce.encode()).hexdigest()
