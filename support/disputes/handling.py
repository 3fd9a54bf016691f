"""What operators do about a report, each act with its row in the audit log.

Every act names the revision that the operator has read: of two operators at once, the second is
refused because the report has changed, and nothing is done twice.

The pages of reports call it.
"""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from accounts.audit import note_act
from accounts.models import User
from duel.models import Game, Note
from duel.operators import REPORT_LENGTH
from duel.record.reading import locked_game
from support.conflicts import refuse_own_game
from support.decisions import Ruling, decide
from support.decisions.ruling import reason_for_record
from support.disputes.canned_answers import statements_in
from support.disputes.canned_answers.claims import NotTrue, untrue
from support.disputes.canned_answers.situations import MISSING, AnswerStatement
from support.disputes.letters import post_settled
from support.disputes.selectors import concerned_in, concerned_seats
from support.errors import BadAnswer, BadRemark, NoSuchNote, NotTaken, ReportHasChanged
from support.models import (
    ANSWER_LENGTH,
    UNSETTLED,
    Act,
    Decision,
    Dispute,
    DisputeAddition,
    DisputeRemark,
)

State = Dispute.State


@transaction.atomic
def take(*, operator: User, dispute: int, expected: int) -> Dispute:
    """Make the report this operator's, so that nobody else answers it meanwhile."""
    found = _locked(operator, dispute, expected)
    if found.is_settled:
        raise ReportHasChanged
    before = found.assigned_to_id
    found.state, found.assigned_to = State.ASSIGNED, operator
    _save(found, "state", "assigned_to")
    note_act(operator, found, f"took it over from person {before}" if before else "took it")
    return found


@transaction.atomic
def give_back(*, operator: User, dispute: int, expected: int) -> Dispute:
    """Put a report that the operator has taken back into the queue."""
    found = _taken(operator, dispute, expected)
    found.state, found.assigned_to = State.OPEN, None
    _save(found, "state", "assigned_to")
    note_act(operator, found, "put it back into the queue")
    return found


@transaction.atomic
def name_concerned(*, operator: User, dispute: int, expected: int, seat: int | None) -> Dispute:
    """Say which of several other players the report is about; None: all of them."""
    found = _taken(operator, dispute, expected)
    found.about = None
    if seat not in (None, *(each.number for each in concerned_seats(found))):
        raise ReportHasChanged
    found.about = seat
    _save(found, "about")
    note_act(operator, found, "about all others" if seat is None else f"about seat {seat}")
    return found


@transaction.atomic
def remark(*, operator: User, dispute: int, text: str) -> DisputeRemark:
    """Keep a word for the other operators; players never see it."""
    found = _locked(operator, dispute, None)
    words = text.replace("\0", "").strip()  # PostgreSQL stores no NUL
    if not 0 < len(words) <= REPORT_LENGTH:
        raise BadRemark
    written = DisputeRemark.objects.create(
        dispute=found, author=operator, text=words, written_at=timezone.now()
    )
    note_act(operator, found, "wrote a remark")
    return written


@transaction.atomic
def hold_game(
    *, operator: User, dispute: int, expected: int, expected_seq: int, reason: str
) -> Decision:
    """Stop the clocks of the disputed game, as the reporter may have asked for."""
    # The players get the usual letter about a hold; the reason is for the record alone.
    game = Dispute.objects.select_related("game").get(pk=dispute).game
    # The game before its report, as everywhere: else two acts could wait for each other.
    decision = decide(Act.HOLD, Ruling(operator, game.public_id, reason, expected_seq))
    found = _locked(operator, dispute, expected)
    note_act(operator, found, "stopped the clocks of its game")
    return decision


