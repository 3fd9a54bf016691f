"""Who sits where."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game, Status


def new_person_id() -> str:
    """Return a random id under which the log knows a person in one seat of one game."""
    return secrets.token_urlsafe(12)


class Seat(models.Model):
    """One place at the table: invited by address or open at first, then a person's."""

    # No index of its own: the one on game and number begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    invited_address = models.EmailField(_("invited address"), blank=True)
    person = models.CharField(max_length=32, default=new_person_id, editable=False)
    nonce = models.CharField(_("word for the shuffle"), max_length=200, blank=True)
    # Whether the word was derived from the secret, as its player gave none.
    is_word_derived = models.BooleanField(default=False, db_default=False, editable=False)
    joined_at = models.DateTimeField(_("joined"), null=True, blank=True)
    # What its player was called when they sat down, if they have another name since.
    former_name = models.CharField(
        _("former name"), max_length=40, blank=True, default="", db_default="", editable=False
    )
    # When its player took it from somebody else in the running game; nothing from before is theirs.
    taken_at = models.DateTimeField(_("taken over"), null=True, blank=True, editable=False)
    # The epoch of the first links of its player: those of earlier ones were made for somebody else.
    taken_epoch = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Raised when links are revoked, the address changes or another person takes the seat:
    # every link signed before is dead then.
    link_epoch = models.PositiveIntegerField(default=0)

    # Derived: whether this seat is to move, so that "my turns" is one indexed look.
    is_to_move = models.BooleanField(default=False)

    # Derived: when its player left a game that the others play on, and, while it is offered to
    # somebody else, until when that is.
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    open_until = models.DateTimeField(_("offered until"), null=True, blank=True)

    # The clock: what the bank holds, and, of the seat's last turn, its number, what the bank held
    # when it began, and the zone and quiet hours of that moment, which count until the next one.
    bank_left = models.PositiveIntegerField(_("seconds left in the bank"), default=0)
    clock_turn = models.PositiveIntegerField(null=True, blank=True)
    clock_bank = models.PositiveIntegerField(default=0)
    clock_zone = models.CharField(max_length=64, default="UTC")
    clock_quiet_from = models.TimeField(null=True, blank=True)
    clock_quiet_to = models.TimeField(null=True, blank=True)

    # Whether there is anything to look for: most games have none of it, and are not asked.
    has_orders = models.BooleanField(default=False, db_default=False, editable=False)
    has_played_orders = models.BooleanField(default=False, db_default=False, editable=False)
    has_memo = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duel_seat_once_per_game"),
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(is_to_move=True), name="duel_seat_to_move"
            ),
            models.Index(
                fields=["open_until"],
                condition=models.Q(open_until__isnull=False),
                name="duel_seat_open",
            ),
            models.Index(
                fields=["invited_address"],
                # Good for a beginning of an address as well as for a whole one.
                opclasses=["varchar_pattern_ops"],
                condition=~models.Q(invited_address=""),
                name="duel_seat_invited",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number}"

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here: it is never written to, and no clock runs for it."""
        return self.user is not None and self.user.is_bot

    @property
    def has_left(self) -> bool:
        """Whether its player has left the game, and the others play on."""
        return self.left_at is not None and self.game.status == Status.RUNNING

    @property
    def viewer(self) -> int | None:
        """Whose view of the position its player sees: once they have left, a spectator's."""
        return self.number if self.left_at is None else None
