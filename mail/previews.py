"""What a letter looks like, for operators: built again, with every link dead.

The words of letters are not stored. They are built as they would be now or, where a room registers
a builder for it, as they were then; the transaction of that is rolled back. No address of a page is
shown, and no letter that holds a key.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import structlog
from django.db import transaction

from mail.models import Letter
from mail.registry import Builder, Draft, UnknownKindError, builder_of

log = structlog.get_logger(__name__)

DEAD_LINK = "[link]"

REVEALED = "revealed the letter"
"""How the audit log begins to tell that an operator has read a hidden letter."""

_ADDRESS = re.compile(r"""\b(?:https?|webcal)://[^\s"'<>]+""", re.IGNORECASE)
_LEADS_AWAY = re.compile(
    r"""\s(?:href|src|srcset|action|formaction|background|poster|ping)\s*=\s*"""
    r"""(?:"[^"]*"|'[^']*'|[^\s>]+)""",
    re.IGNORECASE,
)


class Secrecy(Enum):
    """Who may see what a letter of a kind looks like."""

    OPEN = "open"
    """Any operator: it tells nothing but what they see anyway."""
    HIDDEN = "hidden"
    """Who may reveal letters, after saying why: it tells what its reader alone may know."""
    KEY = "key"
    """Nobody: its words themselves let their reader in."""


_secrecy: dict[str, Secrecy] = {"test": Secrecy.OPEN}
_rebuilders: dict[str, Builder] = {}


@dataclass(frozen=True, slots=True)
class Look:
    """A letter that can be shown to an operator."""

    subject: str
    text: str
    html: str
    files: tuple[tuple[str, int], ...]
    """The name and size of each attachment."""
    is_as_it_was: bool
    """Whether it is shown as it was written then; else as it would be written now."""


def revealed_words(topic: str) -> str:
    """Return how the audit log tells that a letter about this topic was revealed."""
    return f"{REVEALED} ({topic})" if topic else REVEALED


def set_secrecy(secrecy: Secrecy, *kinds: str) -> None:
    """Say who may see letters of these kinds; without it they are hidden."""
    for kind in kinds:
        _secrecy[kind] = secrecy


def secrecy_of(kind: str) -> Secrecy:
    """Return who may see letters of this kind."""
    return _secrecy.get(kind, Secrecy.HIDDEN)


def rebuilds(*kinds: str) -> Callable[[Builder], Builder]:
    """Return a decorator: the function builds letters of these kinds as they were, long after."""

    def register(build: Builder) -> Builder:
        _rebuilders.update(dict.fromkeys(kinds, build))
        return build

    return register


def look_at(letter: Letter, *, build: Builder | None = None) -> Look | None:
    """Return what the letter looks like; None if it is no longer true or cannot be built."""
    # `build` is another builder, of a room that has at hand what the letter is about.
    as_it_was = build is None and letter.kind in _rebuilders
    try:
        with transaction.atomic():
            if build is None:
                build = _rebuilders[letter.kind] if as_it_was else builder_of(letter.kind)
            draft = build(letter.data)
            transaction.set_rollback(True)  # building may note that its reader was told
    except UnknownKindError:
        return None
    except Exception:  # what breaks its builder is given up by the worker; here it is not shown
        log.exception("letter_cannot_be_shown", letter=letter.pk, kind=letter.kind)
        return None
    return _look(draft, as_it_was=as_it_was) if draft is not None else None


def _look(draft: Draft, *, as_it_was: bool) -> Look:
    return Look(
        subject=without_links(draft.subject),
        text=without_links(draft.text),
        html=_ADDRESS.sub(DEAD_LINK, _LEADS_AWAY.sub("", draft.html)),
        files=tuple((file.name, len(file.content)) for file in draft.attachments),
        is_as_it_was=as_it_was,
    )


def without_links(text: str) -> str:
    """Return the text with a word in the place of every address of a page."""
    return _ADDRESS.sub(DEAD_LINK, text)


def framed_policy(*freedoms: str) -> str:
    """Return the Content-Security-Policy of a letter's HTML part in a frame of ours."""
    # It may bring its own styles and pictures; beyond that only the sandbox's freedoms named here.
    return "; ".join(
        [
            "default-src 'none'",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
            " ".join(["sandbox", *freedoms]),
        ]
    )
