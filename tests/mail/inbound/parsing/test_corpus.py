"""Replies as the big mail programs write them: the newest text is read, and nothing else."""

from collections import Counter
from collections.abc import Callable

import pytest

from mail.inbound.parsing.html_text import text_of_html
from mail.inbound.parsing.mime import text_blocks
from mail.inbound.parsing.newest import newest
from mail.inbound.parsing.parse import parse
from tests.mail.inbound.parsing.conftest import RATE
from tests.mail.inbound.parsing.corpus import FOLDER, Reply, replies

READ = [reply for reply in replies() if not reply.problem]
REFUSED = [reply for reply in replies() if reply.problem]


def test_the_corpus_is_large_and_speaks_three_languages() -> None:
    assert len(READ) >= 120
    assert len(REFUSED) >= 10
    languages = Counter(reply.language for reply in READ)
    assert all(languages[language] >= 35 for language in ("en", "fr", "it"))
    assert len({reply.program for reply in READ}) >= 20


def test_each_mail_has_its_table() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == {reply.name for reply in replies()}


def test_every_reply_is_read_right(record_property: Callable[[str, object], None]) -> None:
    wrong = {}
    for reply in replies():
        parsed = parse(reply.raw)
        if (parsed.text, parsed.problem) != (reply.text, reply.problem):
            wrong[reply.name] = (parsed.text, parsed.problem)
    read = sum(reply.name not in wrong for reply in READ)
    refused = sum(reply.name not in wrong for reply in REFUSED)
    rate = f"{read} of {len(READ)} read right, {refused} of {len(REFUSED)} refused"
    record_property(RATE, rate)
    assert wrong == {}


@pytest.mark.parametrize("reply", READ, ids=lambda reply: reply.name)
def test_line_ends_of_the_wire_make_no_difference(reply: Reply) -> None:
    on_the_wire = reply.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert parse(on_the_wire).text == reply.text


def test_each_form_of_a_reply_is_read_right_by_itself() -> None:
    """Were only both together right, each could hide what goes wrong in the other."""
    for reply in READ:
        blocks = text_blocks(reply.raw)
        plain = "\n".join(block.plain for block in blocks)
        html = "\n".join(text_of_html(block.html) for block in blocks)
        for form in filter(str.strip, (plain, html)):
            assert _letters(newest(form)) == _letters(reply.text), reply.name


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize("reply", READ, ids=lambda reply: reply.name)
def test_what_it_answers_and_who_wrote_it_is_read(reply: Reply) -> None:
    parsed = parse(reply.raw)
    assert parsed.sender.startswith("bruno.")
    assert parsed.senders == (parsed.sender,)
    assert parsed.message_id.endswith(">")
    assert "Splendor Duel" in parsed.subject
    assert any(reference.endswith("@duelpost.example>") for reference in parsed.references)
