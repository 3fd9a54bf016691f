"""The pages on which the owner of an address confirms it, or takes a change of it back."""

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services.addresses import AddressIsTaken, LinkIsDead, confirm, undo_change
from accounts.services.senders import SenderRefusedError, add_sender_address, confirm_path
from accounts.tokens import read_address_token, read_path_token, read_sender_token, read_undo_token


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
        confirm(token=token, this=_own_session(request, change.person))
    except LinkIsDead:  # somebody pressed the same button a moment earlier
        return render(request, "accounts/link_is_dead.html", status=410)
    except AddressIsTaken:
        return render(request, "accounts/address_is_taken.html", context, status=409)
    return render(request, "accounts/address_confirmed.html", context)


@csrf_exempt  # the token alone authorises it, in whatever browser the letter was opened
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def undo_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; take the change of address back when it is clicked."""
    change = read_undo_token(token)
    if change is None:
        return render(request, "accounts/link_is_dead.html", status=410)
    translation.activate(change.user.language)
    context = {"person": change.user, "change": change, "is_undone": False, "is_taken": False}
    if request.method == "POST":
        try:
            undo_change(token=token)
        except LinkIsDead:  # somebody clicked the same button a moment earlier
            return render(request, "accounts/link_is_dead.html", status=410)
        except AddressIsTaken:
            context["is_taken"] = True
            return render(request, "accounts/undo.html", context, status=409)
        context["is_undone"] = True
    return render(request, "accounts/undo.html", context)


def _own_session(request: HttpRequest, person: User) -> SessionBase | None:
    """Return the session of this browser, if the person is signed in here."""
    return request.session if request.user == person else None


@csrf_exempt  # the token alone authorises it, in whatever browser the letter was opened
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sender_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the address and what the button does on GET; add it when the button is pressed."""
    change = read_sender_token(token)
    if change is None:
        return render(request, "accounts/link_is_dead.html", status=410)
    translation.activate(change.person.language)
    context = {"person": change.person, "address": change.address, "refusal": "", "is_added": False}
    if request.method != "POST":
        return render(request, "accounts/sender.html", context)
    try:
        add_sender_address(token=token)
    except LinkIsDead:  # the links were revoked a moment earlier
        return render(request, "accounts/link_is_dead.html", status=410)
    except SenderRefusedError as refused:
        context["refusal"] = refused.sentence
        return render(request, "accounts/sender.html", context, status=409)
    context["is_added"] = True
    return render(request, "accounts/sender.html", context)


@csrf_exempt  # the token alone authorises it, in whatever browser the letter was opened
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def path_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; have the mail read when the button is clicked."""
    question = read_path_token(token)
    if question is None:
        return render(request, "accounts/link_is_dead.html", status=410)
    translation.activate(question.person.language)
    context = {"person": question.person, "path": question.address, "is_confirmed": False}
    if request.method == "POST":
        try:
            context["is_read"] = confirm_path(token=token)
        except LinkIsDead:  # the links were revoked a moment earlier
            return render(request, "accounts/link_is_dead.html", status=410)
        context["is_confirmed"] = True
    return render(request, "accounts/path.html", context)
