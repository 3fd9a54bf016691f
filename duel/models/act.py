"""What operators can decide about a game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

CHANNEL = "operator"
"""How entries come in that operators write."""


class Act(models.TextChoices):
    """What an operator can decide."""

    HOLD = "hold", _("hold")
    PAUSE = "pause", _("pause")
    RESUME = "resume", _("resume")
    EXTEND = "extend", _("give time")
    ROLLBACK = "rollback", _("roll back")
    AWARD = "award", _("award")
    VOID = "void", _("void")
    RESIGN = "resign", _("resign for a player")
    RETIRE = "retire", _("retire a player")
    PROXY = "proxy", _("play for a player")
    REPLACE = "replace", _("replace a player")
    CANCEL = "cancel", _("cancel")
    REOPEN = "reopen", _("reopen")
    TIMEOUT = "timeout", _("lost on time")
    """Never decided as such: it only comes back when what took its place is taken back."""
