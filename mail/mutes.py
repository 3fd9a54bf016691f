"""Muting letters: the link in each, and its page without login, which mail programs may press."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from lib.signing import object_of, signed_object
from mail.addresses import normal_address
from mail.models import Letter, Mute
from mail.registry import UnknownKindError, kind_of, topic_name

_SALT = "mail.unsubscribe"


def mute(*, address: str, kind: str = "", topic: str = "") -> Mute:
    """Keep and return the wish: no letters of this kind about this topic; empty means any."""
    return Mute.objects.get_or_create(address=normal_address(address), kind=kind, topic=topic)[0]


def unmute(*, address: str, kind: str = "", topic: str = "") -> None:
    """Take back exactly this wish."""
    Mute.objects.filter(address=normal_address(address), kind=kind, topic=topic).delete()


def mutes_of(address: str) -> list[Mute]:
    """Return all that the owner of this address has muted, oldest first."""
    return list(Mute.objects.filter(address=normal_address(address)).order_by("since", "pk"))


def is_muted(*, address: str, kind: str, topic: str = "") -> bool:
    """Return whether the owner of the address does not want such a letter."""
    wishes = Mute.objects.filter(address=normal_address(address))
    return wishes.filter(kind__in=["", kind], topic__in=["", topic]).exists()


def muted_topics(*, address: str, kinds: Iterable[str]) -> set[str]:
    """Return the topics about which the owner of the address wants no letters of these kinds."""
    wishes = Mute.objects.filter(address=normal_address(address), kind__in=["", *kinds])
    return set(wishes.exclude(topic="").values_list("topic", flat=True))


def unsubscribe_url(letter: Letter) -> str:
    """Return the link that mutes letters like this one, or nothing; it never dies."""
    if not kind_of(letter.kind).can_be_muted:
        return ""
    token = signed_object(_SALT, [normal_address(letter.to), letter.kind, letter.topic])
    return settings.SITE_URL + reverse("unsubscribe", args=[token])


def read_unsubscribe_token(token: str) -> Mute | None:
    """Return the wish that the link stands for, not kept yet, or None if we did not sign it."""
    match object_of(_SALT, token):
        case [address, kind, topic]:
            return Mute(address=address, kind=kind, topic=topic)
    return None


def name_of_kind(kind: str) -> str:
    """Return what readers call this kind of letter; a kind from another time keeps its own name."""
    try:
        return str(kind_of(kind).name)
    except UnknownKindError:
        return kind


def name_of_one(kind: str) -> str:
    """Return what a single letter of this kind is called, or the kind itself if it is unknown."""
    try:
        found = kind_of(kind)
    except UnknownKindError:
        return kind
    return str(found.one or found.name)


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
