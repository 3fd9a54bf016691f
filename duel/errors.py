"""What can be wrong with what a player asks for. Each error is a sentence for that player."""

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """Something that was asked for is not done, and nothing was written."""

    sentence: ClassVar[str | Promise] = _("This cannot be done.")

    def __str__(self) -> str:
        return str(self.sentence)


class UnknownGame(Refused):
    """There is no such game, or not for this reader."""

    sentence = _("There is no such game.")


class NotYourSeat(Refused):
    """Whoever asks does not sit in that seat."""

    sentence = _("You do not sit at this table.")


class NotYourTurn(Refused):
    """Another seat is to move."""

    sentence = _("It is not your turn.")


class NotRunning(Refused):
    """The game has not begun, or never will."""

    sentence = _("This game has not begun.")


class GameIsOver(Refused):
    """The game has ended."""

    sentence = _("This game is over.")


class NotOver(Refused):
    """The game still runs, or never began."""

    sentence = _("This game has not come to its end.")


class NotInvited(Refused):
    """Every seat that is not taken yet is kept for somebody else."""

    sentence = _("This invitation is for somebody else.")


class NotProposed(Refused):
    """The invitation was answered, taken back or has run out."""

    sentence = _("This invitation no longer stands.")


class Unreadable(Refused):
    """The text is no move."""

    sentence = _("This could not be read as a move.")


class IllegalMove(Refused):
    """The move can be read but not be played here."""

    sentence = _("This move is not possible in this position.")


class Stale(Refused):
    """It was meant for a position that has passed; `since` tells what happened in between."""

    sentence = _("The game has moved on since.")

    def __init__(self, since: list[dict[str, Any]]) -> None:
        super().__init__()
        self.since = since


class CannotTakeBack(Refused):
    """The turn cannot be taken back, or no longer."""

    sentence = _("This turn can no longer be taken back.")


class NoSuchOffer(Refused):
    """There is nothing to answer, or it was made already."""

    sentence = _("This offer does not stand.")


class BadWord(Refused):
    """The word for the shuffle cannot be used."""

    sentence = _("A word for the shuffle has 1 to 200 characters.")


class BadAddress(Refused):
    """An invitation cannot be sent to such an address."""

    sentence = _("This is not an e-mail address.")


class TooManyInvitations(Refused):
    """Somebody writes to more strangers a day than we let them."""

    sentence = _(
        "You have invited many people today. Go on tomorrow, or hand over a link yourself."
    )


class TooManyChallenges(Refused):
    """Somebody has more open challenges than one can want to play."""

    sentence = _("You have many open challenges. Wait until somebody takes one, or withdraw one.")


class ClosedToNewcomers(Refused):
    """Nobody new is taken in here."""

    sentence = _("This service takes in no new players at the moment.")


class OpponentHasLeft(Refused):
    """Somebody who is needed has deleted their account."""

    sentence = _("Your opponent has left and cannot be invited any more.")


class BadTerms(Refused):
    """The game cannot be begun on such terms."""

    sentence = _("A game cannot be begun on these terms.")


class TooLate(Refused):
    """The secret of the game has been shown: what happened stays."""

    sentence = _("The secret of this game has been shown, so it stays as it ended.")


class ForgedLink(Refused):
    """The link was not made here, or was altered on the way."""

    sentence = _("This link is not complete, or not from us.")


class RevokedLink(Refused):
    """The link was good once; its player has made all links made before worthless."""

    sentence = _("This link was revoked.")


class NothingToClaim(Refused):
    """Nobody is out of time, or no longer."""

    sentence = _("There is nothing to claim: your opponent has time again, or has moved.")


class BadTime(Refused):
    """So much time cannot be given."""

    sentence = _("You can give from one hour up to 30 days at a time.")


class BadVacation(Refused):
    """It would begin in the past, or end before it begins."""

    sentence = _("A vacation begins today or later, and ends after it has begun.")


class VacationsOverlap(Refused):
    """There is another one at that time."""

    sentence = _("Your vacations overlap.")


class TooMuchVacation(Refused):
    """So many days have not been saved up."""

    sentence = _("You have no vacation days left for that.")
