"""Pages of a person's account that are about games: vacations, the calendar, deleting it."""

import hashlib
from typing import cast

from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.selectors import can_be_readdressed_until
from accounts.services.preferences import renew_calendar
from duel.errors import Refused
from duel.lobby.calendar import agenda_of
from duel.models import Seat, Status, Vacation
from duel.seats.deletion import delete_account
from duel.timekeeping.vacations import allowance, end_vacation, plan_days_off
from duel.web.numbers import whole_number
from lib.signing import object_of, signed_object


class VacationForm(forms.Form):
    """Asks for the first and the last day, by the person's own calendar."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def plan(self, person: User) -> None:
        """Plan the vacation; from today on, it begins at once."""
        data = self.cleaned_data
        plan_days_off(user=person, first=data["first"], last=data["last"])


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Show the vacations that are planned and how many days are left; plan or end one."""
    person = cast(User, request.user)
    form = VacationForm(request.POST if request.POST.get("act") == "plan" else None)
    if request.method == "POST":
        if not form.is_bound:
            end_vacation(user=person, pk=whole_number(request.POST.get("act", ""), digits=17))
            return redirect("duel:vacation")
        if form.is_valid():
            try:
                form.plan(person)
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                return redirect("duel:vacation")
    now, vacations = timezone.now(), Vacation.objects.filter(user=person)
    context = {
        "form": form,
        "days": allowance(
            person.joined_at, vacations.values_list("begins_at", "ends_at"), at=now
        ).days,
        "vacations": vacations.filter(ends_at__gt=now),
        "now": now,
    }
    return render(request, "duel/vacation.html", context)


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
    """Return the calendar of the person with this address, without sign-in."""
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
    """Return whose calendar it is, or None if the address is forged or was renewed."""
    match object_of(_SALT, token):
        case [pk, epoch]:
            return User.objects.filter(pk=pk, calendar_epoch=epoch, is_active=True).first()
    return None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means; do it when the tick and the button say so.

    Not while a former address can still take the account back: a thief would delete it.
    """
    user = cast(User, request.user)
    is_sure = request.POST.get("sure") == "yes"
    waits_until = can_be_readdressed_until(user)
    if request.method == "POST" and is_sure and waits_until is None:
        delete_account(user=user)
        logout(request)
        return render(request, "duel/account_deleted.html")
    running = Seat.objects.filter(user=user, game__status=Status.RUNNING).count()
    context = {
        "running": running,
        "forgot_the_tick": request.method == "POST",
        "waits_until": waits_until,
    }
    return render(request, "duel/leave.html", context)
