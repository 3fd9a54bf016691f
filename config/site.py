"""What every page may say about the site itself."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name, contact and imprint for the templates."""
    return {
        "site_name": settings.SITE_NAME,
        "contact_address": settings.CONTACT_ADDRESS,
        "imprint": [line.strip() for line in settings.IMPRINT.split("|") if line.strip()],
        "mailbox_enabled": settings.MAILBOX_ENABLED,
        "club_page": settings.CLUB_PAGE,
    }
