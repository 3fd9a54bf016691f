"""What players keep for themselves in a game: turns to be played for them, and a memo."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.seat import Seat

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
    # By which way it came: what it plays stands in the log as if it had come by that way.
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
