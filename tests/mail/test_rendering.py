from email import message_from_bytes, policy

import pytest

from mail.sending.messages import compose
from mail.sending.rendering import render
from tests.mail.conftest import MakeLetter


def test_text_is_plain_and_html_is_escaped() -> None:
    draft = render("test", {"site_name": "Tom & Jerry's"}, "en")
    assert draft.subject == "Tom & Jerry's: a test letter"
    assert "Tom & Jerry's" in draft.text
    assert "Tom &amp; Jerry&#x27;s" in draft.html


def test_a_subject_is_one_line() -> None:
    draft = render("test", {"site_name": "Tom\r\nBcc: eve@elsewhere.example"}, "en")
    assert draft.subject == "Tom Bcc: eve@elsewhere.example: a test letter"


def test_long_lines_are_wrapped_but_links_stay_whole() -> None:
    address = "https://duelpost.example/" + "x" * 100
    draft = render("test", {"site_url": address}, "en")
    lines = draft.text.splitlines()
    assert any(address in line for line in lines)
    assert all(len(line) <= 76 for line in lines if address not in line)
    assert "\n\n\n" not in draft.text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_letter_names_its_language(language: str) -> None:
    assert f'<html lang="{language}">' in render("test", {}, language).html


def test_the_letter_passes_the_strict_parser(make_letter: MakeLetter) -> None:
    letter = make_letter(kind="test")
    raw = compose(letter, render("test", {"site_name": "Jeu de société"}, "en")).message()
    parsed = message_from_bytes(raw.as_bytes(), policy=policy.strict)
    assert [part.defects for part in parsed.walk()] == [[], [], []]
    assert max(map(len, raw.as_bytes().splitlines())) < 998
