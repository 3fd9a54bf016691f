"""The situations of prepared answers: what each may state, and its words; the package calls it."""

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
class StatementWords:
    """The words to the reporter, and to the player the report is about.

    `%(opponent)s` is the other of the two, from the side of the reader; to a reporter, all
    others where the report is about all of them. Empty is nothing.
    """

    to_reporter: Promise | str
    to_opponent: Promise | str = ""
    among_several: Promise | str = ""
    """What is said to the reporter where more than two play; empty: the same."""

    def for_reporter(self, *, seats: int) -> Promise | str:
        """Return the words to the reporter in a game with so many seats."""
        return self.among_several if seats > 2 and self.among_several else self.to_reporter


_FAIR_BY_TWO = _(
    """\
You need not believe us. Before you joined, the service published a commitment to its secret:
%(commitment)s
The shuffle follows from that secret and from the words that both of you chose, so neither we \
nor %(opponent)s could pick the cards. And each of your turn letters shows \
the head of the chain: if an earlier move had been altered, the heads in your \
inbox would no longer fit.

When the secret is shown, at the latest %(hours)s hours after the end, download the file of the \
game and let your own computer check it:
%(file)s
python -m engine verify FILE
The commitment and the heads in the file must be those in your letters."""
)
_FAIR_BY_ALL = _(
    """\
You need not believe us. Before you joined, the service published a commitment to its secret:
%(commitment)s
The shuffle follows from that secret and from the words that all of you chose, so neither we nor \
any of the others could pick the cards. And each of your turn letters shows \
the head of the chain: if an earlier move had been altered, the heads in your \
inbox would no longer fit.

When the secret is shown, at the latest %(hours)s hours after the end, download the file of the \
game and let your own computer check it:
%(file)s
python -m engine verify FILE
The commitment and the heads in the file must be those in your letters."""
)
"""How to prove a game, whose shuffle hangs on the words of two players, or of more."""

STATEMENT_WORDS: Final[Mapping[AnswerStatement, StatementWords]] = {
    AnswerStatement.LETTER_LOST: StatementWords(
        _("A letter with your turn, of %(lost)s, did not reach you, and that is not your fault."),
        _("A letter to %(opponent)s got lost on its way, which is nobody's fault."),
    ),
    AnswerStatement.LETTER_WENT: StatementWords(
        _(
            "The letter with your turn left us on %(left)s, and your mail server has not sent it "
            "back."
        )
    ),
    AnswerStatement.GOES_ON: StatementWords(
        _("The clock had ended the game; it goes on."),
        _("The clock had ended your game with %(opponent)s; it goes on."),
    ),
    AnswerStatement.TIME_GIVEN: StatementWords(
        _("You have been given time. A letter of its own tells you until when you can move."),
        _("We gave %(opponent)s time for it."),
    ),
    AnswerStatement.SET_BACK: StatementWords(
        _(
            "We set the game back to before the move that you did not mean. A new letter brings "
            "you your moves; links in earlier letters no longer play."
        ),
        _(
            "%(opponent)s pressed a move by mistake and told us. We set the game back to before "
            "that move."
        ),
    ),
    AnswerStatement.VOIDED: StatementWords(
        _("We could not take that move back, so the game does not count: nobody has won or lost."),
        _(
            "%(opponent)s pressed a move by mistake and told us. It could not be taken back, so "
            "the game does not count: nobody has won or lost."
        ),
    ),
    AnswerStatement.PROPOSED: StatementWords(
        _(
            "We proposed a new game on the same terms. It begins as soon as the invitation is "
            "accepted."
        ),
        _("We proposed a new game on the same terms. Nobody has to accept it."),
        _(
            "We proposed a new game on the same terms. It begins as soon as all have accepted the "
            "invitation."
        ),
    ),
    AnswerStatement.MOVE_STANDS: StatementWords(_("We are sorry: that move stands.")),
    AnswerStatement.SEEN_SINCE: StatementWords(
        _(
            "Since then something hidden was turned up, or your opponent has answered it. If we "
            "took it back now, one of you would know what nobody can forget, and the game would no "
            "longer be fair."
        ),
        among_several=_(
            "Since then something hidden was turned up, or another player has moved. "
            "If we took it back now, somebody would know what nobody can forget, and the game "
            "would no longer be fair."
        ),
    ),
    AnswerStatement.SILENT: StatementWords(
        _("%(opponent)s has given no sign in this game since %(seen)s."),
        _(
            "You have given no sign in this game since %(seen)s, and %(opponent)s was waiting for "
            "you."
        ),
    ),
    AnswerStatement.ENDED: StatementWords(
        _("We ended the game. A letter of its own tells you how it counts."),
        _(
            "We ended the game. A letter of its own tells you how it counts. If you could not play "
            "because our letters did not reach you, tell us within %(hours)s hours of that: until "
            "then it can be taken back."
        ),
    ),
    AnswerStatement.SOUND: StatementWords(
        _(
            "We replayed your game from its first entry to its last: every move was legal, the "
            "chain of hashes is whole, and nobody has changed anything."
        )
    ),
    AnswerStatement.ALTERED: StatementWords(
        _(
            "You were right to ask. We replayed your game and compared it with what was kept of "
            "it: what is stored is not what was written. Entries of its log were altered or are "
            "missing. We do not know who did it, and we accuse nobody."
        ),
        _(
            "The record of your game with %(opponent)s was found altered. We do not know who did "
            "it."
        ),
    ),
    AnswerStatement.SETTLED: StatementWords(
        _(
            "We settled the game, and a letter of its own tells you how it counts. That decision "
            "does not stand in the log, to which nothing is added any more, but beside it, with "
            "what we found."
        ),
        _("We settled the game, and a letter of its own tells you how it counts."),
    ),
    AnswerStatement.ERASED: StatementWords(
        _("Nobody has to read such words here. We erased the note."),
        _("A note that you wrote in your game with %(opponent)s was an insult. We erased it."),
    ),
    AnswerStatement.WRITER_TOLD: StatementWords(_("We told its writer that we do not accept it.")),
    AnswerStatement.NOTES_MUTED: StatementWords(
        _("Notes of %(opponent)s are not passed on to you any more."),
        _("Your notes are not passed on any more. Your moves count as always."),
    ),
    AnswerStatement.UNCHANGED: StatementWords(_("So nothing was changed about the game.")),
}
"""The sentence for each statement."""

