"""The situations that come up again and again, and what an answer to each may state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Situation(models.TextChoices):
    """What operators find behind a report."""

    LOST_MAIL = "lost-mail", _("a letter was lost: time or the game given back")
    TAKEN_BACK = "taken-back", _("wrong click: the game was set back")
    BEGUN_ANEW = "begun-anew", _("wrong click: the game was voided, a new one is proposed")
    STANDS = "stands", _("wrong click: the move stands")
    VANISHED = "vanished", _("a player vanished: the game was ended")
    FAIR = "fair", _("suspected tampering: how to prove that all is well")
    TAMPERED = "tampered", _("tampering was found: the game was settled")
    ABUSE = "abuse", _("insults in notes: erased")
    NOTHING = "nothing", _("nothing wrong was found")


class AnswerStatement(models.TextChoices):
    """What an answer can say was found or done. The service checks each before it is said."""

    LETTER_LOST = "letter-lost", _("a letter with their turn was not delivered")
    LETTER_WENT = "letter-went", _("the letter with their turn left, and did not come back")
    GOES_ON = "goes-on", _("the game that the clock had ended goes on")
    TIME_GIVEN = "time-given", _("they were given time")
    SET_BACK = "set-back", _("the game was set back")
    VOIDED = "voided", _("the game does not count")
    PROPOSED = "proposed", _("a new game was proposed on the same terms")
    SEEN_SINCE = "seen-since", _("since their turn something was turned up, or answered")
    MOVE_STANDS = "move-stands", _("the move stands")
    SILENT = "silent", _("the player it is about has given no sign since before the report")
    ENDED = "ended", _("an operator ended the game")
    SOUND = "sound", _("a replay, made just now, finds the game as it was written")
    ALTERED = "altered", _("a replay, made just now, finds that it is not as it was written")
    SETTLED = "settled", _("the game was settled beside its log")
    ERASED = "erased", _("a note of the player it is about was erased")
    WRITER_TOLD = "writer-told", _("its writer is told by this answer")
    NOTES_MUTED = "notes-muted", _("notes of the player it is about are not passed on any more")
    UNCHANGED = "unchanged", _("nothing was changed about the game")


STATEMENTS: Final[Mapping[Situation, tuple[AnswerStatement, ...]]] = {
    Situation.LOST_MAIL: (
        AnswerStatement.LETTER_LOST,
        AnswerStatement.LETTER_WENT,
        AnswerStatement.GOES_ON,
        AnswerStatement.TIME_GIVEN,
    ),
    Situation.TAKEN_BACK: (AnswerStatement.SET_BACK,),
    Situation.BEGUN_ANEW: (AnswerStatement.VOIDED, AnswerStatement.PROPOSED),
    Situation.STANDS: (AnswerStatement.MOVE_STANDS, AnswerStatement.SEEN_SINCE),
    Situation.VANISHED: (AnswerStatement.SILENT, AnswerStatement.ENDED),
    Situation.FAIR: (AnswerStatement.SOUND,),
    Situation.TAMPERED: (AnswerStatement.ALTERED, AnswerStatement.SETTLED),
    Situation.ABUSE: (
        AnswerStatement.ERASED,
        AnswerStatement.WRITER_TOLD,
        AnswerStatement.NOTES_MUTED,
    ),
    Situation.NOTHING: (
        AnswerStatement.SOUND,
        AnswerStatement.LETTER_WENT,
        AnswerStatement.UNCHANGED,
    ),
}
"""What the answer to each situation may state, in the order in which it is said."""

MISSING: Final[Mapping[AnswerStatement, Promise]] = {
    AnswerStatement.LETTER_LOST: _(
        "no letter with their turn was refused, given up or came back lately"
    ),
    AnswerStatement.LETTER_WENT: _("the letter with their last turn has not left, or came back"),
    AnswerStatement.GOES_ON: _("no decision to reopen the game stands since the report"),
    AnswerStatement.TIME_GIVEN: _("no operator has given them time since the report"),
    AnswerStatement.SET_BACK: _("no decision to roll back stands since the report"),
    AnswerStatement.VOIDED: _("no decision to void the game stands since the report"),
    AnswerStatement.PROPOSED: _("no new game on the same terms was proposed since the report"),
    AnswerStatement.SEEN_SINCE: _(
        "nothing was turned up since their last turn, and nobody answered it"
    ),
    AnswerStatement.MOVE_STANDS: _("the game was set back or voided since the report"),
    AnswerStatement.SILENT: _(
        "it is not about one player who was silent in the game since the report"
    ),
    AnswerStatement.ENDED: _("no decision that ended the game stands since the report"),
    AnswerStatement.SOUND: _(
        "the replay, made just now, finds that the game is not as it was written"
    ),
    AnswerStatement.ALTERED: _("the replay, made just now, finds the game as it was written"),
    AnswerStatement.SETTLED: _("nothing was settled beside the log since the report"),
    AnswerStatement.ERASED: _("no note of the player it is about was erased since the report"),
    AnswerStatement.WRITER_TOLD: _("this answer does not go to one player that it is about"),
    AnswerStatement.NOTES_MUTED: _("the notes of the player it is about are passed on"),
    AnswerStatement.UNCHANGED: _("a decision about the game was made since the report"),
}
"""Of each statement: why it cannot be said while it is not true."""


@dataclass(frozen=True)
class Words:
    """What is said in one language, to the reporter and to the player whom the report is about.

    `%(opponent)s` is the other of the two, from the side of whoever reads it; to a reporter, all
    others where the report is about all of them.
    """

    to_reporter: str
    to_opponent: str = ""
    among_several: str = ""
    """What is said to the reporter where more than two play; empty: the same."""

    def for_reporter(self, *, seats: int) -> str:
        """Return the words to the reporter in a game with so many seats."""
        return self.among_several if seats > 2 and self.among_several else self.to_reporter


@dataclass(frozen=True)
class Language:
    """The words of one language: a sentence for each statement, and what goes without checking.

    Advice claims nothing about the game: it explains, or says what its reader can do.
    """

    statements: Mapping[AnswerStatement, Words]
    advice: Mapping[Situation, Words]
