"""The situations that come up again and again, and what an answer to one consists of."""

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _


class Situation(models.TextChoices):
    """What operators find behind a report."""

    LOST_MAIL = "lost-mail", _("a letter was lost: time or the game given back")
    TAKEN_BACK = "taken-back", _("wrong click: the game was set back")
    BEGUN_ANEW = "begun-anew", _("wrong click: the game was voided, a new one is proposed")
    STANDS = "stands", _("wrong click: the move stands")
    VANISHED = "vanished", _("the opponent vanished: the game was ended")
    FAIR = "fair", _("suspected tampering: how to prove that all is well")
    TAMPERED = "tampered", _("tampering was found: the game was settled")
    ABUSE = "abuse", _("insults in notes: erased")
    NOTHING = "nothing", _("nothing wrong was found")


@dataclass(frozen=True)
class Answer:
    """The words for one situation in one language.

    `%(opponent)s` is the other player, from the side of whoever reads it.
    """

    to_reporter: str
    to_opponent: str = ""
