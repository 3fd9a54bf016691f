"""Selectors: whose notes are not passed on, to anybody or to one reader.

What shows notes asks here.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import Refused
from duel.models import AnyGame, Game, HiddenNotes, NoteMute, Seat


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


def are_notes_muted(person: User | None, game: AnyGame) -> bool:
    """Return whether what this person writes in the game is not passed on."""
    if person is None:
        return False
    return NoteMute.objects.filter(Q(game=game.pk) | Q(game=None), user=person).exists()


def seats_kept_from(game: AnyGame, reader: int) -> set[int]:
    """Return the seats whose notes are not shown to the player in the reader's.

    Operators pass them on to nobody, or the reader has hidden them for themselves.
    """
    muted = Q(user__note_mutes__game=game.pk) | Q(
        user__note_mutes__isnull=False, user__note_mutes__game=None
    )
    hidden = HiddenNotes.objects.filter(
        writer=OuterRef("user"), reader__seats__game=game.pk, reader__seats__number=reader
    )
    kept_back = Seat.objects.filter(muted | Exists(hidden), game=game.pk)
    return set(kept_back.values_list("number", flat=True))


def writers_hidden_from(reader: User) -> list[User]:
    """Return those whose notes the reader has hidden, by name; for the reader alone."""
    return list(User.objects.filter(pk__in=reader.hidden_notes.values("writer")).order_by("name"))
