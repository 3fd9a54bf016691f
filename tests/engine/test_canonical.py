import hashlib

import pytest

from engine.record import canonical_hash, canonical_json


def test_it_sorts_keys_leaves_no_spaces_and_keeps_letters_unescaped() -> None:
    value = {"b": [1, None, True], "a": {"é": "“ü”", "A": 2}}
    assert canonical_json(value) == '{"a":{"A":2,"é":"“ü”"},"b":[1,null,true]}'.encode()


def test_the_hash_is_that_of_the_canonical_bytes() -> None:
    assert canonical_hash({"a": "é"}) == hashlib.sha256('{"a":"é"}'.encode()).hexdigest()


def test_what_is_no_json_has_no_canonical_form() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("nan"))
