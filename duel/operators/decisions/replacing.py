"""Giving a seat to somebody else."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.errors import AlreadySits, HasSeenHidden, NobodyOfThatAddress, OwnGame
from duel.lobby.active_users import lock_active_user, lock_players
from duel.models import Act, Decision, Note, Seat
from duel.models.act import CHANNEL
from duel.models.seat import new_person_id
from duel.notices.intents import call_off_waiting, notice_turn_again, tell_former_player
from duel.operators.conflicts import has_seen_hidden
from duel.operators.decisions.ruling import Ruling, deciding, name_in, record_decision
from duel.operators.deliverability import turn_sentences
from duel.play.note_drafts import forget_note_draft
from duel.record.log import Log, refuse_if_over
from engine.kinds import Kind


def preview_replace(log: Log, *, seat: int, by: User) -> list[str]:
    """Return what giving the seat to this person will do."""
    refuse_if_over(log)
    words = {"old": name_in(log, seat), "new": str(by)}
    if not by.is_active:
        raise NobodyOfThatAddress
    if any(each.user == by for each in log.seats):
        raise AlreadySits
    if has_seen_hidden(by, log.game):
        raise HasSeenHidden
    sentences = [
        gettext("%(new)s plays on in place of %(old)s, and sees the cards of that seat.") % words,
        gettext("All links that %(old)s has got are dead, and the notes of that seat are erased.")
        % words,
    ]
    if log.history.turn.seat == seat:
        told = gettext("%(name)s is to move and has the full time of the turn.")
        sentences += [told % {"name": by}, *turn_sentences(by, log.game)]
    return sentences


@transaction.atomic
def replace_player(ruling: Ruling, *, seat: int, by: User) -> Decision:
    """Let another person play on in a seat; whoever sat there has no more part in the game."""
    lock_players(ruling.public_id, newcomer=by)
    with deciding(ruling) as log:
        preview_replace(log, seat=seat, by=by)
        return write_replacement(log, ruling, seat=seat, by=by)


def write_replacement(log: Log, ruling: Ruling, *, seat: int, by: User) -> Decision:
    """Return the decision by which this person has the seat; nobody in the game can leave now."""
    now = timezone.now()
    if by == ruling.operator:
        raise OwnGame
    if not lock_active_user(by):  # gone since the operator looked them up
        raise NobodyOfThatAddress
    taken = log.seats[seat]
    former = taken.user
    call_off_waiting(log, now=now, seat=seat)
    Note.objects.filter(game=log.game, seat=seat).delete()
    forget_note_draft(seat=taken)
    person = new_person_id()
    log.append(Kind.REPLACE, seat=seat, person=None, text=person, channel=CHANNEL, time=now)
    _sit(taken, by, person)
    decision = record_decision(log, ruling, Act.REPLACE, now=now, replaced=former)
    if former is not None:
        tell_former_player(decision, former, seat=seat)
    if log.course.position.to_move == seat:
        notice_turn_again(log, now=now)
    return decision


def _sit(seat: Seat, person: User, name_in_log: str) -> None:
    seat.user = person
    seat.person = name_in_log
    seat.link_epoch += 1
    seat.clock_turn = None  # zone and quiet hours are the new player's, from this turn on
    seat.save(update_fields=["user", "person", "link_epoch", "clock_turn"])
