"""The pages on which a person says that mail is theirs: from an address, or by a way to us."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.services.addresses import LinkIsDead
from accounts.services.sender_paths import confirm_path
from accounts.services.senders import SenderRefusedError, add_sender_address
from accounts.tokens import read_path_token, read_sender_token


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
