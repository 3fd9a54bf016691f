"""The canned answers in English."""

from duel.operators.disputes.canned_answers.situations import Answer, Situation

ENGLISH = {
    Situation.LOST_MAIL: Answer(
        to_reporter="""\
We looked at the letters of that turn: yours did not reach you in time, and that is not your \
fault. You have been given the time back, and if the clock had ended the game, it goes on. A \
letter of its own tells you until when you can move.

So that it does not happen again, please look into your spam folder and check the address in \
your preferences.""",
        to_opponent="""\
A letter to %(opponent)s got lost on its way, so we gave the time back that was lost by it; if \
the clock had ended your game, it goes on. It is nobody's fault, and nothing that is hidden in \
the game was shown to anybody.""",
    ),
    Situation.TAKEN_BACK: Answer(
        to_reporter="""\
We set the game back to before the move that you did not mean. You get a new letter with your \
moves; links in earlier letters no longer play.

Until the letter to your opponent leaves, you can take such a move back yourself, on the board \
page. After that, you can ask your opponent for it on the page "More than moves".""",
        to_opponent="""\
%(opponent)s pressed a move by mistake and told us. We looked at what had been turned up since, \
and set the game back to before that move. If you think that you lose by it, tell us, and we \
look at it again.""",
    ),
    Situation.BEGUN_ANEW: Answer(
        to_reporter="""\
We could not take that move back: since then both of you have seen what it turned up. So the game \
does not count, nobody has won or lost, and we proposed a new one on the same terms. It begins as \
soon as the invitation is accepted.""",
        to_opponent="""\
%(opponent)s pressed a move by mistake and told us. It could not be taken back, as something had \
been turned up since. So the game does not count, nobody has won or lost, and we proposed a new \
one on the same terms. Nobody has to accept it.""",
    ),
    Situation.STANDS: Answer(
        to_reporter="""\
We are sorry: that move stands. Since then something hidden was turned up, or your opponent has \
answered it. If we took it back now, one of you would know what nobody can forget, and the game \
would no longer be fair.

You may offer %(opponent)s to call the game off, on the page "More than moves"; after that you \
can play again with a new shuffle.""",
    ),
    Situation.VANISHED: Answer(
        to_reporter="""\
%(opponent)s has neither moved nor answered, so we ended your game. A letter of its own tells \
you how it counts. Thank you for waiting so long.""",
        to_opponent="""\
You have neither moved nor answered for a long time, and %(opponent)s was waiting for you, so we \
ended your game. A letter of its own tells you how it counts.

If you could not play because our letters did not reach you, tell us within %(hours)s hours: \
until then the end can be taken back.""",
    ),
    Situation.FAIR: Answer(
        to_reporter="""\
We replayed your game from its first entry to its last: every move was legal, the chain of \
hashes is whole, and nobody has changed anything.

You need not believe us. Before you joined, the service published a commitment to its secret:
%(commitment)s
The shuffle follows from that secret and from the words that both of you chose, so neither we \
nor %(opponent)s could pick the cards. And each of your turn letters shows the head of the \
chain: if an earlier move had been altered, the heads in your inbox would no longer fit.

When the secret is shown, at the latest %(hours)s hours after the end, download the file of the \
game and have it proved on your own computer:
%(file)s
python -m engine verify FILE
The commitment and the heads in the file must be those in your letters.""",
    ),
    Situation.TAMPERED: Answer(
        to_reporter="""\
You were right to ask. We replayed your game and compared it with what was kept of it, and what is \
stored is not what was written: entries of its log were altered or are missing. We do not know \
who did it, and we do not guess.

So the game cannot go on. We settled it, and a letter of its own tells you how it counts. That \
decision does not stand in the log, to which nothing is added any more, but beside it, with what \
we found.

Keep your letters: each turn letter shows the head of the chain as it was then, and they prove \
what we cannot prove any more. If yours tell otherwise than we have decided, send them to us.""",
        to_opponent="""\
The record of your game with %(opponent)s was found altered. We do not know who did it. It cannot \
go on, so we settled it; a letter of its own tells you how it counts.

Keep your letters: each turn letter shows the head of the chain as it was then. If yours tell \
otherwise than we have decided, send them to us.""",
    ),
    Situation.ABUSE: Answer(
        to_reporter="""\
Thank you for telling us. Nobody has to read such words here. We erased the note, and told its \
writer that we do not accept it. If it happens once more, they will not write any.

You may go on with the game, or offer to call it off on the page "More than moves".""",
        to_opponent="""\
A note that you wrote in your game with %(opponent)s was an insult. We erased it. Please keep to \
words that you would like to read yourself: if it happens again, we close your account to \
further games.""",
    ),
    Situation.NOTHING: Answer(
        to_reporter="""\
We looked at the game, its letters and its clock, and found everything as it should be, so \
nothing was changed. If we overlooked something, tell us what and when; we look at it again.""",
    ),
}
