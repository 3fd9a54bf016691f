"""Selectors: whose notes are not passed on."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import Refused
from duel.models import Game, NoteMute, Seat


class NotesNotPassedOn(Refused):
    """Somebody whose notes operators keep back would write one."""

    code = "notes_not_passed_on"
    sentence = _(
        "Your note was not kept: operators have decided that your notes are not passed on. Your "
        "moves count as always."
    )


def note_mutes(person: User, game: Game | None) -> QuerySet[NoteMute]:
    """Return what keeps the person's notes back: everywhere or, with a game, in that one."""
    return NoteMute.objects.filter(user=person, game=game)


def are_notes_muted(person: User | None, game: Game) -> bool:
    """Return whether what this person writes in the game is not passed on."""
    if person is None:
        return False
    return NoteMute.objects.filter(Q(game=game) | Q(game=None), user=person).exists()


def muted_seats(game: Game) -> set[int]:
    """Return the seats of the game whose notes are not passed on."""
    kept_back = Q(user__note_mutes__game=game) | Q(
        user__note_mutes__isnull=False, user__note_mutes__game=None
    )
    return set(Seat.objects.filter(kept_back, game=game).values_list("number", flat=True))
