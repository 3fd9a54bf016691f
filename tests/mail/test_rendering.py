from email import message_from_bytes, policy

import pytest

from mail.sending.messages import compose
from mail.sending.rendering import render, wrap
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


@pytest.mark.parametrize(
    ("words", "kept"),
    [("3 blue", "3 blue"), ("10 points", "10 points"), ("Olga 4, Bruno 4)", "Olga 4,")],
)
@pytest.mark.parametrize("filled", range(60, 78))
def test_no_line_ends_between_a_number_and_what_it_counts(
    words: str, kept: str, filled: int
) -> None:
    lines = wrap(f"{'x' * filled} {words} and more", "    ").splitlines()
    assert any(kept in line for line in lines)
    assert "".join(lines).replace(" ", "") == f"{'x' * filled} {words} and more".replace(" ", "")


def test_the_rest_of_a_point_in_a_list_stands_below_its_first_word() -> None:
    draft = render("test", {"site_name": "Duelpost", "site_url": "\n- one " + "two " * 30}, "en")
    assert "\n- one two" in draft.text
    assert "\n  two" in draft.text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_letter_names_its_language(language: str) -> None:
    assert f'<html lang="{language}">' in render("test", {}, language).html


def test_the_letter_passes_the_strict_parser(make_letter: MakeLetter) -> None:
    letter = make_letter(kind="test")
    raw = compose(letter, render("test", {"site_name": "Jeu de société"}, "en")).message()
    parsed = message_from_bytes(raw.as_bytes(), policy=policy.strict)
    assert [part.defects for part in parsed.walk()] == [[], [], []]
    assert max(map(len, raw.as_bytes().splitlines())) < 998
