"""Hiding a player's notes from oneself, until one wants to read them again."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import Refused
from duel.models import HiddenNotes


class OwnNotes(Refused):
    """Nobody hides from themselves what they wrote."""

    code = "own_notes"
    sentence = _("These notes are your own.")


def hide_notes(*, reader: User, writer: User) -> None:
    """Show the reader no notes of the writer any more, in any game; the writer is not told."""
    if reader == writer:
        raise OwnNotes
    HiddenNotes.objects.get_or_create(
        reader=reader, writer=writer, defaults={"since": timezone.now()}
    )


def show_notes(*, reader: User, writer: User) -> None:
    """Show the reader the notes of the writer again, also those written meanwhile."""
    HiddenNotes.objects.filter(reader=reader, writer=writer).delete()
