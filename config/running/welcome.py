"""What a newcomer reads when the embedded service runs: where to look, and a way in each time."""

from datetime import timedelta

from django.conf import settings
from django.urls import reverse

from accounts.tokens import sign_in_url
from config.demo import ADA, FORMER, OLGA, Role, person_in

A_DAY = timedelta(days=1)


def welcome() -> str:
    """Return the lines: one to start with, then the site, the mailbox and the admin."""
    places = {
        f"as {OLGA.name}, the operator": _way_in(OLGA),
        "the site": settings.SITE_URL + "/",
        "the admin": settings.SITE_URL + reverse("admin:index"),
    }
    if person_in(FORMER) is not None:
        places[f"as {FORMER.name}, as before"] = _way_in(FORMER)
    if settings.MAILBOX_ENABLED:
        places["the mailbox"] = settings.SITE_URL + "/mailbox/"
    if settings.MAIL_PORT:
        places["replies, by SMTP"] = f"127.0.0.1:{settings.MAIL_PORT}"
    return "\n".join(
        [
            f"\nStart here, as {ADA.name}: {_way_in(ADA)}\n",
            *(f"  {place + ':':<24}{url}" for place, url in places.items()),
            "",
            f"{ADA.name} plays against a bot, which answers by itself. Or open the site, type any",
            "address, and begin a game of your own against one.",
            "A sign-in link is good once, within a day. The mailbox holds every letter that would",
            "be sent, and takes replies. Ctrl-C stops everything and keeps the data. Only warnings",
            "are shown below; make run LOG_LEVEL=INFO shows every request.",
            "",
        ]
    )


def _way_in(role: Role) -> str:
    """Return a sign-in link for the role, or the sign-in page if nobody has it any more."""
    person = person_in(role)
    if person is None:
        return settings.SITE_URL + reverse("accounts:sign-in")
    return sign_in_url(person.email, lifetime=A_DAY)
