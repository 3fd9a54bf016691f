"""What can be wrong with who and what is to come together in a game that has not begun."""

from django.utils.translation import gettext_lazy as _

from duel.errors import BadTerms, Refused


class AlreadyInvited(BadTerms):
    """Somebody is invited to a second seat."""

    code = "already_invited"
    sentence = _("Each player has one seat: this address was written twice, or is your own.")


class OptionsExcludeEachOther(BadTerms):
    """Options were chosen that make no sense together."""

    code = "options_exclude_each_other"
    sentence = _("These options cannot be played together.")


class NoSuchInvitation(Refused):
    """An invitation is to be taken back that was answered, or never sent."""

    code = "no_such_invitation"
    sentence = _("This invitation was answered or taken back already.")


class AddressOfBot(BadTerms):
    """A bot is invited by its address, which takes no letters."""

    code = "address_of_bot"
    sentence = _("A bot is not invited by its address: choose it among the opponents.")


class TooManyBotGames(Refused):
    """Somebody plays more games against bots at once than one can want to."""

    code = "too_many_bot_games"
    sentence = _("You play many games with bots already. Finish one of them first.")


class NoFreeSeat(Refused):
    """Somebody is invited where every seat is taken or kept for somebody."""

    code = "no_free_seat"
    sentence = _("No seat of this game is free.")
