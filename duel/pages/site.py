"""Pages about the service itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

TOKENS = [
    ("white", _("white")),
    ("blue", _("blue")),
    ("green", _("green")),
    ("red", _("red")),
    ("black", _("black")),
    ("pearl", _("pearl")),
    ("gold", _("gold")),
]
"""The colours in the order of the rules, with the word for each."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is and where to begin."""
    return render(request, "duel/home.html", {"tokens": TOKENS})


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Say who runs this service."""
    return render(request, "duel/imprint.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is kept about people, why, and for how long."""
    return render(request, "duel/privacy.html")
