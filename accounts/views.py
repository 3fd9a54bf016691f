"""Pages about oneself: signing in and out."""

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.forms import AddressForm, NewcomerForm
from accounts.services import LinkIsDead, ask_for_sign_in
from accounts.services import sign_in as sign_in_with
from accounts.tokens import read_token

_NEXT = "sign_in_next"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address and post the sign-in letter."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        ask_for_sign_in(
            address=form.cleaned_data["address"],
            network=request.META.get("REMOTE_ADDR", ""),
            language=get_language() or settings.LANGUAGE_CODE,
        )
        return redirect("accounts:letter-on-its-way")
    if request.method == "GET" and "next" in request.GET:
        request.session[_NEXT] = request.GET["next"]
    return render(request, "accounts/sign_in.html", {"form": form, "sign_up": settings.SIGN_UP})


@require_GET
def letter_on_its_way(request: HttpRequest) -> HttpResponse:
    """Say that a letter is coming, whether or not the address is known."""
    return render(request, "accounts/letter_on_its_way.html", {"minutes": settings.SIGN_IN_MINUTES})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button on GET, because scanners open links; sign in when it is pressed."""
    found = read_token(token)
    if found is None:
        return _dead_link(request)
    form = None if found.person else NewcomerForm(request.POST or None)
    if request.method != "POST" or (form is not None and not form.is_valid()):
        return render(request, "accounts/sign_in_link.html", {"found": found, "form": form})
    target = request.session.get(_NEXT, "")
    try:
        sign_in_with(
            request=request,
            token=token,
            name=form.cleaned_data["name"] if form else "",
            language=get_language() or settings.LANGUAGE_CODE,
        )
    except LinkIsDead:  # somebody pressed the same button a moment earlier
        return _dead_link(request)
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return redirect(target)
    return redirect(resolve_url(settings.LOGIN_REDIRECT_URL))


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/link_is_dead.html", status=410)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this browser's session."""
    logout(request)
    return redirect(resolve_url(settings.LOGOUT_REDIRECT_URL))