@transaction.atomic
def settle(
    *,
    operator: User,
    dispute: int,
    expected: int,
    state: str,
    to_reporter: str,
    to_opponent: str = "",
    decision: Decision | None = None,
    stated: Collection[AnswerStatement] = (),
) -> Dispute:
    """Answer a report: one text goes to its reporter, another, if any, to the player it is about.

    `decision` is the one that settled it, if it took one. `stated` is what the answer states; that
    and each canned statement in its words has to be true now.
    """
    answer, word = to_reporter.strip(), to_opponent.strip()
    # The game before its report: nothing that is stated is taken back meanwhile.
    locked_game(Dispute.objects.select_related("game").get(pk=dispute).game.public_id)
    found = _taken(operator, dispute, expected)
    stated = {*stated, *statements_in(found, to_reporter=answer, to_opponent=word)}
    if false := untrue(sorted(stated), found, tells_opponent=bool(word)):
        raise NotTrue(*(MISSING[each] for each in false))
    if not answer or max(len(answer), len(word)) > ANSWER_LENGTH:
        raise BadAnswer
    if state not in (State.RESOLVED, State.DISMISSED):
        raise ReportHasChanged
    if decision is not None and decision.game_id != found.game_id:
        raise ReportHasChanged
    found.state, found.settled_at = State(state), timezone.now()
    found.resolution, found.word_to_opponent, found.decision = answer, word, decision
    _save(found, "state", "settled_at", "resolution", "word_to_opponent", "decision")
    readers = concerned_in(found) if word else []
    post_settled(found, readers)
    whom = "reporter" if not word else "reporter and opponent"
    if len(readers) > 1:
        whom = "reporter and all others"
    why = "; ".join(filter(None, [_which(decision), ", ".join(sorted(stated))]))
    note_act(operator, found, f"{found.state}, told the {whom}", reason=why)
    return found


@transaction.atomic
def reopen(*, operator: User, dispute: int, expected: int) -> Dispute:
    """Look into a settled report once more. What was sent stays sent; the operator has it now."""
    found = _locked(operator, dispute, expected)
    if not found.is_settled:
        raise ReportHasChanged
    # A reporter who has written anew meanwhile has an unsettled report already.
    again = Dispute.objects.filter(
        game=found.game_id,
        seat=found.seat,
        reporter=found.reporter_id,
        state__in=[State.OPEN, State.ASSIGNED],
    )
    if found.reporter_id is not None and again.exists():
        raise ReportHasChanged
    found.state, found.assigned_to, found.settled_at = State.ASSIGNED, operator, None
    _save(found, "state", "assigned_to", "settled_at")
    note_act(operator, found, "opened it again")
    return found


def _locked(operator: User, pk: int, expected: int | None) -> Dispute:
    """Return the report, its row locked, if it is as the operator has read it and not their own."""
    found = (
        Dispute.objects.select_for_update(of=("self",))
        .select_related("game", "assigned_to", "reporter")
        .get(pk=pk)
    )
    refuse_own_game(operator, found.game)
    if expected is not None and found.revision != expected:
        raise ReportHasChanged
    return found


def _taken(operator: User, pk: int, expected: int) -> Dispute:
    found = _locked(operator, pk, expected)
    if found.state != State.ASSIGNED or found.assigned_to != operator:
        raise NotTaken
    return found


def _save(dispute: Dispute, *fields: str) -> None:
    dispute.revision += 1
    dispute.save(update_fields=[*fields, "revision"])


def _which(decision: Decision | None) -> str:
    return f"decision {decision.act} in entry {decision.seq}" if decision else ""


@transaction.atomic
def erase_note(*, operator: User, game: Game, note: int, reason: str) -> None:
    """Erase a note for good, and write down who did it and why, but not what it said."""
    # It was never in the log, so the game stays as it is. A letter that has left cannot be called
    # back; one that still waits is built without it.
    refuse_own_game(operator, game)
    words = reason_for_record(reason)
    erased = Note.objects.select_for_update().filter(game=game, pk=note).first()
    if erased is None:
        raise NoSuchNote
    what = f"erased the note of seat {erased.seat} at ply {erased.ply}"
    erased.delete()
    note_act(operator, game, what, reason=words)


NO_WORDS = {"text": "", "resolution": "", "word_to_opponent": ""}


@transaction.atomic
def erase_reports(user: User) -> None:
    """Erase every word of the person's reports; that there were some stays, without a name."""
    # What nobody has answered yet is put aside: there is nobody left to answer. Reports that the
    # person had taken as an operator go back into the queue.
    theirs = Dispute.objects.filter(reporter=user)
    DisputeAddition.objects.filter(dispute__in=theirs).delete()
    DisputeRemark.objects.filter(dispute__in=theirs).delete()
    theirs.filter(state__in=UNSETTLED).update(
        state=Dispute.State.DISMISSED, settled_at=timezone.now()
    )
    theirs.update(reporter=None, note=None, **NO_WORDS)
    DisputeRemark.objects.filter(author=user).update(author=None)
    taken = Dispute.objects.filter(assigned_to=user)
    taken.filter(state=Dispute.State.ASSIGNED).update(state=Dispute.State.OPEN, assigned_to=None)
    taken.update(assigned_to=None)
