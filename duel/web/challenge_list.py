"""The page of all open challenges with all their terms, and its filter."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from duel.games.registry import game_choices, terms_to_choose
from duel.lobby.challenges import (
    FAST,
    MEDIUM,
    NO_OPTION,
    SLOW,
    GameSearch,
    open_challenges,
    option_names,
    with_seats,
)
from duel.lobby.seating import open_numbers
from duel.models import Game
from duel.record.selectors import player_names
from duel.web.proposals import terms_in_full
from duel.words.naming import joined


class ChallengeFilter(forms.Form):
    """Asks for game, seats, pace and additions; values that make no sense are ignored."""

    game = forms.ChoiceField(label=pgettext_lazy("challenges", "Game"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)
    pace = forms.ChoiceField(label=_("Time for a turn"), required=False)
    option = forms.ChoiceField(label=_("Played with"), required=False)

    def __init__(self, query: Mapping[str, Any]) -> None:
        super().__init__(query, label_suffix="")
        counts = sorted({terms.seats for terms in terms_to_choose()})
        every: dict[str, list[tuple[Any, str]]] = {
            "game": game_choices(),
            "seats": [(count, str(count)) for count in counts],
            "pace": [
                (FAST, gettext("a day or less")),
                (MEDIUM, gettext("two to four days")),
                (SLOW, gettext("longer")),
            ],
            "option": [(NO_OPTION, gettext("nothing added")), *option_names().items()],
        }
        for name, choices in every.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 (for the type checker)
            field.choices = [("", gettext("any")), *choices]

    @property
    def wanted(self) -> GameSearch:
        """What is looked for."""
        self.full_clean()
        return GameSearch(**{name: value for name, value in self.cleaned_data.items() if value})


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
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "is_filtered": any(form.cleaned_data.values()),
        "page": page,
        "challenges": [challenge_in_full(game) for game in page],
        "query": query.urlencode(),
    }
    response = render(request, "duel/challenges.html", context)
    # People's names are for people, not for search engines.
    response["X-Robots-Tag"] = "noindex"
    return response


def challenge_in_full(game: Game) -> dict[str, object]:
    """Return a challenge, whose seats were prefetched, with all that one agrees to by taking it."""
    seats = list(game.seats.all())
    seated = [seat for seat in seats if seat.joined_at]
    return {
        **terms_in_full(game),
        "joined": seated,
        "names": joined(player_names(seated)),
        "free": len(open_numbers(game, seats)),
        "kept": sum(seat.joined_at is None for seat in seats),
    }
