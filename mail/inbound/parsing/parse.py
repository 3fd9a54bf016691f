"""What a raw mail says: its sender, the letter it answers, and the newest text of its writer.

Mail is hostile: `parse` never raises, and its work is bounded; `child.py` bounds the time. Nothing
here imports Django, so that the child process starts fast.
"""

import re
from dataclasses import dataclass

from mail.inbound.parsing.headers import read_header
from mail.inbound.parsing.html_text import text_of_html
from mail.inbound.parsing.mime import Block, Unreadable, text_blocks
from mail.inbound.parsing.newest import newest

LARGEST = 5 * 1024 * 1024
LONGEST_TEXT = 8000
LONGEST_WHOLE = 100_000

_WORD = re.compile(r"[^\W_]+")
_NO_WORDS = re.compile(r"https?://\S+|<[^<>\s:@]*[:@][^<>\s]*>|\[(?:image|cid):[^\[\]\n]*\]")


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """A mail, as far as it could be read."""

    sender: str = ""
    """The address that it is from, in its normal form; empty unless there is exactly one."""
    senders: tuple[str, ...] = ()
    message_id: str = ""
    subject: str = ""
    references: tuple[str, ...] = ()
    text: str = ""
    """What its writer wrote, without quotes and signatures."""
    whole: str = ""
    """The whole text, quotes included."""
    problem: str = ""
    """Why `text` is not to be read, if so: `too_large`, `unreadable`, `empty` or `too_slow`."""


def parse(raw: bytes) -> ParsedMail:
    """Return what the mail says, whatever the bytes are."""
    header = read_header(raw)
    whole, text, problem = "", "", ""
    if len(raw) > LARGEST:
        problem = "too_large"
    elif not header.is_there:
        problem = "unreadable"
    else:
        try:
            whole, text = _texts(text_blocks(raw))
        except Unreadable:
            problem = "unreadable"
        else:
            problem = "empty" if not text else "too_large" if len(text) > LONGEST_TEXT else ""
    return ParsedMail(
        sender=header.senders[0] if len(header.senders) == 1 else "",
        senders=header.senders,
        message_id=header.message_id,
        subject=header.subject,
        references=header.references,
        text=text[:LONGEST_TEXT],
        whole=whole[:LONGEST_WHOLE],
        problem=problem,
    )


def _texts(blocks: list[Block]) -> tuple[str, str]:
    """Return the whole text and the newest text."""
    rendered = [text_of_html(block.html) if block.html else "" for block in blocks]
    plain = [
        block.plain if block.plain.strip() else text
        for block, text in zip(blocks, rendered, strict=True)
    ]
    shown = [text or block.plain for block, text in zip(blocks, rendered, strict=True)]
    whole = "\n".join(plain)
    if "-----BEGIN PGP MESSAGE-----" in whole:
        raise Unreadable
    text = newest(whole)
    return whole, _agreed(text, newest("\n".join(shown))) if any(rendered) else text


def _agreed(plain: str, shown: str) -> str:
    """Return the newest text, given what is read of the plain and of the HTML form of the mail."""
    # HTML often knows better where a signature or quote begins: if it only ends earlier, it
    # counts. Two forms that say different things say nothing.
    plain_words, shown_words = _words(plain), _words(shown)
    if not shown_words or not plain_words or plain_words == shown_words:
        return plain
    if plain_words[: len(shown_words)] == shown_words:
        return shown
    if f" {' '.join(plain_words)} " in f" {' '.join(shown_words)} ":
        return plain
    raise Unreadable


def _words(text: str) -> list[str]:
    return _WORD.findall(_NO_WORDS.sub(" ", text).casefold())
