"""The canned answers in English."""

from support.disputes.canned_answers.situations import (
    AnswerStatement,
    Language,
    Situation,
    Words,
)

_BY_TWO = "both of you chose, so neither we nor %(opponent)s could pick the cards"
_BY_ALL = "all of you chose, so neither we nor any of the others could pick the cards"

_FAIR = """\
You need not believe us. Before you joined, the service published a commitment to its secret:
%(commitment)s
The shuffle follows from that secret and from the words that <chosen>. And each of your turn \
letters shows the head of the chain: if an earlier move had been altered, the heads in your \
inbox would no longer fit.

When the secret is shown, at the latest %(hours)s hours after the end, download the file of the \
game and let your own computer check it:
%(file)s
python -m engine verify FILE
The commitment and the heads in the file must be those in your letters."""
"""How to prove a game; `<chosen>` is whose words are in the shuffle, of two players or more."""

ENGLISH = Language(
    statements={
        AnswerStatement.LETTER_LOST: Words(
            "A letter with your turn, of %(lost)s, did not reach you, and that is not your fault.",
            "A letter to %(opponent)s got lost on its way, which is nobody's fault.",
        ),
        AnswerStatement.LETTER_WENT: Words(
            "The letter with your turn left us on %(left)s, and your mail server has not sent it "
            "back."
        ),
        AnswerStatement.GOES_ON: Words(
            "The clock had ended the game; it goes on.",
            "The clock had ended your game with %(opponent)s; it goes on.",
        ),
        AnswerStatement.TIME_GIVEN: Words(
            "You have been given time. A letter of its own tells you until when you can move.",
            "We gave %(opponent)s time for it.",
        ),
        AnswerStatement.SET_BACK: Words(
            "We set the game back to before the move that you did not mean. A new letter brings "
            "you your moves; links in earlier letters no longer play.",
            "%(opponent)s pressed a move by mistake and told us. We set the game back to before "
            "that move.",
        ),
        AnswerStatement.VOIDED: Words(
            "We could not take that move back, so the game does not count: nobody has won or lost.",
            "%(opponent)s pressed a move by mistake and told us. It could not be taken back, so "
            "the game does not count: nobody has won or lost.",
        ),
        AnswerStatement.PROPOSED: Words(
            "We proposed a new game on the same terms. It begins as soon as the invitation is "
            "accepted.",
            "We proposed a new game on the same terms. Nobody has to accept it.",
            "We proposed a new game on the same terms. It begins as soon as all have accepted the "
            "invitation.",
        ),
        AnswerStatement.MOVE_STANDS: Words("We are sorry: that move stands."),
        AnswerStatement.SEEN_SINCE: Words(
            "Since then something hidden was turned up, or your opponent has answered it. If we "
            "took it back now, one of you would know what nobody can forget, and the game would no "
            "longer be fair.",
            among_several="Since then something hidden was turned up, or another player has moved. "
            "If we took it back now, somebody would know what nobody can forget, and the game "
            "would no longer be fair.",
        ),
        AnswerStatement.SILENT: Words(
            "%(opponent)s has given no sign in this game since %(seen)s.",
            "You have given no sign in this game since %(seen)s, and %(opponent)s was waiting for "
            "you.",
        ),
        AnswerStatement.ENDED: Words(
            "We ended the game. A letter of its own tells you how it counts.",
            "We ended the game. A letter of its own tells you how it counts. If you could not play "
            "because our letters did not reach you, tell us within %(hours)s hours of that: until "
            "then it can be taken back.",
        ),
        AnswerStatement.SOUND: Words(
            "We replayed your game from its first entry to its last: every move was legal, the "
            "chain of hashes is whole, and nobody has changed anything."
        ),
        AnswerStatement.ALTERED: Words(
            "You were right to ask. We replayed your game and compared it with what was kept of "
            "it: what is stored is not what was written. Entries of its log were altered or are "
            "missing. We do not know who did it, and we accuse nobody.",
            "The record of your game with %(opponent)s was found altered. We do not know who did "
            "it.",
        ),
        AnswerStatement.SETTLED: Words(
            "We settled the game, and a letter of its own tells you how it counts. That decision "
            "does not stand in the log, to which nothing is added any more, but beside it, with "
            "what we found.",
            "We settled the game, and a letter of its own tells you how it counts.",
        ),
        AnswerStatement.ERASED: Words(
            "Nobody has to read such words here. We erased the note.",
            "A note that you wrote in your game with %(opponent)s was an insult. We erased it.",
        ),
        AnswerStatement.WRITER_TOLD: Words("We told its writer that we do not accept it."),
        AnswerStatement.NOTES_MUTED: Words(
            "Notes of %(opponent)s are not passed on to you any more.",
            "Your notes are not passed on any more. Your moves count as always.",
        ),
        AnswerStatement.UNCHANGED: Words("So nothing was changed about the game."),
    },
    advice={
        Situation.LOST_MAIL: Words(
            "So that it does not happen again, please look into your spam folder and check the "
            "address in your preferences."
        ),
        Situation.TAKEN_BACK: Words(
            "Until the letter to your opponent leaves, you can take such a move back yourself, on "
            "the board page. After that, you can ask your opponent for it on the page “More than "
            "moves”.",
            "If you think that you lose by it, tell us, and we look at it again.",
            "Until the letter to the next player leaves, you can take such a move back yourself, "
            "on the board page. After that, you can ask all others for it on the page “More than "
            "moves”.",
        ),
        Situation.BEGUN_ANEW: Words(""),
        Situation.STANDS: Words(
            "You may offer %(opponent)s to call the game off, on the page “More than moves”; after "
            "that you can play again with a new shuffle.",
            among_several="You may offer all others to call the game off, on the page “More than "
            "moves”; after that you can play again with a new shuffle.",
        ),
        Situation.VANISHED: Words("Thank you for your patience."),
        Situation.FAIR: Words(
            _FAIR.replace("<chosen>", _BY_TWO),
            among_several=_FAIR.replace("<chosen>", _BY_ALL),
        ),
        Situation.TAMPERED: Words(
            "Keep your letters: each turn letter shows the head of the chain as it was then, and "
            "they prove what we cannot prove any more. If yours tell otherwise than we have "
            "decided, send them to us.",
            "Keep your letters: each turn letter shows the head of the chain as it was then. If "
            "yours tell otherwise than we have decided, send them to us.",
        ),
        Situation.ABUSE: Words(
            "You may go on with the game, or offer to call it off on the page “More than moves”.",
            "Please keep to words that you would like to read yourself: if it happens again, we "
            "may close your account to further games.",
        ),
        Situation.NOTHING: Words(
            "If we overlooked something, tell us what and when; we look at it again."
        ),
    },
)
