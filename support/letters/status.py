"""The daily letter to operators about what is wrong, if anything is; for a task and game checks."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.authority import operators_who_may
from duel.models import Divergence, Game
from mail.registry import Draft, letter
from mail.sending.rendering import render
from mail.services import post
from support.status.in_words import bulletin, troubles

KIND = "daily-word"


@letter(
    KIND,
    name=_("daily letters about the state of the service"),
    one=_("state of the service"),
    is_urgent=True,
)
def daily_word_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter, or None if all is well by now or its reader no longer operates."""
    # It may be handed on among operators, so no link in it lets anybody in.
    reader = User.objects.filter(pk=data["person"], is_active=True, is_staff=True).first()
    if reader is None:
        return None
    with translation.override(reader.language):
        all_lines = bulletin(reader)
    lines = [line for line in all_lines if not line.is_settled_by_itself]
    if not lines:
        return None
    context = {
        "lines": lines,
        "nothing": [line for line in all_lines if line.is_settled_by_itself and not line.is_fine],
        "count": len(lines),
        "front_page": settings.SITE_URL + reverse("admin:index"),
    }
    return render("daily_word", context, reader.language)


def tell_operators() -> int:
    """Return to how many operators a letter goes today because something is wrong."""
    # Nobody gets more than one a day, nor reads there what they may not see in the admin.
    today = timezone.localdate().isoformat()
    letters = 0
    for operator in User.objects.filter(is_active=True, is_staff=True).order_by("pk"):
        if troubles(operator):
            _post(operator, mark=today)
            letters += 1
    return letters


def tell_of_damage(game: Game) -> None:
    """Send the same letter at once to all who may look at a game whose record is broken."""
    # Once for each time that it is found; the game is not named, as its players may be among them.
    found = Divergence.objects.get(game=game)
    for operator in operators_who_may("duel.view_divergence"):
        _post(operator, mark=f"damage:{found.pk}:{int(found.found_at.timestamp())}")


@transaction.atomic
def _post(operator: User, *, mark: str) -> None:
    key = f"{KIND}:{operator.pk}:{mark}"
    post(kind=KIND, to=operator.email, key=key, data={"person": operator.pk})
