"""Regular expressions that functions put together, made as the service makes them."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from duel.replies.words import patterns
from engine.duel.reading.clauses import GRAMMAR as DUEL
from engine.kinds import FORMS
from engine.reading import tokens
from engine.splendor.reading.clauses import GRAMMAR as SPLENDOR
from mail.inbound.door import masking

_GRAMMARS = (DUEL, SPLENDOR)
_KEYS = [b"gabcdefghijklmnopqrs", b"gaaaaaaaaaaaaaaaaaaa"]
_PARAMETER = r';\s*charset\*?\s*=\s*(?:"([^"]*)"|([^\s;"]+))'

Made = Iterable[re.Pattern[Any]]

MADE_BY_FUNCTIONS: dict[str, tuple[str, Callable[[], Made]]] = {
    "mail.inbound.door.masking._addresses": ("finditer", lambda: [masking._addresses()]),
    "mail.inbound.door.masking._links": ("finditer", lambda: [masking._links()]),
    "mail.inbound.door.masking._these": ("finditer", lambda: [masking._these(_KEYS)]),
    "mail.inbound.parsing.mime._parameter": ("search", lambda: [re.compile(_PARAMETER, re.I)]),
    "support.disputes.canned_answers._stands_in": (
        "search",
        lambda: [re.compile(r"\s*.{1,200}?\s*".join(["You had until", "to answer", "."]))],
    ),
    "duel.replies.words.patterns.patterns": (
        "fullmatch",
        lambda: [pattern.regex for pattern in patterns.patterns()][::20],
    ),
    "duel.replies.words.patterns.with_seats": (
        "sub",
        lambda: [re.compile(r"(?<!\S)anna\ maria(?!\S)")],
    ),
    "engine.kinds._form": ("fullmatch", lambda: [form.text for form in FORMS.values()]),
    "engine.reading.joins.__init__": (
        "search",
        lambda: [join._pattern for grammar in _GRAMMARS for join in grammar.joins],
    ),
    "engine.reading.parsed_clause.texts": (
        "finditer",
        lambda: map(re.compile, ["(?<!h)g(?![apA]*h)", "(?<![fA])E"]),
    ),
    "engine.reading.tokens._pattern": (
        "finditer",
        lambda: [tokens._pattern(each) for each in (patterns._SHAPES, *_shapes())],
    ),
}
"""For each: how it is called, and what makes it."""


def _shapes() -> Iterable[str]:
    return [grammar.shapes for grammar in _GRAMMARS]
