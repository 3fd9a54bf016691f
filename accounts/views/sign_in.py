"""Signing in and out."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import translation
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.codes import token_of
from accounts.forms import AddressForm, CodeForm, NewcomerForm
from accounts.models import SignInRequest, User
from accounts.requests import local_target, network_of
from accounts.services.sign_in import (
    Suspended,
    WrongCode,
    ask_for_sign_in,
    enter_code,
    may_sign_in,
    refuse_suspended,
)
from accounts.services.sign_in import sign_in as let_in
from accounts.tokens import LinkIsDead, open_request

_FORM = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(_FORM)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address, post the sign-in letter, and go on to where its code is typed."""
    form = AddressForm(request.POST or None)
    target = local_target(request, request.POST.get("next") or request.GET.get("next", ""))
    if request.method == "POST" and form.is_valid():
        request_id = ask_for_sign_in(
            address=form.cleaned_data["address"],
            network=network_of(request),
            language=get_language() or settings.LANGUAGE_CODE,
            target=target,
        )
        return redirect("accounts:sign-in-code", request_id)
    context = {"form": form, "sign_up": settings.SIGN_UP, "next": target}
    return render(request, "accounts/sign_in.html", context)


@never_cache
@require_http_methods(_FORM)
def sign_in_code(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """Say that a letter is coming, whether or not the address is known, and take its code."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            sign_in_request = enter_code(
                request_id=request_id,
                code=form.cleaned_data["code"],
                network=network_of(request),
            )
            if not User.objects.filter(email=sign_in_request.address).exists():
                return redirect("accounts:sign-in-link", token_of(sign_in_request))
            let_in(request=request, sign_in_request=sign_in_request)
            return _go_on(request, sign_in_request)
        except Suspended as refusal:
            return suspended_page(request, refusal.person)
        except (WrongCode, LinkIsDead):
            form.add_error("code", _not_the_code())
    context = {"form": form, "minutes": settings.SIGN_IN_MINUTES}
    return render(request, "accounts/letter_on_its_way.html", context)


@never_cache
@require_http_methods(_FORM)
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button on GET, because scanners open links; sign in when it is pressed."""
    sign_in_request = open_request(token)
    if sign_in_request is None:
        return dead_link_page(request)
    try:
        refuse_suspended(sign_in_request.address)
    except Suspended as refusal:
        return suspended_page(request, refusal.person)
    if not may_sign_in(sign_in_request.address):
        return dead_link_page(request)
    person = User.objects.filter(email=sign_in_request.address).first()
    form = None if person else NewcomerForm(request.POST or None)
    if request.method != "POST" or (form is not None and not form.is_valid()):
        context = {"address": sign_in_request.address, "person": person, "form": form}
        return render(request, "accounts/sign_in_link.html", context)
    try:
        let_in(
            request=request,
            sign_in_request=sign_in_request,
            language=get_language() or settings.LANGUAGE_CODE,
            **(form.cleaned_data if form else {}),
        )
    except LinkIsDead:  # somebody pressed the same button a moment earlier
        return dead_link_page(request)
    return _go_on(request, sign_in_request)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this browser's session."""
    logout(request)
    return redirect(resolve_url(settings.LOGOUT_REDIRECT_URL))


def _go_on(request: HttpRequest, sign_in_request: SignInRequest) -> HttpResponse:
    target = local_target(request, sign_in_request.target)  # an older row may hold anything
    return HttpResponseRedirect(target or resolve_url(settings.LOGIN_REDIRECT_URL))


def dead_link_page(request: HttpRequest) -> HttpResponse:
    """Say that a link lets nobody in, or no longer."""
    return render(request, "accounts/link_is_dead.html", status=410)


def suspended_page(request: HttpRequest, person: User) -> HttpResponse:
    """Tell somebody who has proved to own the address why they are kept out."""
    with translation.override(person.language):
        context = {"message": person.suspension_message}
        return render(request, "accounts/suspended.html", context, status=403)


def _not_the_code() -> str:
    """Return one sentence for all that may be wrong: it tells nothing about the address."""
    return gettext(
        "This is not the code of a letter that is still good. Take the newest letter, or ask for "
        "another one."
    )
