"""What became of a mail that came in, in words: every code that a reader or the receipt writes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from mail.models import InboundMail

UNCONFIRMED = "unconfirmed"
"""The outcome of a mail whose writer was asked whether it is theirs."""

_NAMES: dict[str, Promise] = {
    "played": _("a move was played"),
    "asked": _("asked back"),
    "refused": _("refused"),
    "stale": _("too late: it answered an older letter"),
    "repeated": _("came a second time"),
    "over": _("the game was over"),
    "done": _("done"),
    "shown": _("the position was sent"),
    "helped": _("the help was sent"),
    "previewed": _("a move was previewed"),
    "thanks": _("nothing to do"),
    "foreign": _("from an unknown address: nothing was done"),
    "unproved": _("nothing proved who sent it: nothing was done"),
    UNCONFIRMED: _("sent by a new way: its writer was asked whether it is theirs"),
    "suspended": _("its writer is suspended: nothing was done"),
    "left": _("its writer has left the game: nothing was done"),
    "revoked": _("its reply address was revoked: nothing was done"),
    "broken": _("the record of the game is damaged: nothing was done"),
    "gone": _("its writer no longer has the seat: nothing was done"),
    "machine": _("written by a machine: not read"),
    "too_many": _("one of too many: not read"),
    "unreadable": _("could not be read: its writer was told"),
    "test": _("a test"),
}


def fate_of_mail(mail: InboundMail) -> str:
    """Return what became of the mail: its outcome by name, or where it stands while it has none."""
    if not mail.outcome:
        return mail.get_status_display()
    return str(_NAMES.get(mail.outcome, mail.outcome))
