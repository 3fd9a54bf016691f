"""The refusals of the games: each error has a sentence for the player. All rooms raise them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import BrokenRecord

if TYPE_CHECKING:
    from duel.models import AnyGame


class Refused(Exception):
    """Something that was asked for is not done, and nothing was written."""

    code: ClassVar[str] = "refused"
    """What programs know it by; never changed."""
    sentence: ClassVar[str | Promise] = _("This cannot be done.")

    def __str__(self) -> str:
        return str(self.sentence)


class BrokenGame(BrokenRecord):
    """The record cannot be replayed or ends elsewhere: no refusal, its catcher tells operators."""

    def __init__(self, game: "AnyGame", sentence: str) -> None:
        super().__init__(sentence)
        self.game = game


class RecordIsDamaged(Refused):
    """Something is to be decided that a log would be needed for."""

    code = "record_is_damaged"
    sentence = _(
        "The record of this game is damaged, and nothing is added to it. The game can be held, or "
        "ended: by an award, as void, by calling it off or by resigning for a player."
    )


class UnknownGame(Refused):
    """There is no such game, or not for this reader."""

    code = "unknown_game"
    sentence = _("There is no such game.")


class NotYourSeat(Refused):
    """The person does not sit in that seat."""

    code = "not_your_seat"
    sentence = _("You do not sit at this table.")


class NotYourTurn(Refused):
    """Another seat is to move."""

    code = "not_your_turn"
    sentence = _("It is not your turn.")


class NotRunning(Refused):
    """The game has not begun, or never will."""

    code = "not_running"
    sentence = _("This game has not begun.")


class GameIsOver(Refused):
    """The game has ended."""

    code = "game_is_over"
    sentence = _("This game is over.")


class HasLeft(Refused):
    """The seat is out of a game that the others play on, or waits for somebody to take it."""

    code = "has_left"
    sentence = _("You have left this game, and can no longer play in it.")


class NotOver(Refused):
    """The game still runs, or never began."""

    code = "not_over"
    sentence = _("This game has not come to its end.")


class NotOpenYet(Refused):
    """What is asked would tell something that is still hidden."""

    code = "not_open_yet"
    sentence = _("This can be asked once the secret of the game is open.")


class NotInvited(Refused):
    """Every seat that is not taken yet is kept for somebody else."""

    code = "not_invited"
    sentence = _("This invitation is for somebody else.")


class NotProposed(Refused):
    """The invitation was answered, taken back or has run out."""

    code = "not_proposed"
    sentence = _("This invitation no longer stands.")


class Unreadable(Refused):
    """The text is no move."""

    code = "unreadable"
    sentence = _("This could not be read as a move.")


class IllegalMove(Refused):
    """The move can be read but not be played here."""

    code = "illegal_move"
    sentence = _("This move is not possible in this position.")


class Stale(Refused):
    """It was meant for a position that has passed; `since` tells what happened in between."""

    code = "stale"
    sentence = _("The game has moved on since.")

    def __init__(self, since: list[dict[str, Any]]) -> None:
        super().__init__()
        self.since = since


class CannotTakeBack(Refused):
    """The turn cannot be taken back, or no longer."""

    code = "cannot_take_back"
    sentence = _("This turn can no longer be taken back.")


class NeedNotAsk(Refused):
    """Nobody has to be asked for what one can do alone."""

    code = "need_not_ask"
    sentence = _("You can still take this turn back yourself, without asking.")


class NoSuchOffer(Refused):
    """There is nothing to answer, or it was made already."""

    code = "no_such_offer"
    sentence = _("This offer does not stand.")


class BadWord(Refused):
    """The word for the shuffle cannot be used."""

    code = "bad_word"
    sentence = _("A word for the shuffle has 1 to 200 characters.")


class BadAddress(Refused):
    """An invitation cannot be sent to such an address."""

    code = "bad_address"
    sentence = _("This is not an e-mail address.")


class TooManyInvitations(Refused):
    """Somebody writes to more strangers a day than we let them."""

    code = "too_many_invitations"
    sentence = _(
        "You have invited many people today. Go on tomorrow, or hand over a link yourself."
    )


class TooManyChallenges(Refused):
    """Somebody has more open challenges than one can want to play."""

    code = "too_many_challenges"
    sentence = _("You have many open challenges. Wait until somebody takes one, or withdraw one.")


class AccountIsClosed(Refused):
    """The account was deleted or suspended at the same moment."""

    code = "account_is_closed"
    sentence = _("This account has just been deleted or suspended.")


class ClosedToNewcomers(Refused):
    """Nobody new is taken in here."""

    code = "closed_to_newcomers"
    sentence = _("This service takes in no new players at the moment.")


class PlayerHasLeft(Refused):
    """Somebody who is needed has deleted their account."""

    code = "player_has_left"
    sentence = _("A player has left and cannot be invited any more.")


class PlayerIsSuspended(Refused):
    """A game is to be proposed to, or for, somebody who is kept out."""

    code = "player_is_suspended"
    sentence = _("A player is suspended, so no new game can be proposed.")


class BadTerms(Refused):
    """The game cannot be begun on such terms."""

    code = "bad_terms"
    sentence = _("A game cannot be begun on these terms.")


class TooLate(Refused):
    """The secret of the game has been shown: what happened stays."""

    code = "too_late"
    sentence = _("The secret of this game has been shown, so it stays as it ended.")


class ForgedLink(Refused):
    """The link was not made here, or was altered on the way."""

    code = "forged_link"
    sentence = _(
        "This link is not complete, not from us, or older than our present key. Sign in to go on, "
        "or ask there for the letter with your turn."
    )


class RevokedLink(Refused):
    """The link was good once; its player has revoked it."""

    code = "revoked_link"
    sentence = _("This link was revoked.")


class NothingToClaim(Refused):
    """Nobody is out of time, or no longer."""

    code = "nothing_to_claim"
    sentence = _("There is nothing to claim: whoever was late has time again, or has moved.")


class NoSuchReader(Refused):
    """A note is to go to nobody at the table, or to oneself."""

    code = "no_such_reader"
    sentence = _("Choose which of the others reads the note.")


class ReaderHasChanged(Refused):
    """A note is to go to somebody in whose seat another plays by now."""

    code = "reader_has_changed"
    sentence = _(
        "Another player has taken a seat since you opened this page, so nothing was sent. Look who "
        "reads your note now, and send it again."
    )


class NobodyGetsTime(Refused):
    """Time is to be given to nobody at the table, or to oneself."""

    code = "nobody_gets_time"
    sentence = _("Choose which of the others gets the time.")


class BadTime(Refused):
    """So much time cannot be given or asked for."""

    code = "bad_time"
    sentence = _("Choose from one hour up to 30 days at a time.")


class BadVacation(Refused):
    """It would begin in the past, end before it begins, or end in too many years."""

    code = "bad_vacation"
    sentence = _(
        "A vacation begins today or later, ends after it has begun, and ends within two years."
    )


class VacationsOverlap(Refused):
    """There is another one at that time."""

    code = "vacations_overlap"
    sentence = _("Your vacations overlap.")


class TooMuchVacation(Refused):
    """So many days have not been saved up."""

    code = "too_much_vacation"
    sentence = _("You have no vacation days left for that.")


class UnderInquiry(Refused):
    """Nobody wins by the clock while an operator has stopped it."""

    code = "under_inquiry"
    sentence = _("An operator has stopped the clocks of this game. Nobody can claim it meanwhile.")


class AlreadySits(Refused):
    """A seat is given to somebody who plays in the game already."""

    code = "already_sits"
    sentence = _("This person sits in this game already.")


class HasSeenHidden(Refused):
    """A seat is given to an operator who was shown hidden things of the game."""

    code = "has_seen_hidden"
    sentence = _(
        "This person has seen what is hidden in this game, as an operator, and cannot play in it."
    )


class SuspendedPlayer(Refused):
    """The link is genuine, and its player is kept out by an operator."""

    code = "suspended_player"
    sentence = _("Your account is suspended, so this link does nothing for now.")


class BadGameFile(Refused):
    """A file is no game's, is no true record of one, or cannot be shown."""

    code = "bad_game_file"
    sentence = _("This is no file of a game.")

    def __init__(self, sentence: str, problems: Sequence[str] = ()) -> None:
        super().__init__()
        self._sentence = sentence
        self.problems = problems
        """What the verifier found, in its own words: they are those of its command line."""

    def __str__(self) -> str:
        return self._sentence


class KeptOut(Refused):
    """A token or key is genuine, and its owner is kept out by an operator."""

    code = "suspended"
    sentence = _("Your account is suspended, so nothing can be looked at or played for now.")
