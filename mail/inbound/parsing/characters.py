"""Bytes and characters of strangers, made harmless before anybody looks at their words."""

import re
import unicodedata

# Only these are decoded. Others of Python's codecs are slow on purpose-made input (punycode), run
# code paths no mail needs (idna, unicode_escape), or hide words from a human reader (UTF-7).
_CHARSETS = re.compile(
    r"utf-?8|utf-?16(?:-?[lb]e)?|iso-?8859-?\d{1,2}|latin-?\d{1,2}|windows-?125\d|cp125\d|cp437|cp850"
    r"|koi8-[ru]|mac-?roman|macintosh|gb2312|gbk|gb18030|big5|euc-?jp|euc-?kr|shift_jis|iso-2022-jp"
)
_LATIN_1 = re.compile(r"iso-?8859-?1|latin-?1")

_LINE_ENDS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPACES = re.compile(r"[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# Control characters, marks of direction, characters without width, fillers, lone surrogates,
# private and tag characters: nothing that a reader would see.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160"
    "\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff"
    "\ue000-\uf8ff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U0010ffff]"
)
_AT_ONCE = 1000
"""Characters composed at once: a run of accents costs its square."""


def decode_text(data: bytes, charset: str) -> str:
    """Return the text of these bytes by the charset they claim, else as UTF-8, else as Windows'."""
    name = charset.strip().lower()
    if _LATIN_1.fullmatch(name):
        name = "cp1252"  # which is what those who write so mean, browsers included
    for attempt in ([name] if _CHARSETS.fullmatch(name) else []) + ["utf-8"]:
        try:
            return data.decode(attempt)
        except (UnicodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


def clean_text(text: str) -> str:
    """Return the text with plain line ends and spaces, without unseen characters, composed."""
    text = _UNSEEN.sub("", _SPACES.sub(" ", _LINE_ENDS.sub("\n", text)))
    if text.isascii():
        return text
    pieces = (text[start : start + _AT_ONCE] for start in range(0, len(text), _AT_ONCE))
    return "".join(unicodedata.normalize("NFC", piece) for piece in pieces)
