"""How mail programs introduce quotes and phones sign, in all languages (`mail_programs.toml`)."""

import re
from functools import partial

from lib.languages import alternatives

_either = partial(alternatives, "mail_programs.toml")

_DAY, _MONTH = _either("days"), _either("months")
_DATE = rf"\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}|\d{{1,2}}\.? (?:{_MONTH})"
_LEADING = r"[\s*_–—-]*"
ATTRIBUTION_BEGINS = re.compile(
    rf"{_LEADING}(?:{_either('attribution_begins')}),?"
    rf"(?:\s+(?:\d|(?:{_DAY})\b|(?:{_MONTH})\b)|\s*$)",
    re.IGNORECASE,
)
"""By a word that a date follows. `On second thought` or `Le rouge` begin an own line."""
DATE_BEGINS = re.compile(rf"{_LEADING}(?:(?:{_DAY})\.?,?\s+)?(?:{_DATE})\b", re.IGNORECASE)
"""Or by the date itself."""
ATTRIBUTION_ENDS = re.compile(
    rf"(?:\b(?:{_either('attribution_ends')})\s*(?::|-{{3}})"
    r"|[\]>]\s*:)[\s*_-]*$",
    re.IGNORECASE,
)
"""By who wrote what follows, or, in old programs, by an address in brackets and a colon."""

NAMES_A_MOMENT = re.compile(
    r"\b\d{1,2}\s?[:.h]\s?\d{2}\b|\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b"
)
NAMES_AN_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,189}")

LABELS = {kind: _either("labels", kind) for kind in ("from", "date", "to", "subject")}
"""The labels of the block of fields that Outlook and others put above a quote."""

SEPARATOR = re.compile(
    rf"[\s>*_=–—-]{{2,}}(?:{_either('separators')})[\s>*_=:–—-]{{2,}}$"
    rf"|[\s>*]*(?:{_either('forwarding')})\s*:\s*$",
    re.IGNORECASE,
)

SIGNED_BY_A_PROGRAM = re.compile(rf"[\s<(*_-]*(?:{_either('signed')})", re.IGNORECASE)
EXCUSES = re.compile(rf"[\s(*_-]*(?:(?:{_either('excuses')})\b.{{0,100}})", re.IGNORECASE)

LINE = re.compile(r"\s*(?:_{8,}|-{8,}|={8,}|\*{8,}|—{3,})\s*")
"""A line across the page."""
DISCLAIMER = re.compile(rf"\b(?:{_either('disclaimers')})\b", re.IGNORECASE)
