"""The club page, for people who are signed in, where the operators have one."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.club.selectors import club_seen_by


@login_required
@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show what the finished games of the club's members add up to."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    if not settings.CLUB_PAGE:
        raise Http404
    context = {"club": club_seen_by(request.user, now=timezone.now())}
    return render(request, "duel/club.html", context)
