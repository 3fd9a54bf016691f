"""What a game began with, written down once."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.append_only import AppendOnly
from duel.models.game import Game


class Beginning(AppendOnly):
    """The terms of a game as a digest, who sat where, and when it began. Append-only.

    The columns of a game and its seats can be altered; whether they still say what was agreed on
    is told by this row. For a game begun by a release that wrote none, it was written later, when
    its log had `seq` entries, and holds what was so then.
    """

    game = models.OneToOneField(Game, models.PROTECT, related_name="beginning")
    began_at = models.DateTimeField()
    seq = models.PositiveIntegerField(default=0)
    # The random ids of the log, by seat: nobody's name.
    persons = models.JSONField()
    digest = models.CharField(max_length=64)

    class Meta(AppendOnly.Meta):
        verbose_name = _("beginning")
        verbose_name_plural = _("beginnings")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.digest[:10]}"
