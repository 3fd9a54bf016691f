"""What players write to each other beside their moves."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game
from duel.models.seat import Seat

NOTE_LENGTH = 500
RECIPIENTS_LENGTH = 7
"""Enough for the numbers of the three others at a table of four."""


def recipients_in(text: str) -> tuple[int, ...]:
    """Return the seats that alone read a note, as stored or sent by a form; none: all others."""
    return tuple(int(part) for part in text.split() if part in "0123" and len(part) == 1)


class Note(models.Model):
    """A few words that go with a move. No part of the log, so it can be erased."""

    # No index of its own: the one on game, seat and ply begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", db_index=False)
    seat = models.PositiveSmallIntegerField()
    ply = models.PositiveIntegerField()
    text = models.CharField(_("text"), max_length=NOTE_LENGTH)
    # Seat numbers in ascending order, with spaces between them. Empty: all others read it.
    recipients = models.CharField(
        _("readers"), max_length=RECIPIENTS_LENGTH, blank=True, default="", db_default=""
    )
    written_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "ply", "recipients"], name="duel_note_once_per_ply"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seat}:{self.ply}"

    @property
    def readers(self) -> tuple[int, ...]:
        """The seats that alone may read it; none if all others may."""
        return recipients_in(self.recipients)

    def is_for(self, seat: int) -> bool:
        """Return whether it was written to this seat."""
        return seat != self.seat and (not self.recipients or seat in self.readers)


class NoteDraft(models.Model):
    """Words of a turn that its player took back: kept for the same turn, shown to nobody else."""

    seat = models.OneToOneField(
        Seat, models.CASCADE, primary_key=True, related_name="note_draft", verbose_name=_("seat")
    )
    turn = models.PositiveIntegerField(_("turn"))
    text = models.CharField(_("text"), max_length=500)
    recipients = models.CharField(
        _("readers"), max_length=RECIPIENTS_LENGTH, blank=True, default="", db_default=""
    )

    class Meta:
        verbose_name = _("note that was taken back")
        verbose_name_plural = _("notes that were taken back")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.seat}:{self.turn}"


class NoteMute(models.Model):
    """That a person's notes are not passed on, in one game or in all; without it, they are."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="note_mutes")
    # None: in every game.
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="note_mutes")
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("mute of notes")
        verbose_name_plural = _("mutes of notes")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}:{self.game_id or 'all'}"


class HiddenNotes(models.Model):
    """That a reader is shown no notes of a writer, in any game. The writer is not told."""

    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="hidden_notes"
    )
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("notes hidden by their reader")
        verbose_name_plural = _("notes hidden by their readers")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["reader", "writer"], name="duel_notes_hidden_once"),
        ]

    def __str__(self) -> str:
        return f"{self.reader_id}:{self.writer_id}"
