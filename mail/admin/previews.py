"""The admin's page on which an operator sees what a letter looks like."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lib.admin import AnyAdmin
from lib.reasons import REASON_LENGTH, in_one_line
from mail.models import Letter
from mail.mutes import name_of_one
from mail.previews import (
    Secrecy,
    framed_policy,
    letters_shown_to,
    look_at,
    reason_to_refuse,
    revealed_words,
    secrecy_of,
)

REVEALED_FOR = timedelta(minutes=10)
"""How long a letter stays open to the session that gave a reason."""

_OPEN_NOW = "revealed_letter"

_HTML_POLICY = framed_policy()  # not even a link could be followed


def look(shown_in: AnyAdmin, request: HttpRequest, object_id: str) -> HttpResponse:
    """Show the letter, or ask why it is to be revealed; a POST with a reason reveals it."""
    letter = _letter(shown_in, request, object_id)
    if request.method == "POST":
        return _reveal(shown_in, request, letter)
    return _page(shown_in, request, letter)


def look_html(shown_in: AnyAdmin, request: HttpRequest, object_id: str) -> HttpResponse:
    """Return the HTML part as a mail program would show it, with every link dead."""
    letter = _letter(shown_in, request, object_id)
    if not _may_read(request, letter):
        raise PermissionDenied
    shown = look_at(letter)
    if shown is None or not shown.html:
        raise Http404
    return HttpResponse(shown.html, headers={"Content-Security-Policy": _HTML_POLICY})


def _letter(shown_in: AnyAdmin, request: HttpRequest, object_id: str) -> Letter:
    if not shown_in.has_view_permission(request):
        raise PermissionDenied
    letters = letters_shown_to(request.user, Letter.objects.all())
    letter = letters.filter(pk=object_id).first() if object_id.isdecimal() else None
    if letter is None:
        raise Http404
    return letter


def _may_reveal(request: HttpRequest) -> bool:
    return bool(request.user.has_perm("mail.reveal_letter"))


def _may_read(request: HttpRequest, letter: Letter) -> bool:
    """Return whether the letter is open, or was revealed in this session a moment ago."""
    secrecy = secrecy_of(letter.kind)
    if secrecy is not Secrecy.HIDDEN:
        return secrecy is Secrecy.OPEN
    pk, at = request.session.get(_OPEN_NOW, (None, 0))
    is_recent = timezone.now().timestamp() - at < REVEALED_FOR.total_seconds()
    is_revealed = pk == letter.pk and is_recent
    return is_revealed and _may_reveal(request) and not reason_to_refuse(letter, request.user)


def _reveal(shown_in: AnyAdmin, request: HttpRequest, letter: Letter) -> HttpResponse:
    if secrecy_of(letter.kind) is not Secrecy.HIDDEN or not _may_reveal(request):
        raise PermissionDenied
    reason = in_one_line(request.POST.get("reason", ""))
    error = reason_to_refuse(letter, request.user)
    if not error and not 0 < len(reason) <= REASON_LENGTH:
        error = gettext("Say why: the reason stands in the audit log.")
    if error:
        return _page(shown_in, request, letter, error=error)
    with transaction.atomic():
        shown_in.log_change(request, letter, f"{revealed_words(letter.topic)}: {reason}")
        request.session[_OPEN_NOW] = [letter.pk, timezone.now().timestamp()]
    return redirect("admin:mail_letter_look", letter.pk)


def _page(
    shown_in: AnyAdmin, request: HttpRequest, letter: Letter, *, error: str = ""
) -> HttpResponse:
    may_read = _may_read(request, letter)
    secrecy = secrecy_of(letter.kind)
    context = {
        **shown_in.admin_site.each_context(request),
        "title": _("What the letter looks like"),
        "opts": shown_in.opts,
        "original": letter,
        "kind": name_of_one(letter.kind),
        "is_key": secrecy is Secrecy.KEY,
        "may_read": may_read,
        "may_reveal": secrecy is Secrecy.HIDDEN and _may_reveal(request),
        "refusal": reason_to_refuse(letter, request.user) if secrecy is Secrecy.HIDDEN else "",
        "look": look_at(letter) if may_read else None,
        "error": error,
        "reason_length": REASON_LENGTH,
    }
    status = 400 if error else 200
    return TemplateResponse(request, "admin/mail/letter/look.html", context, status=status)