ADVICE: Final[Mapping[Situation, StatementWords]] = {
    Situation.LOST_MAIL: StatementWords(
        _(
            "So that it does not happen again, please look into your spam folder and check the "
            "address in your preferences."
        )
    ),
    Situation.TAKEN_BACK: StatementWords(
        _(
            "Until the letter to your opponent leaves, you can take such a move back yourself, on "
            "the board page. After that, you can ask your opponent for it on the page “More than "
            "moves”."
        ),
        _("If you think that you lose by it, tell us, and we look at it again."),
        _(
            "Until the letter to the next player leaves, you can take such a move back yourself, "
            "on the board page. After that, you can ask all others for it on the page “More than "
            "moves”."
        ),
    ),
    Situation.BEGUN_ANEW: StatementWords(""),
    Situation.STANDS: StatementWords(
        _(
            "You may offer %(opponent)s to call the game off, on the page “More than moves”; after "
            "that you can play again with a new shuffle."
        ),
        among_several=_(
            "You may offer all others to call the game off, on the page “More than "
            "moves”; after that you can play again with a new shuffle."
        ),
    ),
    Situation.VANISHED: StatementWords(_("Thank you for your patience.")),
    Situation.FAIR: StatementWords(
        _FAIR_BY_TWO,
        among_several=_FAIR_BY_ALL,
    ),
    Situation.TAMPERED: StatementWords(
        _(
            "Keep your letters: each turn letter shows the head of the chain as it was then, and "
            "they prove what we cannot prove any more. If yours tell otherwise than we have "
            "decided, send them to us."
        ),
        _(
            "Keep your letters: each turn letter shows the head of the chain as it was then. If "
            "yours tell otherwise than we have decided, send them to us."
        ),
    ),
    Situation.ABUSE: StatementWords(
        _("You may go on with the game, or offer to call it off on the page “More than moves”."),
        _(
            "Please keep to words that you would like to read yourself: if it happens again, we "
            "may close your account to further games."
        ),
    ),
    Situation.NOTHING: StatementWords(
        _("If we overlooked something, tell us what and when; we look at it again.")
    ),
}
"""What goes without checking: it explains, or says what its reader can do."""
