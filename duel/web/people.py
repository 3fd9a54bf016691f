"""The page of one player, and of the club, for people who are signed in."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.club.pace import FEWEST_TURNS
from duel.club.person import find_person, person_page_for
from duel.club.selectors import club_for


@login_required
@never_cache
@require_safe
def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what the games of this person add up to, as far as the reader may know it."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    found = find_person(public_id)
    if found is None:
        raise Http404
    page = person_page_for(request.user, found, now=timezone.now())
    return render(request, "duel/person.html", {"page": page, "fewest_turns": FEWEST_TURNS})


@login_required
@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show what the finished games of the club's members add up to."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    if not settings.CLUB_PAGE:
        raise Http404
    context = {"club": club_for(request.user, now=timezone.now())}
    return render(request, "duel/club.html", context)
