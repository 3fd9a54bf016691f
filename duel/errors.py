"""What can be wrong with what a player asks for. Each error is a sentence for that player."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import BrokenRecord

if TYPE_CHECKING:
    from duel.models import Game


class Refused(Exception):
    """Something that was asked for is not done, and nothing was written."""

    sentence: ClassVar[str | Promise] = _("This cannot be done.")

    def __str__(self) -> str:
        return str(self.sentence)


class BrokenGame(BrokenRecord):
    """What is stored of this game cannot be replayed, or ends elsewhere than what was written.

    No refusal: whoever comes upon it tells the operators (`duel.integrity.divergences`).
    """

    def __init__(self, game: "Game", sentence: str) -> None:
        super().__init__(sentence)
        self.game = game


class RecordIsDamaged(Refused):
    """Something is to be decided that a log would be needed for."""

    sentence = _(
        "The record of this game is damaged, and nothing is added to it. The game can be held, or "
        "ended: by an award, as void, by calling it off or by resigning for a player."
    )


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


class NeedNotAsk(Refused):
    """Nobody has to be asked for what one can do alone."""

    sentence = _("You can still take this turn back yourself, without asking.")


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


class AccountIsClosed(Refused):
    """Whoever sits down or proposes a game was deleted or suspended in the same instant."""

    sentence = _("This account has just been deleted or suspended.")


class ClosedToNewcomers(Refused):
    """Nobody new is taken in here."""

    sentence = _("This service takes in no new players at the moment.")


class OpponentHasLeft(Refused):
    """Somebody who is needed has deleted their account."""

    sentence = _("Your opponent has left and cannot be invited any more.")


class PlayerIsSuspended(Refused):
    """A game is to be proposed to, or for, somebody who is kept out."""

    sentence = _("A player is suspended, so no new game can be proposed.")


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


class NobodyIsLate(NothingToClaim):
    """The same, where several could have been late."""

    sentence = _("There is nothing to claim: whoever was late has time again, or has moved.")


class NoSuchReader(Refused):
    """A note is to go to nobody at the table, or to oneself."""

    sentence = _("Choose another player who reads the note.")


class NobodyGetsTime(Refused):
    """Time is to be given to nobody at the table, or to oneself."""

    sentence = _("Choose another player who gets the time.")


class BadTime(Refused):
    """So much time cannot be given or asked for."""

    sentence = _("Choose from one hour up to 30 days at a time.")


class BadVacation(Refused):
    """It would begin in the past, or end before it begins."""

    sentence = _("A vacation begins today or later, and ends after it has begun.")


class VacationsOverlap(Refused):
    """There is another one at that time."""

    sentence = _("Your vacations overlap.")


class TooMuchVacation(Refused):
    """So many days have not been saved up."""

    sentence = _("You have no vacation days left for that.")


class BadReport(Refused):
    """A report says nothing, or far too much."""

    sentence = _("A report has 1 to 2000 characters, and says what it is about.")


class TooManyReports(Refused):
    """Somebody reports more often in a day than anybody can read."""

    sentence = _(
        "You have written to us several times today about this game. We read all of it: please "
        "wait for our answer, or go on tomorrow."
    )


class TooLateToReport(Refused):
    """The game has been over for so long that nothing can be done about it."""

    sentence = _("This game has been over for a long time; it can no longer be reported here.")


class ReportHasChanged(Refused):
    """An operator acts on a report that is no longer what they have read."""

    sentence = _(
        "This report has changed since you opened it: somebody else dealt with it, or the player "
        "wrote more. Nothing was done; look again."
    )


class NotTaken(Refused):
    """An operator would answer a report that they have not taken."""

    sentence = _("Take this report first: then nobody else answers it at the same time.")


class BadAnswer(Refused):
    """A report is settled without a word to whoever wrote it."""

    sentence = _("Write an answer to the reporter, of at most 4000 characters.")


class BadRemark(Refused):
    """A remark says nothing, or far too much."""

    sentence = _("A remark has 1 to 2000 characters.")


class NoReason(Refused):
    """An operator does something without saying why."""

    sentence = _("Say why, in at most 2000 characters.")


class NoSuchNote(Refused):
    """The note is not there, or no longer."""

    sentence = _("There is no such note, or it has been erased already.")


class OwnGame(Refused):
    """An operator would judge a game that they play in, or have played in."""

    sentence = _("You sit in this game, or have sat in it. Let another operator decide about it.")


class AlreadyStopped(Refused):
    """The clocks of the game cannot be stopped twice."""

    sentence = _("The clocks of this game stand still already.")


class ClocksRun(Refused):
    """The clocks of the game were not stopped."""

    sentence = _("The clocks of this game are not stopped.")


class UnderInquiry(Refused):
    """Nobody wins by the clock while an operator has stopped it."""

    sentence = _("An operator has stopped the clocks of this game. Nobody can claim it meanwhile.")


class NoSuchSeat(Refused):
    """A decision names nobody at the table."""

    sentence = _("Choose one of the players.")


class NoSuchPly(Refused):
    """A game is set back to a ply that it has not passed."""

    sentence = _("Choose a ply that this game has passed.")


class NobodyWins(Refused):
    """An award names no winner, or nobody at the table."""

    sentence = _("Choose who wins. If nobody does, declare the game void instead.")


class NotEndedByTheClock(Refused):
    """Only what the clock has ended is reopened."""

    sentence = _(
        "Only a game that the clock has ended can be reopened. Where an operator has ended it, "
        "take that decision back."
    )


class NobodyOfThatAddress(Refused):
    """A seat is given to somebody who has no account, or a closed one."""

    sentence = _("Nobody has an account with this address.")


class AlreadySits(Refused):
    """A seat is given to somebody who plays in the game already."""

    sentence = _("This person sits in this game already.")


class HasSeenHidden(Refused):
    """A seat is given to an operator who was shown hidden things of the game."""

    sentence = _(
        "This person has seen what is hidden in this game, as an operator, and cannot play in it."
    )


class RestsOnHidden(Refused):
    """Whether a move for a player is legal cannot be told without hidden cards of that player."""

    sentence = _(
        "Either these moves are not legal, or they rest on a card that the player has reserved "
        "from a deck, which you do not know. Correct them, or reveal the present position first."
    )


class AlreadyRevoked(Refused):
    """A decision is taken back once."""

    sentence = _("This decision was taken back already.")


class CannotRevoke(Refused):
    """The decision is not of a kind that can be taken back."""

    sentence = _(
        "This decision cannot be taken back: time that was given stays given, and so does what was "
        "decided beside a damaged record."
    )


class Superseded(Refused):
    """Another decision, or a player, has changed what was decided."""

    sentence = _("What was decided has been changed since, so it cannot be taken back any more.")


class SuspendedPlayer(Refused):
    """The link is genuine, and its player is kept out by an operator."""

    sentence = _("Your account is suspended, so this link does nothing for now.")
