"""The one letter of this room: an operator asks whether mail works at all."""

from typing import Any

from mail.drafts import Draft
from mail.registry import letter
from mail.sending.rendering import render


@letter("test", can_be_muted=False)
def test_letter(data: dict[str, Any]) -> Draft:
    """Return a letter that says only that it arrived."""
    return render("test", {}, data.get("language", "en"))
