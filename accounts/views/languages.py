"""The choice of language at the foot of each page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.i18n import set_language as set_cookie

from accounts.models import User
from accounts.services.preferences import set_language as set_preference


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
