"""The page on which the owner of an address confirms it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.services.addresses import AddressIsTaken, LinkIsDead, confirm
from accounts.tokens import read_address_token


@csrf_exempt  # the token alone authorises it, in whatever browser the letter was opened
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; confirm the address when it is pressed."""
    change = read_address_token(token)
    if change is None:
        return render(request, "accounts/link_is_dead.html", status=410)
    translation.activate(change.person.language)
    context = {"person": change.person, "address": change.address}
    if request.method != "POST":
        return render(request, "accounts/confirm_address.html", context)
    try:
        confirm(token=token)
    except LinkIsDead:  # somebody pressed the same button a moment earlier
        return render(request, "accounts/link_is_dead.html", status=410)
    except AddressIsTaken:
        return render(request, "accounts/address_is_taken.html", context, status=409)
    return render(request, "accounts/address_confirmed.html", context)
