"""Names that could pass for somebody else's, for a bot's or for words of the service."""

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import is_invisible, looks_like, skeleton
from lib.languages import words

_JOINERS = "\u200c\u200d"
"""Some scripts cannot do without them, and emoji are composed with them."""

_EMOJI_STYLE = "\ufe0e\ufe0f"
_OPENING = frozenset("([{<⟨❨⦅（［｛＜")
"""Brackets in which we write words of our own behind a name; a smile has none of these."""

_ALPHABETS = frozenset(("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"))
"""Alphabets with letters that can be taken for those of another."""

_LATEST_EUROPEAN = "\u058f"
_RESERVED = words("replies.toml", "everybody") | words("replies.toml", "names", "reserved")
_OFFICES = words("replies.toml", "names", "offices")
"""No word of a name may be one of these."""


def refuse_misleading(name: str) -> None:
    """Raise ValidationError for a name that could pass for another's or for words of ours."""
    if any(is_invisible(each) for each in _without_needed_joiners(name)):
        raise ValidationError(_("A name cannot have invisible characters. Please type it anew."))
    if not _OPENING.isdisjoint(name):
        raise ValidationError(_("A name cannot have brackets: we write our own words in them."))
    if any(len(_alphabets(word)) > 1 for word in name.split()):
        raise ValidationError(_("A name cannot mix letters of different alphabets in one word."))
    if _is_reserved(name):
        raise ValidationError(_("This name is kept for the service. Please choose another one."))


def without_emoji_style(name: str) -> str:
    """Return the name without the marks by which phones ask for a coloured sign."""
    return "".join(each for each in name if each not in _EMOJI_STYLE)


def _is_reserved(name: str) -> bool:
    """Return whether it is a word of ours, or has one; “Ali” does not look like “all” here."""
    looks = {skeleton(name), skeleton(name.lower())}
    reserved = {skeleton(each) for each in _RESERVED | {settings.SITE_NAME}}
    if not looks.isdisjoint(reserved) or any("duelpost" in each for each in looks):
        return True
    parts = re.split(r"[\s_.,;:/–-]+", name)
    return any(looks_like(word, office) for word in parts if word for office in _OFFICES)


def _without_needed_joiners(name: str) -> str:
    """Return the name without joiners between letters of scripts that need them, or in emoji."""
    text = without_emoji_style(name)
    return "".join(
        each
        for place, each in enumerate(text)
        if each not in _JOINERS or not _needs_joiner(text[place - 1 : place], text[place + 1 :][:1])
    )


def _needs_joiner(before: str, behind: str) -> bool:
    return all(
        each > _LATEST_EUROPEAN and not is_invisible(each) and not _alphabets(each)
        for each in (before, behind)
        if each
    ) and bool(before and behind)


def _alphabets(word: str) -> set[str]:
    """Return the alphabets of the word among those whose letters are taken for each other's."""
    return {
        unicodedata.name(each, "").split(" ")[0] for each in word if each.isalpha()
    } & _ALPHABETS
