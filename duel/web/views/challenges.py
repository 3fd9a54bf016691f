"""All open challenges with all their terms: for everybody to read, for members to take."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.lobby.challenges import open_challenges, with_seats
from duel.lobby.seating import open_numbers
from duel.models import Game
from duel.record.selectors import player_names
from duel.web.filters import ChallengeFilter
from duel.web.views.proposals import terms_in_full
from duel.words.naming import joined

ON_A_PAGE = 20


@require_safe
@never_cache
def challenges(request: HttpRequest) -> HttpResponse:
    """Show the challenges that fit what is looked for."""
    form = ChallengeFilter(request.GET)
    reader = request.user if isinstance(request.user, User) else None
    wanted = form.wanted
    found = with_seats(open_challenges(now=timezone.now(), reader=reader, wanted=wanted))
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "form": form,
        "is_filtered": any(form.cleaned_data.values()),
        "page": page,
        "challenges": [challenge_in_full(game) for game in page],
        "asked": asked.urlencode(),
    }
    response = render(request, "duel/challenges.html", context)
    # People's names are for people, not for search engines.
    response["X-Robots-Tag"] = "noindex"
    return response


def challenge_in_full(game: Game) -> dict[str, object]:
    """Return a challenge, whose seats are at hand, with all that one agrees to by taking it."""
    seats = list(game.seats.all())
    seated = [seat for seat in seats if seat.joined_at]
    return {
        **terms_in_full(game),
        "joined": seated,
        "names": joined(player_names(seated)),
        "free": len(open_numbers(game, seats)),
        "kept": sum(seat.joined_at is None for seat in seats),
    }
