"""Preferences: signed in, or by the link in every letter."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language as set_cookie

from accounts.forms import HarmlessPreferencesForm, NewAddressForm, PreferencesForm
from accounts.models import User
from accounts.requests import network_of
from accounts.services.addresses import ask_to_confirm
from accounts.services.preferences import revoke_links, save_preferences
from accounts.services.preferences import set_language as set_preference
from accounts.services.senders import remove_path, remove_sender_address
from accounts.services.sign_in import ask_for_sign_in
from accounts.tokens import person_of_preferences
from mail.models import Mute
from mail.mutes import mutes_of, name_of_kind, unmute
from mail.registry import topic_name

_FORM = ["GET", "HEAD", "POST"]


@login_required
@never_cache
@require_http_methods(_FORM)
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change all that is one's own."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    return _answer(request, request.user, is_signed_in=True)


@csrf_exempt  # the token alone authorises it: no cookie is needed, and none is set
@never_cache
@require_http_methods(_FORM)
def preferences_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show and change without login what does no harm when the letter was forwarded."""
    person = person_of_preferences(token)
    if person is None:
        return render(request, "accounts/preferences_link_is_dead.html", status=410)
    response = _answer(request, person, is_signed_in=False)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _answer(request: HttpRequest, person: User, *, is_signed_in: bool) -> HttpResponse:
    done = request.POST.get("act", "save") if request.method == "POST" else ""
    form_class = PreferencesForm if is_signed_in else HarmlessPreferencesForm
    form = form_class(instance=User.objects.get(pk=person.pk))
    new_address = NewAddressForm()
    match done:
        case "":
            pass
        case "save":
            form = form_class(request.POST, instance=User.objects.get(pk=person.pk))
            done = "saved" if form.is_valid() else ""
            if done:
                person = form.instance
                save_preferences(person=person, changed=form.changed_data)
        case "unmute":
            _unmute(person, request.POST.get("wish", ""))
        case "revoke":
            revoke_links(person=person, this=request.session if is_signed_in else None)
        case "sign-in":
            ask_for_sign_in(
                address=person.email,
                network=network_of(request),
                language=person.language,
                target=reverse("accounts:preferences"),
            )
        case "address" if is_signed_in:
            new_address = NewAddressForm(request.POST)
            done = "asked" if new_address.is_valid() else ""
            if done:
                ask_to_confirm(person=person, address=new_address.cleaned_data["address"])
        case "remove-sender" if is_signed_in:
            remove_sender_address(person=person, pk=request.POST.get("sender", ""))
        case "remove-path" if is_signed_in:
            remove_path(person=person, pk=request.POST.get("path", ""))
        case "confirm" if is_signed_in:
            ask_to_confirm(person=person, address=person.email)
            done = "asked"
        case _:
            raise BadRequest("There is no such act.")
    translation.activate(person.language)
    context: dict[str, Any] = {
        "person": person,
        "form": form,
        "new_address": new_address,
        "is_signed_in": is_signed_in,
        "done": done,
        "senders": person.sender_addresses.all() if is_signed_in else (),
        "paths": person.sender_paths.order_by("path") if is_signed_in else (),
        "mutes": [_wish(mute) for mute in mutes_of(person.email)],
    }
    return render(request, "accounts/preferences.html", context)


def _unmute(person: User, pk: str) -> None:
    """Take back a wish, if it is this person's and still there."""
    for wish in mutes_of(person.email):
        if str(wish.pk) == pk:
            unmute(address=wish.address, kind=wish.kind, topic=wish.topic)


def _wish(mute: Mute) -> dict[str, str]:
    return {
        "id": str(mute.pk),
        "kind": name_of_kind(mute.kind) if mute.kind else "",
        "topic": topic_name(mute.topic) if mute.topic else "",
    }


def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the choice in a cookie, and with the person who is signed in."""
    response = set_cookie(request)
    chosen = request.POST.get("language", "")
    if (
        request.method == "POST"
        and chosen in dict(settings.LANGUAGES)
        and isinstance(request.user, User)
    ):
        set_preference(person=request.user, language=chosen)
    return response
