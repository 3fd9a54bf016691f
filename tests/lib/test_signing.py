"""Short signatures and long ones: good for what they were made for, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from lib.signing import (
    decode_token,
    encode_token,
    is_signature,
    is_signed,
    object_of,
    signature,
    signed_object,
    signed_token,
    split_token,
)

SALT, SIZE = "tests.signing", 12


def is_good(token: str, *, salt: str = SALT, bound_to: str = "ada", size: int = SIZE) -> bool:
    parts = split_token(token, size=size)
    return parts is not None and is_signed(salt, *parts, bound_to=bound_to, size=size)


def test_a_token_is_good_for_its_purpose_and_what_it_is_bound_to() -> None:
    token = signed_token(SALT, b"seven", bound_to="ada", size=SIZE)
    assert is_good(token)
    assert not is_good(token, salt="tests.other")
    assert not is_good(token, bound_to="eve")
    assert not is_good(token, size=SIZE - 1)


def test_no_part_of_the_data_can_be_taken_for_what_it_is_bound_to() -> None:
    token = signed_token(SALT, b"seven", bound_to="ada", size=SIZE)
    parts = split_token(token, size=SIZE)
    assert parts is not None
    assert not is_signed(SALT, b"seve", parts[1], bound_to="nada", size=SIZE)


@pytest.mark.parametrize("length", [0, 1, SIZE - 1, SIZE + 1, 32])
def test_a_signature_that_is_too_short_or_too_long_proves_nothing(length: int) -> None:
    assert is_signature(signature(SALT, b"seven", size=SIZE), SALT, b"seven", size=SIZE)
    other = signature(SALT, b"seven", size=length)
    assert not is_signature(other, SALT, b"seven", size=SIZE)


def test_what_was_signed_is_good_until_its_key_is_dropped(settings: Settings) -> None:
    short = signed_token(SALT, b"seven", bound_to="ada", size=SIZE)
    long = signed_object(SALT, ["ada", 7])
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key"
    assert is_good(short)
    assert object_of(SALT, long) == ["ada", 7]
    assert signed_token(SALT, b"seven", bound_to="ada", size=SIZE) != short
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_good(short)
    assert object_of(SALT, long) is None


def test_an_object_is_good_for_its_purpose_alone() -> None:
    assert object_of("tests.other", signed_object(SALT, ["ada", 7])) is None


@given(st.binary())
def test_each_content_has_one_spelling(content: bytes) -> None:
    token = encode_token(content)
    assert decode_token(token) == content
    for other in (token + "=", token + "\n", f" {token}", token + "!"):
        assert decode_token(other) is None


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert not is_good(text)
    assert object_of(SALT, text) is None
