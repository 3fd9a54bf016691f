"""What can be wrong with who and what is to come together in a game that has not begun."""

from django.utils.translation import gettext_lazy as _

from duel.errors import BadTerms, Refused


class AlreadyInvited(BadTerms):
    """Somebody is invited to a second seat."""

    sentence = _("Each player has one seat: this address was written twice, or is your own.")


class OptionsExcludeEachOther(BadTerms):
    """Options were chosen that make no sense together."""

    sentence = _("These options cannot be played together.")


class NoSuchInvitation(Refused):
    """An invitation is to be taken back that was answered, or never sent."""

    sentence = _("This invitation was answered or taken back already.")


class NoFreeSeat(Refused):
    """Somebody is invited where every seat is taken or kept for somebody."""

    sentence = _("No seat of this game is free.")
