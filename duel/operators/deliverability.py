"""Whom a letter will not reach, and who reads which language: told before anything is written."""

from collections.abc import Iterable

from django.utils.translation import get_language, gettext

from accounts.models import User
from mail.suppression import suppression_of


def reader_sentences(readers: Iterable[User]) -> list[str]:
    """Return what an operator should know of the readers of their words before sending them."""
    told = list(dict.fromkeys(readers))
    return [
        *(_language(reader) for reader in told if reader.language != get_language()),
        *(sentence for reader in told if (sentence := unreached(reader))),
    ]


def unreached(reader: User) -> str:
    """Return why no letter reaches somebody and what helps; empty if letters do reach them."""
    suppression = suppression_of(reader.email)
    if suppression is None:
        return ""
    told = gettext(
        "No letter reaches %(name)s at present (%(why)s): on their page you can let letters go to"
        " that address again, before you send this."
    )
    return told % {"name": reader, "why": suppression.get_reason_display()}


def _language(reader: User) -> str:
    words = {"name": reader, "language": reader.get_language_display()}
    return gettext("%(name)s reads %(language)s.") % words
