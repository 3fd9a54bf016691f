"""Setting a game back to an earlier ply."""

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from duel.errors import NoSuchPly
from duel.games.results import result_of
from duel.models import Act, Decision
from duel.notices.intents import call_off_waiting, notice_turn
from duel.operators.decisions.ending import refuse_if_shown, stopped_sentences
from duel.operators.decisions.rematching import withdraw_rematch, withdrawal_sentences
from duel.operators.decisions.ruling import Ruling, deciding, names_at, write_decision
from duel.operators.decisions.seen import learnt_since
from duel.operators.deliverability import turn_sentences
from duel.record.log import Log
from engine.course import Standing


def preview_rollback(log: Log, *, ply: int) -> list[str]:
    """Return what setting the game back will do, with everything that was seen since."""
    refuse_if_shown(log)
    course = log.course
    if not 0 <= ply < course.ply:
        raise NoSuchPly
    sentences = []
    if course.result is not None:
        ended = result_of(log, names_at(log), None)
        sentences.append(gettext("How it ended no longer counts: %(result)s") % {"result": ended})
    moves = len(_crossed(log, ply))
    sentences.append(
        ngettext(
            "%(count)d move no longer counts: the game goes on from ply %(ply)d.",
            "%(count)d moves no longer count: the game goes on from ply %(ply)d.",
            moves,
        )
        % {"count": moves, "ply": ply}
    )
    if learnt := list(learnt_since(log, ply)):
        comes_again = gettext("Decks and bag stay as they are: what was drawn comes again.")
        sentences += [*learnt, comes_again]
    else:
        sentences.append(gettext("Nothing hidden was shown since."))
    seat = course.position_at(ply).to_move or 0
    sentences += [
        gettext("%(name)s is to move and has the full time of the turn.")
        % {"name": names_at(log)[seat]},
        *turn_sentences(log.seats[seat].user, log.game),
        gettext(
            "The banks hold what they held then. Offers lapse. Links in letters sent since are "
            "dead."
        ),
    ]
    return [*sentences, *stopped_sentences(log), *withdrawal_sentences(log)]


def roll_back(ruling: Ruling, *, ply: int) -> Decision:
    """Let the game go on from an earlier ply, as if nothing had been played since."""
    with deciding(ruling) as log:
        preview_rollback(log, ply=ply)
        return write_rollback(log, ruling, ply=ply)


def write_rollback(log: Log, ruling: Ruling, *, ply: int) -> Decision:
    """Return the decision by which the game goes on from that ply."""
    now = timezone.now()
    withdraw_rematch(log)
    call_off_waiting(log, now=now)
    decision = write_decision(log, ruling, Act.ROLLBACK, text=str(ply), now=now)
    notice_turn(log, now=now)
    return decision


def _crossed(log: Log, ply: int) -> list[Standing]:
    """Return the moves that stand now and did not stand at that ply."""
    kept = {move.ply for move in log.course.standing(ply)}
    return [move for move in log.course.standing() if move.ply not in kept]
