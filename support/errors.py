"""The refusals of reports and decisions, each with its sentence. All of `support` raises them."""

from django.utils.translation import gettext_lazy as _

from duel.errors import Refused


class TooManyReports(Refused):
    """Somebody reports more often in a day than anybody can read."""

    code = "too_many_reports"
    sentence = _(
        "You have written to us several times today about this game. We read all of it: please "
        "wait for our answer, or go on tomorrow."
    )


class ReportHasChanged(Refused):
    """An operator acts on a report that is no longer what they have read."""

    code = "report_has_changed"
    sentence = _(
        "This report has changed since you opened it: somebody else dealt with it, or the player "
        "wrote more. Nothing was done; look again."
    )


class NotTaken(Refused):
    """An operator would answer a report that they have not taken."""

    code = "not_taken"
    sentence = _("Take this report first: then nobody else answers it at the same time.")


class BadAnswer(Refused):
    """A report is settled without a word to its writer."""

    code = "bad_answer"
    sentence = _("Write an answer to the reporter, of at most 4000 characters.")


class BadRemark(Refused):
    """A remark says nothing, or far too much."""

    code = "bad_remark"
    sentence = _("A remark has 1 to 2000 characters.")


class LongMessage(Refused):
    """An operator writes players far too much."""

    code = "long_message"
    sentence = _("Write at most 2000 characters to the players.")


class NoReason(Refused):
    """An operator does something without saying why."""

    code = "no_reason"
    sentence = _("Say why, in at most 2000 characters.")


class NoSuchNote(Refused):
    """The note is not there, or no longer."""

    code = "no_such_note"
    sentence = _("There is no such note, or it has been erased already.")


class OwnGame(Refused):
    """An operator would judge a game that they play in, or have played in."""

    code = "own_game"
    sentence = _("You sit in this game, or have sat in it. Let another operator decide about it.")


class AlreadyStopped(Refused):
    """The clocks of the game cannot be stopped twice."""

    code = "already_stopped"
    sentence = _("The clocks of this game stand still already.")


class ClocksRun(Refused):
    """The clocks of the game were not stopped."""

    code = "clocks_run"
    sentence = _("The clocks of this game are not stopped.")


class NoSuchSeat(Refused):
    """A decision names nobody at the table."""

    code = "no_such_seat"
    sentence = _("Choose one of the players.")


class NoSuchPly(Refused):
    """A game is set back to a ply that it has not passed."""

    code = "no_such_ply"
    sentence = _("Choose a ply that this game has passed.")


class NobodyWins(Refused):
    """An award names no winner, or nobody at the table."""

    code = "nobody_wins"
    sentence = _("Choose who wins. If nobody does, declare the game void instead.")


class NotEndedByTheClock(Refused):
    """Only what the clock has ended is reopened."""

    code = "not_ended_by_the_clock"
    sentence = _(
        "Only a game that the clock has ended can be reopened. Where an operator has ended it, "
        "take that decision back."
    )


class NobodyOfThatAddress(Refused):
    """A seat is given to somebody who has no account, or a closed one."""

    code = "nobody_of_that_address"
    sentence = _("Nobody has an account with this address.")


class RestsOnHidden(Refused):
    """Whether a move for a player is legal depends on hidden cards of that player."""

    code = "rests_on_hidden"
    sentence = _(
        "Either these moves are not legal, or they rest on a card that the player has reserved "
        "from a deck, which you do not know. Correct them, or reveal the present position first."
    )


class AlreadyRevoked(Refused):
    """A decision is taken back once."""

    code = "already_revoked"
    sentence = _("This decision was taken back already.")


class CannotRevoke(Refused):
    """The decision is not of a kind that can be taken back."""

    code = "cannot_revoke"
    sentence = _(
        "This decision cannot be taken back: time that was given stays given, and so does what was "
        "decided beside a damaged record."
    )


class Superseded(Refused):
    """Another decision, or a player, has changed what was decided."""

    code = "superseded"
    sentence = _("What was decided has been changed since, so it cannot be taken back any more.")
