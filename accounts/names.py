"""Names that are addresses of websites: a name stands in letters, and may advertise nothing."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 200
"""So many characters of a name are looked at. Names are shorter; forms look at longer ones too."""

# After NFKC most of the characters that look like a dot are one.
_DOT = r"[.。·•∙․]"
_HIDDEN_DOT = rf"\s*(?:{_DOT}|[(\[{{]\s*{_DOT}\s*[)\]}}]|\bdot\b|\bpoint\b|\bpunto\b)\s*"
# Endings by which people know an address even if it was taken apart; mail programs need no list.
_ENDINGS = (
    "com|net|org|info|biz|io|co|ai|app|dev|me|tv|cc|ly|gg|to|eu|uk|de|fr|it|es|nl|ch|at|be|pl|ru|cn|"
    "us|in|xyz|top|site|online|shop|store|club|vip|win|bet|casino|live|link|click|page|example"
)
_ADDRESS = re.compile(
    rf"""
    \S*(?:://|//|\\\\)\S*                                     # http://casino, //casino
    | \S+@\S+                                                 # ada@casino.example
    | \bwww\d*{_HIDDEN_DOT}[\w-]+(?:{_HIDDEN_DOT}[\w-]+)*\S*  # www . casino
    | \b(?:\d{{1,3}}\.){{3}}\d{{1,3}}\b\S*                    # 192.0.2.1
    | [\w-]{{2,}}{_DOT}[^\W\d_]{{2}}\S*                       # casino.example, but J.R. and 2.0
    | [\w-]+{_HIDDEN_DOT}(?:{_ENDINGS})\b(?:/\S*)?            # casino . com, t.co, casino dot com
    """,
    re.IGNORECASE | re.VERBOSE,
)


def without_addresses(name: str) -> str:
    """Return the name without anything in it that is, or is meant as, the address of a website."""
    plain = _as_it_looks(name)
    return " ".join(_ADDRESS.sub(" ", plain).split()) if _ADDRESS.search(plain) else name


def refuse_address(name: str) -> None:
    """Raise ValidationError for a name that is, or holds, the address of a website."""
    if _ADDRESS.search(_as_it_looks(name)):
        raise ValidationError(_("A name cannot be the address of a website."))


def _as_it_looks(name: str) -> str:
    """Return the name without what cannot be seen, its letters in their usual form.

    A name that is too long is refused for that; only its beginning is looked at here.
    """
    visible = "".join(each for each in name[:LONGEST] if unicodedata.category(each) != "Cf")
    return unicodedata.normalize("NFKC", visible)
