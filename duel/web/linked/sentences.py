"""A page of one sentence, and where a link leads back to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

_BUTTONS_OF_THE_BOARD = ("take-back", "send-now", "discard")


def say(request: HttpRequest, sentence: str, *, status: int = 200) -> HttpResponse:
    """Return a page with one sentence, and the way to the games of whoever signs in."""
    context = {"sentence": sentence, "way_back": page_of_link(request)}
    return render(request, "duel/linked/sentence.html", context, status=status)


def page_of_link(request: HttpRequest) -> str:
    """Return where the link leads that was opened or pressed: its page, not one of its buttons.

    Whoever signs in is led back there. It is their own link, so that nothing new is told by it.
    """
    place = request.resolver_match
    if place is not None and place.url_name in _BUTTONS_OF_THE_BOARD:
        return reverse("duel:board", kwargs=place.kwargs)
    return request.path
