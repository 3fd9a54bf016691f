"""A page of one sentence, with the way on from there.

Pages of signed links answer with it.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

_BUTTONS_OF_THE_BOARD = ("take-back", "send-now", "discard")


def say(request: HttpRequest, sentence: str, *, status: int = 200) -> HttpResponse:
    """Return a page with one sentence, and the way to the games of a person who signs in."""
    context = {"sentence": sentence, "way_back": page_of_link(request)}
    return render(request, "duel/linked/sentence.html", context, status=status)


def page_of_link(request: HttpRequest) -> str:
    """Return where the link leads that was opened or pressed: its page, not one of its buttons.

    Signing in leads back there. It is their own link, so it tells nothing new.
    """
    place = request.resolver_match
    if place is not None and place.url_name in _BUTTONS_OF_THE_BOARD:
        return reverse("duel:board", kwargs=place.kwargs)
    return request.path
