"""The pages on which the owner of an address confirms it, or takes a change of it back."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.services.addresses import AddressIsTaken, confirm, undo_change
from accounts.services.senders import SenderRefusedError, add_sender_address, confirm_path
from accounts.tokens import ADD_SENDER, CONFIRM_ADDRESS, CONFIRM_PATH, LinkIsDead, read_undo_token
from accounts.views.sign_in import dead_link_page

Page = Callable[[HttpRequest, str], HttpResponse]


def _page_of_link(view: Page) -> Page:
    """Return the page with the button of a link; a link dead by now, or by the click, says so."""

    @csrf_exempt  # the token alone authorises it, in whatever browser the letter was opened
    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def page(request: HttpRequest, token: str) -> HttpResponse:
        try:
            return view(request, token)
        except LinkIsDead:
            return dead_link_page(request)

    return page


@_page_of_link
def address_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; confirm the address when it is clicked."""
    change = CONFIRM_ADDRESS.read(token)
    translation.activate(change.person.language)
    context = {"person": change.person, "address": change.address}
    if request.method != "POST":
        return render(request, "accounts/confirm_address.html", context)
    try:
        confirm(token=token, this=request.session if request.user == change.person else None)
    except AddressIsTaken:
        return render(request, "accounts/address_is_taken.html", context, status=409)
    return render(request, "accounts/address_confirmed.html", context)


@_page_of_link
def undo_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; take the change of address back when it is clicked."""
    change = read_undo_token(token)
    translation.activate(change.user.language)
    context = {"person": change.user, "change": change, "is_undone": False, "is_taken": False}
    status = 200
    if request.method == "POST":
        try:
            undo_change(token=token)
            context["is_undone"] = True
        except AddressIsTaken:
            context["is_taken"], status = True, 409
    return render(request, "accounts/undo.html", context, status=status)


@_page_of_link
def sender_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the address and what the button does on GET; add it when the button is clicked."""
    change = ADD_SENDER.read(token)
    translation.activate(change.person.language)
    context = {"person": change.person, "address": change.address, "refusal": "", "is_added": False}
    status = 200
    if request.method == "POST":
        try:
            add_sender_address(token=token)
            context["is_added"] = True
        except SenderRefusedError as refused:
            context["refusal"], status = refused.sentence, 409
    return render(request, "accounts/sender.html", context, status=status)


@_page_of_link
def path_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the button does on GET; have the mail read when the button is clicked."""
    question = CONFIRM_PATH.read(token)
    translation.activate(question.person.language)
    context = {"person": question.person, "path": question.address, "is_confirmed": False}
    if request.method == "POST":
        context["is_read"] = confirm_path(token=token)
        context["is_confirmed"] = True
    return render(request, "accounts/path.html", context)
