"""Pages about the service itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Say who runs this service."""
    return render(request, "duel/imprint.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is kept about people, why, and for how long."""
    return render(request, "duel/privacy.html")
