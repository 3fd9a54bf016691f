"""A person's deadlines for their calendar program: an address to subscribe to, and what it brings.

Whoever has the address reads against whom its owner plays and until when, and nothing else.
"""

import hashlib
from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.services.preferences import renew_calendar
from duel.lobby.calendar import agenda_of
from lib.signing import object_of, signed_object

MAKER = "-//Duelpost//Deadlines//EN"
_SALT = "duel.calendar"


def calendar_url(person: User) -> str:
    """Return the private address of the person's calendar; it lasts until they ask for another."""
    token = signed_object(_SALT, [person.pk, person.calendar_epoch])
    return settings.SITE_URL + reverse("duel:calendar-feed", args=[token])


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def subscription(request: HttpRequest) -> HttpResponse:
    """Show the address of one's calendar; give it another one when the button is pressed."""
    person = cast(User, request.user)
    if request.method == "POST":
        renew_calendar(person=person)
        return redirect(f"{reverse('duel:calendar')}?new")
    context = {"address": calendar_url(person), "is_new": "new" in request.GET}
    return render(request, "duel/calendar.html", context)


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """Bring the deadlines of whoever's address this is; without sign-in, and nothing changes."""
    from duel.lobby.ics import calendar  # noqa: PLC0415  (it takes memory that other roles save)

    person = _owner(token)
    if person is None:
        return HttpResponse(status=404, headers=_PRIVATE, content_type="text/plain; charset=utf-8")
    with speaking_to(person):
        name = gettext("Deadlines at %(site)s") % {"site": settings.SITE_NAME}
        content = calendar(agenda_of(person), name=name, maker=MAKER)
    # Programs come again every hour: most of the time nothing has changed.
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=_PRIVATE)
    response["ETag"] = etag
    response["Content-Disposition"] = 'inline; filename="duelpost.ics"'
    return get_conditional_response(request, etag=etag, response=response) or response


_PRIVATE = {"Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex, nofollow"}


def _owner(token: str) -> User | None:
    """Return whose calendar it is, or None if the address is forged or was given up."""
    match object_of(_SALT, token):
        case [pk, epoch]:
            return User.objects.filter(pk=pk, calendar_epoch=epoch, is_active=True).first()
    return None
