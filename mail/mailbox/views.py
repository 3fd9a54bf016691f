"""The pages of the embedded mailbox, which stand for the inboxes of all players."""

import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from mail.mailbox import files as mailbox
from mail.mailbox import replying
from mail.models import Letter
from mail.previews import framed_policy

LETTERS_PER_PAGE = 25
ROWS_AT_MOST = 50
_HEAD_TAG = re.compile(r"<head[^>]*>", re.IGNORECASE)
Page = Callable[..., HttpResponseBase]

# Its links may open tabs; that is all.
_HTML_POLICY = framed_policy("allow-popups", "allow-popups-to-escape-sandbox")


def _at_home(view: Page, *, method: Callable[[Page], Page] = require_safe) -> Page:
    """Return the view as it may be seen: read only, never stored, and never in production."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not (settings.EMBEDDED and settings.MAILBOX_ENABLED):
            raise Http404
        return view(request, **kwargs)

    return never_cache(method(guarded))


@_at_home
def letter_list(request: HttpRequest) -> HttpResponse:
    """Show all letters or those to one address, above them those that have not left yet."""
    to = request.GET.get("to", "")
    letters = mailbox.envelopes()
    rows = Letter.objects.order_by("next_attempt_at")
    waiting = rows.filter(status__in=[Letter.Status.WAITING, Letter.Status.SENDING])
    failed = rows.filter(status=Letter.Status.FAILED)
    recipients = {
        *mailbox.recipients(letters),
        *waiting.values_list("to", flat=True)[:ROWS_AT_MOST],
    }
    if to:
        letters = [letter for letter in letters if to in letter.recipients]
        waiting, failed = waiting.filter(to=to), failed.filter(to=to)
    context = {
        "to": to,
        "recipients": sorted(recipients),
        "waiting": waiting[:ROWS_AT_MOST],
        "failed": failed.order_by("-next_attempt_at")[:ROWS_AT_MOST],
        "letters": Paginator(letters, LETTERS_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "mailbox/list.html", context)


@_at_home
def letter(request: HttpRequest, key: str) -> HttpResponse:
    """Show one letter: its HTML part in a frame, its text, its headers, its files."""
    found = _open(key)
    context = {
        "letter": found,
        "headers": found.source.partition("\n\n")[0],
        "can_be_answered": replying.can_be_answered(found),
        "longest": replying.LONGEST,
    }
    return render(request, "mailbox/letter.html", context)


@partial(_at_home, method=require_POST)
def reply(request: HttpRequest, key: str) -> HttpResponse:
    """Send what was written below the letter as its reader's reply, and say what became of it."""
    found = _open(key)
    if not replying.can_be_answered(found):
        raise Http404
    text = request.POST.get("text", "").strip()
    if not text or len(text) > replying.LONGEST:
        messages.error(request, gettext("Nothing was sent: write a few words first."))
    elif replying.send(found, text):
        messages.success(
            request,
            gettext(
                "Your reply was received. Its answer comes as a letter to %(address)s: it will "
                "stand at the top of the mailbox."
            )
            % {"address": found.envelope.recipients[0]},
        )
    else:
        messages.error(
            request, gettext("This letter cannot be answered any more: nobody took the reply.")
        )
    return redirect("mailbox:letter", key=key)


@_at_home
@xframe_options_sameorigin
def letter_html(request: HttpRequest, key: str) -> HttpResponse:
    """Return the HTML part for a frame: no script, nothing from elsewhere, links in a new tab."""
    html = _open(key).html
    if not html:
        raise Http404
    target = '<base target="_blank">'
    framed, found = _HEAD_TAG.subn(lambda head: head[0] + target, html, count=1)
    return HttpResponse(
        framed if found else target + html, headers={"Content-Security-Policy": _HTML_POLICY}
    )


@_at_home
def letter_source(request: HttpRequest, key: str) -> HttpResponse:
    """Return the letter as it went over the wire."""
    return HttpResponse(_open(key).source, content_type="text/plain; charset=utf-8")


@_at_home
def letter_attachment(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a file of the letter as a download, whatever it says it is."""
    attachments = _open(key).attachments
    if number >= len(attachments):
        raise Http404
    attachment = attachments[number]
    response = HttpResponse(attachment.content, content_type="application/octet-stream")
    response.headers["Content-Disposition"] = (
        content_disposition_header(True, attachment.name) or "attachment"
    )
    return response


def _open(key: str) -> mailbox.KeptLetter:
    try:
        return mailbox.open_letter(key)
    except mailbox.NoSuchLetterError as error:
        raise Http404 from error
