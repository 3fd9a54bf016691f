"""Whether what a prepared answer states is true now, by what is stored; its package calls it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duel.errors import BrokenGame, Refused
from duel.integrity.replay import check_games
from duel.models import Game, LogEntry, Status
from duel.models.game import TURN_KINDS
from duel.play.notes import are_notes_muted
from duel.record.log import read_log
from duel.timeline.letters import is_lost, letters_of, seat_of_letter
from engine.kinds import Kind
from mail.models import Letter
from support.decisions.new_knowledge import new_knowledge_since
from support.disputes.canned_answers.situations import STATEMENTS, AnswerStatement, Situation
from support.disputes.selectors import concerned_seats, seat_concerned
from support.last_seen import last_sign_in
from support.models import Act, Decision, Dispute

Facts = Mapping[str, datetime]
"""The moments that a statement names."""

_SO: Facts = {}
LATELY = timedelta(days=30)
"""How long before the report a letter may have been lost for the report to be about it."""


class NotTrue(Refused):
    """An answer would state what is not so, or no longer."""

    code = "not_true"
    sentence = _("Nothing was sent, as the answer says what is not true: %(why)s.")

    def __init__(self, *why: str | Promise) -> None:
        super().__init__()
        self.why = why

    def __str__(self) -> str:
        return str(self.sentence) % {"why": "; ".join(str(each) for each in self.why)}


def facts_for(
    statement: AnswerStatement, dispute: Dispute, *, tells_opponent: bool = True
) -> Facts | None:
    """Return the moments that the statement names if it is true of this report, else None."""
    # `tells_opponent` is whether the answer goes to the player it is about as well.
    if statement is AnswerStatement.WRITER_TOLD:
        writer = seat_concerned(dispute)
        return _if(tells_opponent and writer is not None and writer.user is not None)
    return _CHECKS[statement](dispute)


def true_statements(situation: Situation, dispute: Dispute) -> list[AnswerStatement]:
    """Return what the answer to this situation may state about this report, in its order."""
    return [each for each in STATEMENTS[situation] if facts_for(each, dispute) is not None]


def untrue(
    statements: Iterable[AnswerStatement], dispute: Dispute, *, tells_opponent: bool
) -> list[AnswerStatement]:
    """Return those of the statements that are not true of this report."""
    return [
        each
        for each in statements
        if facts_for(each, dispute, tells_opponent=tells_opponent) is None
    ]


def _if(condition: bool) -> Facts | None:
    return _SO if condition else None


def _unrevoked(dispute: Dispute, *acts: Act) -> QuerySet[Decision]:
    """Return decisions of these kinds since the report that nobody has taken back."""
    # A decision that takes another one back does not count.
    made = Decision.objects.filter(game=dispute.game_id, made_at__gte=dispute.reported_at)
    return made.filter(act__in=acts, revoked_by=None, revokes=None)


def _game(dispute: Dispute) -> Game:
    """Return the game as it is now: much may have happened since the page was opened."""
    return Game.objects.get(pk=dispute.game_id)


def _turn_letters(dispute: Dispute) -> list[Letter]:
    """Return the letters of the last weeks that brought the reporter a turn, the first first."""
    since = dispute.reported_at - LATELY
    letters = letters_of(dispute.game, since=since).filter(
        kind__in=TURN_KINDS, created_at__lte=dispute.reported_at
    )
    return [letter for letter in letters if seat_of_letter(letter) == dispute.seat]


def _letter_lost(dispute: Dispute) -> Facts | None:
    lost = [letter for letter in _turn_letters(dispute) if is_lost(letter)]
    return {"lost": lost[-1].created_at} if lost else None


def _letter_went(dispute: Dispute) -> Facts | None:
    letters = _turn_letters(dispute)
    last = letters[-1] if letters else None
    if last is None or is_lost(last) or last.status != Letter.Status.SENT or not last.sent_at:
        return None
    return {"left": last.sent_at}


def _goes_on(dispute: Dispute) -> Facts | None:
    reopened = _unrevoked(dispute, Act.REOPEN).exists()
    return _if(reopened and _game(dispute).status == Status.RUNNING)


def _time_given(dispute: Dispute) -> Facts | None:
    given = _unrevoked(dispute, Act.EXTEND).values_list("seq", flat=True)
    entries = LogEntry.objects.filter(game=dispute.game_id, kind=Kind.EXTEND, seat=dispute.seat)
    return _if(entries.filter(seq__in=list(given)).exists())


def _set_back(dispute: Dispute) -> Facts | None:
    return _if(_unrevoked(dispute, Act.ROLLBACK).exists())


def _voided(dispute: Dispute) -> Facts | None:
    result = _game(dispute).result or {}
    return _if(result.get("by") == [Act.VOID] and _unrevoked(dispute, Act.VOID).exists())


def _proposed(dispute: Dispute) -> Facts | None:
    again = Game.objects.filter(rematch_of=dispute.game_id, proposed_at__gte=dispute.reported_at)
    return _if(again.exclude(status=Status.OFF).exists())


def _seen_since(dispute: Dispute) -> Facts | None:
    """Return whether their last turn before the report was answered, or something came since."""
    # One that is made since the report is not what it is about.
    try:
        log = read_log(_game(dispute))
    except BrokenGame:
        return None
    moves = list(log.course.standing_moves())
    until = [move for move in moves if move.ply <= dispute.ply]
    while until and until[-1].seat != dispute.seat:
        until.pop()
    last = until[-1].ply if until else 0
    while until and until[-1].seat == dispute.seat:
        until.pop()  # the whole turn is what may have been a mistake
    if not last:
        return None
    answered = any(move.seat != dispute.seat and move.ply > last for move in moves)
    return _if(answered or any(new_knowledge_since(log, until[-1].ply if until else 0)))


def _move_stands(dispute: Dispute) -> Facts | None:
    return _if(not _unrevoked(dispute, Act.ROLLBACK, Act.VOID).exists())


def _silent(dispute: Dispute) -> Facts | None:
    game, seat = _game(dispute), seat_concerned(dispute)
    if seat is None:
        return None
    sign = last_sign_in(game, seat)
    seen = sign.at if sign else game.began_at
    return {"seen": seen} if seen is not None and seen < dispute.reported_at else None


def _ended(dispute: Dispute) -> Facts | None:
    ends = _unrevoked(dispute, Act.AWARD, Act.VOID, Act.CANCEL, Act.RESIGN)
    return _if(_game(dispute).status == Status.OVER and ends.exists())


def _sound(dispute: Dispute) -> Facts | None:
    return _if(not check_games([dispute.game_id]).findings)


def _altered(dispute: Dispute) -> Facts | None:
    return _if(bool(check_games([dispute.game_id]).findings))


def _settled(dispute: Dispute) -> Facts | None:
    game = _game(dispute)
    since = game.settlement is not None and game.settlement.made_at >= dispute.reported_at
    return _if(since and game.settlement is not None and game.settlement.is_end)


def _erased(dispute: Dispute) -> Facts | None:
    """Return whether a note of the player it is about was erased since, by the audit log."""
    erased = AuditEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Game),
        object_id=str(dispute.game_id),
        action_time__gte=dispute.reported_at,
    )
    theirs = Q()
    for seat in concerned_seats(dispute):
        theirs |= Q(change_message__startswith=f"erased the note of seat {seat.number} ")
    return _if(erased.filter(theirs).exists())


def _notes_muted(dispute: Dispute) -> Facts | None:
    seat = seat_concerned(dispute)
    return _if(seat is not None and are_notes_muted(seat.user, dispute.game))


def _unchanged(dispute: Dispute) -> Facts | None:
    made = Decision.objects.filter(game=dispute.game_id, made_at__gte=dispute.reported_at)
    stopped = (Act.HOLD, Act.PAUSE, Act.RESUME)
    return _if(not made.exclude(act__in=stopped).exists())


_CHECKS: Mapping[AnswerStatement, Callable[[Dispute], Facts | None]] = {
    AnswerStatement.LETTER_LOST: _letter_lost,
    AnswerStatement.LETTER_WENT: _letter_went,
    AnswerStatement.GOES_ON: _goes_on,
    AnswerStatement.TIME_GIVEN: _time_given,
    AnswerStatement.SET_BACK: _set_back,
    AnswerStatement.VOIDED: _voided,
    AnswerStatement.PROPOSED: _proposed,
    AnswerStatement.SEEN_SINCE: _seen_since,
    AnswerStatement.MOVE_STANDS: _move_stands,
    AnswerStatement.SILENT: _silent,
    AnswerStatement.ENDED: _ended,
    AnswerStatement.SOUND: _sound,
    AnswerStatement.ALTERED: _altered,
    AnswerStatement.SETTLED: _settled,
    AnswerStatement.ERASED: _erased,
    AnswerStatement.NOTES_MUTED: _notes_muted,
    AnswerStatement.UNCHANGED: _unchanged,
}
