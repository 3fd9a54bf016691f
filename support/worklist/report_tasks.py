"""Tasks about reports, those first whose clock runs out first; `worklist.lines` calls it."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from duel.models import Status
from duel.words.naming import moment
from support.disputes.selectors import disputes_open_to, unsettled_disputes
from support.models import Act, Decision, Dispute
from support.status.figures import REPORT_IS_LATE_AFTER
from support.worklist.tasks import ADJUDICATE, Task, decide_at

MOST_READ = 200
"""So many reports are looked at, the oldest first, to find the most urgent."""

_SETTLED_BY = {
    Dispute.Topic.MISTAKE: Act.ROLLBACK,
    Dispute.Topic.ABSENCE: Act.AWARD,
}


def reports(reader: User, now: datetime) -> Iterator[Task]:
    """Yield the reports that wait for an answer, the one whose time is up first at the head."""
    open_to = disputes_open_to(reader, unsettled_disputes())
    decided = Decision.objects.filter(game=OuterRef("game"), made_at__gte=OuterRef("reported_at"))
    read = open_to.select_related("game", "reporter", "assigned_to")
    waiting = list(read.annotate(has_decision=Exists(decided))[:MOST_READ])
    for dispute in sorted(waiting, key=lambda each: _until(each, now)):
        label, url = _decision(dispute, reader, now)
        yield Task(
            what=gettext("Report: %(topic)s, game %(game)s")
            % {"topic": dispute.get_topic_display(), "game": dispute.game.public_id},
            why=" ".join(_found(dispute, now)),
            url=_page(dispute),
            decision=label,
            decision_url=url,
        )


def _until(dispute: Dispute, now: datetime) -> datetime:
    """Return until when something can be done about it, or when it should have been answered."""
    game = dispute.game
    if game.status == Status.RUNNING and game.to_move == dispute.seat and game.deadline:
        return game.deadline
    if game.status == Status.OVER and game.secret_opens_at and game.secret_opens_at > now:
        return game.secret_opens_at
    return dispute.reported_at + REPORT_IS_LATE_AFTER


def _found(dispute: Dispute, now: datetime) -> Iterator[str]:
    game = dispute.game
    words = {"name": dispute.reporter or gettext("a player who left")}
    when = {"when": moment(dispute.reported_at)}
    yield gettext("By %(name)s, %(when)s.") % {**words, **when}
    if game.status == Status.RUNNING and game.to_move == dispute.seat and game.deadline:
        yield gettext("Their turn until %(when)s.") % {"when": moment(game.deadline)}
    elif game.status == Status.OVER and game.secret_opens_at and game.secret_opens_at > now:
        sentence = gettext("The game is over; the result can be changed until %(when)s.")
        yield sentence % {"when": moment(game.secret_opens_at)}
    if dispute.asks_hold:
        yield gettext("They ask that the clocks be stopped.")
    if dispute.assigned_to:
        yield gettext("Taken by %(name)s.") % {"name": dispute.assigned_to}


def _decision(dispute: Dispute, reader: User, now: datetime) -> tuple[str, str]:
    """Return what is done next, and where: take it, then what may settle it, then the answer."""
    if dispute.assigned_to != reader:
        return gettext("Read it and take it"), _page(dispute)
    game, act = dispute.game, _SETTLED_BY.get(Dispute.Topic(dispute.topic))
    if dispute.topic == Dispute.Topic.MAIL:
        act = Act.EXTEND if game.status == Status.RUNNING else Act.REOPEN
    can_change = game.status == Status.RUNNING or (
        game.secret_opens_at is not None and game.secret_opens_at > now
    )
    has_decision: bool = dispute.has_decision  # type: ignore[attr-defined]
    if act is None or has_decision or not can_change or not reader.has_perm(ADJUDICATE):
        return gettext("Answer it"), reverse("admin:support_dispute_answer", args=[dispute.pk])
    return capfirst(str(act.label)), decide_at(game, act)


def _page(dispute: Dispute) -> str:
    return reverse("admin:support_dispute_change", args=[dispute.pk])
