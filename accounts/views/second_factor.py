"""The second factor of operators: showing it, and setting it up."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import SecondFactorForm
from accounts.models import SecondFactor, User
from accounts.requests import local_target
from accounts.second_factor import (
    factor_of,
    note_shown,
    otpauth_url,
    qr_code,
    secret_words,
    was_shown,
)
from accounts.services import second_factor as service

_FORM = ["GET", "HEAD", "POST"]


@login_required
@never_cache
@require_http_methods(_FORM)
def second_factor(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and go on to where the operator was going."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    person, target = request.user, _target(request)
    factor = factor_of(person)
    if factor is None:
        return redirect("accounts:second-factor-setup")
    form = SecondFactorForm(request.POST or None)
    if request.method == "POST" and _took(
        form, lambda code: service.show(person=person, code=code)
    ):
        note_shown(request, factor)
        return HttpResponseRedirect(target)
    return render(request, "accounts/second_factor.html", {"form": form, "next": target})


@login_required
@never_cache
@require_http_methods(_FORM)
def setup(request: HttpRequest) -> HttpResponse:
    """Set up a second factor, or change the one that is in force."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    if not request.user.is_staff:
        return render(request, "accounts/not_an_operator.html", status=403)
    factor = factor_of(request.user)
    if factor is None:
        return _set_up(request, request.user)
    if not was_shown(request, factor):
        here = urlencode({"next": request.path})
        return redirect(f"{reverse('accounts:second-factor')}?{here}")
    return _manage(request, request.user, factor)


def _set_up(request: HttpRequest, person: User) -> HttpResponse:
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if act == "begin":
        service.begin_setup(person=person)
        return redirect("accounts:second-factor-setup")
    form = SecondFactorForm(request.POST if act == "confirm" else None)
    codes: list[str] = []
    if act == "confirm" and _took(
        form, lambda code: codes.extend(service.confirm_setup(person=person, code=code))
    ):
        note_shown(request, SecondFactor.objects.get(user=person))
        return _show_codes(request, codes)
    context: dict[str, object] = {"form": form, "required": settings.SECOND_FACTOR_REQUIRED}
    waiting = SecondFactor.objects.filter(user=person).first()
    if waiting is not None:
        secret = bytes(waiting.secret)
        context["secret"] = secret_words(secret)
        url = otpauth_url(secret, issuer=settings.SITE_NAME, account=person.email)
        context |= {"url": url, "qr": qr_code(url)}
    return render(request, "accounts/second_factor_setup.html", context)


def _manage(request: HttpRequest, person: User, factor: SecondFactor) -> HttpResponse:
    form = SecondFactorForm(request.POST or None)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    codes: list[str] = []
    if act == "remove" and _took(form, lambda code: service.give_up(person=person, code=code)):
        return redirect("accounts:second-factor-setup")
    if act == "codes" and _took(
        form, lambda code: codes.extend(service.renew_recovery_codes(person=person, code=code))
    ):
        return _show_codes(request, codes)
    context = {
        "form": form,
        "since": factor.confirmed_at,
        "left": person.recovery_codes.count(),
        "required": settings.SECOND_FACTOR_REQUIRED,
    }
    return render(request, "accounts/second_factor_manage.html", context)


def _took(form: SecondFactorForm, act: Callable[[str], object]) -> bool:
    """Return whether the act took the code; otherwise the form says why not."""
    if not form.is_valid():
        return False
    try:
        act(form.cleaned_data["code"])
    except service.WrongCode:
        form.add_error("code", gettext("This code is not the current one, or was used before."))
    except service.TooManyGuesses:
        form.add_error("code", gettext("Too many codes were tried. Wait a quarter of an hour."))
    else:
        return True
    return False


def _show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "accounts/second_factor_codes.html", {"codes": codes})


def _target(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next", "")
    return local_target(request, target) or reverse("admin:index")
