"""The tables of what players write: notes, standing orders, memos and lines tried out."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game, Seat

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
    """Operators keep back a person's notes, in one game or in all."""

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
    """A reader has hidden the notes of a writer, in all games. The writer does not learn of it."""

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


ORDER_LENGTH = 2000
MEMO_LENGTH = 500


class StandingOrder(models.Model):
    """A turn to be tried when the seat's next turn comes. Nobody but its player is shown it.

    One that was played stays: the log does not tell it from a move that its player made.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="orders")
    place = models.PositiveSmallIntegerField(_("place in the list"))
    text = models.CharField(_("as it was written"), max_length=ORDER_LENGTH)
    # With cards in the place of market slots: what lies there later is another card.
    meant = models.TextField(_("with the cards that were meant"))
    language = models.CharField(_("language"), max_length=8)
    # How it came in: the moves that it plays have this channel in the log.
    channel = models.CharField(_("channel"), max_length=20)
    written_at = models.DateTimeField(_("written"))
    # The last ply that its player knew: it is for the first turn that comes after it.
    ply = models.PositiveIntegerField()
    # The ply at which none of the list was possible; the letter of that turn says so.
    tried_ply = models.PositiveIntegerField(null=True, blank=True)
    # The first and the last ply to which it has led, once it was played.
    first_ply = models.PositiveIntegerField(null=True, blank=True)
    last_ply = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        default_permissions = ()
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "place"],
                condition=models.Q(first_ply=None),
                name="duel_order_once_per_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}:{self.place}"


class Memo(models.Model):
    """A few words to oneself, for one's next turn. Nobody but its player is shown it."""

    seat = models.OneToOneField(
        Seat, models.CASCADE, primary_key=True, related_name="memo", verbose_name=_("seat")
    )
    text = models.CharField(_("text"), max_length=MEMO_LENGTH)
    written_at = models.DateTimeField(_("written"))
    # The last ply that its player knew: the letter of the first turn after it brings it.
    ply = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("memo")
        verbose_name_plural = _("memos")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.seat_id)


LINE_NAME_LENGTH = 60


class TriedLine(models.Model):
    """Moves tried out in a game by one person, for them alone, not for a newcomer in the seat."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    # Where the game stood, as its player knew it: once it has moved on, the line is stale.
    ply = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=LINE_NAME_LENGTH, blank=True)
    # Each as the seat that moves and the canonical text.
    moves = models.JSONField(default=list)
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["user", "game"], name="duel_line_of_person")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.pk}"

    @property
    def texts(self) -> list[str]:
        """The moves as canonical texts."""
        return [text for _, text in self.moves]
