"""Test letters and their replies."""

from typing import Any

import pytest

from mail.addresses import key_of_address, reply_address
from mail.inbound import self_test
from mail.inbound.self_test import test_letter as build_test_letter
from mail.sending.messages import compose
from tests.mail.conftest import MakeLetter


def test_a_test_letter_can_be_answered_by_its_reader_alone(make_letter: MakeLetter) -> None:
    test = self_test.new_test()
    letter = make_letter(kind="test", key=self_test.letter_key(test), to="olga@duelpost.example")
    draft = build_test_letter({"test": test})
    [where] = compose(letter, draft).reply_to
    assert where == reply_address(self_test.reply_key(test))
    route = self_test._resolve(key_of_address(where))
    assert route is not None
    assert route.owners == {"olga@duelpost.example"}
    assert "Answer it" in draft.text


def test_without_a_way_in_a_test_letter_shows_no_address(settings: Any) -> None:
    settings.WAYS_IN = []
    draft = build_test_letter({"test": self_test.new_test()})
    assert draft.reply_key == ""
    assert "Answer it" not in draft.text


@pytest.mark.parametrize("key", ["t" + "a" * 24, "t", "t" + "a" * 23, "t1", "té"])
def test_a_key_that_we_did_not_make_opens_nothing(key: str) -> None:
    assert self_test._resolve(key) is None
