"""The page on which somebody plans to be away."""

from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.errors import Refused
from duel.models import Vacation
from duel.timekeeping.vacations import allowance, end_vacation, plan_days_off
from duel.web.views.numbers import whole_number


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
    """Show the vacations that are planned and how many days are left; plan one, or let one go."""
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
    return render(request, "duel/vacation.html", {"form": form} | _standing(person))


def _standing(person: User) -> dict[str, Any]:
    now = timezone.now()
    vacations = Vacation.objects.filter(user=person)
    stretches = vacations.values_list("begins_at", "ends_at")
    return {
        "days": allowance(person.joined_at, stretches, at=now).days,
        "vacations": vacations.filter(ends_at__gt=now),
        "now": now,
    }
