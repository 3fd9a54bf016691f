"""The page behind "unsubscribe": it works without login, and mail programs may press its button."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from mail.registry import topic_name
from mail.wishes.mutes import mute, name_of_kind, read_unsubscribe_token, unmute


@csrf_exempt  # the token alone authorises it: mail programs post without having been here
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would be muted on GET; mute it, or take that back, on POST."""
    wish = read_unsubscribe_token(token)
    if wish is None:
        return render(request, "mail/unsubscribe_unknown.html", status=404)
    is_done = ""
    if request.method == "POST":
        act = unmute if request.POST.get("undo") else mute
        act(address=wish.address, kind=wish.kind, topic=wish.topic)
        is_done = "undone" if act is unmute else "muted"
    context = {
        "kind": name_of_kind(wish.kind),
        "topic": topic_name(wish.topic) if wish.topic else "",
        "done": is_done,
    }
    response = render(request, "mail/unsubscribe.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
