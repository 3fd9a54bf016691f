"""The one letter of this room: an operator asks whether mail works at all."""

from dataclasses import replace
from typing import Any

from mail.drafts import Draft
from mail.inbound.addresses import replies_are_on
from mail.inbound.self_test import reply_key
from mail.registry import letter
from mail.sending.rendering import render


@letter("test", can_be_muted=False)
def test_letter(data: dict[str, Any]) -> Draft:
    """Return a letter that says only that it arrived, and can be answered where letters can be."""
    test = data.get("test", "")
    can_be_answered = bool(test) and replies_are_on()
    draft = render("test", {"can_be_answered": can_be_answered}, data.get("language", "en"))
    return replace(draft, reply_key=reply_key(test)) if can_be_answered else draft
