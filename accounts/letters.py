"""The letters about oneself."""

from datetime import timedelta
from typing import Any

from django.conf import settings

from accounts.tokens import sign_in_url
from mail.drafts import Draft
from mail.registry import letter
from mail.rendering import render


@letter("sign-in")
def sign_in_letter(data: dict[str, Any]) -> Draft:
    """Return the letter with a link that signs its reader in."""
    minutes = settings.SIGN_IN_MINUTES
    context = {
        "url": sign_in_url(data["address"], lifetime=timedelta(minutes=minutes)),
        "minutes": minutes,
        "site_name": settings.SITE_NAME,
    }
    return render("sign_in", context, data["language"])
