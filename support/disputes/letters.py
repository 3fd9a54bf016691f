"""The letters about a report: we have it, somebody should read it, what became of it.

They stand on the report alone and never replay the game, whose record may be what is wrong. No
letter has the reporter's words in it: they stay between them and the operators.

Receiving and handling of reports post them; workers build them.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.services.authority import operators_who_may
from accounts.tokens import preferences_url
from duel.letters.context import draft_without_log
from duel.record.finality import game_known_at
from duel.words.naming import by_the_clock_of
from mail.registry import Draft, letter
from mail.sending.rendering import render
from mail.services import post
from support.conflicts import own_games
from support.disputes.respites import given_by
from support.disputes.selectors import CHANGE
from support.models import Dispute

RECEIVED = "dispute-received"
OPENED = "dispute-opened"
SETTLED = "dispute-settled"
REPORTS = "dispute"
"""How the key of every letter about a report begins."""


def post_received(dispute: Dispute) -> None:
    """Tell the reporter that the report is here."""
    if dispute.reporter is not None:
        post(
            kind=RECEIVED,
            to=dispute.reporter.email,
            key=f"{REPORTS}:{dispute.pk}:received",
            data={"dispute": dispute.pk, "person": dispute.reporter.pk},
            topic=_topic(dispute),
        )


def post_to_operators(dispute: Dispute) -> None:
    """Tell every operator who may deal with it and has no part in the game, once."""
    for operator in operators_who_may(CHANGE):
        if dispute.game_id in own_games(operator):
            continue
        post(
            kind=OPENED,
            to=operator.email,
            key=f"{REPORTS}:{dispute.pk}:opened:{operator.pk}",
            data={"dispute": dispute.pk, "person": operator.pk},
            topic=_topic(dispute),
        )


def post_settled(dispute: Dispute, concerned: Iterable[User]) -> None:
    """Write to the reporter, and to the players it is about if given, what became of it."""
    own = [dispute.reporter] if dispute.reporter else []
    for reader in dict.fromkeys([*own, *concerned]):
        post(
            kind=SETTLED,
            to=reader.email,
            key=f"{REPORTS}:{dispute.pk}:settled:{dispute.revision}:{reader.pk}",
            data={
                "dispute": dispute.pk,
                "person": reader.pk,
                "revision": dispute.revision,
                "is_reporter": reader == dispute.reporter,
            },
            topic=_topic(dispute),
        )


@letter(RECEIVED, name=_("letters that confirm your reports"), one=_("confirmation of a report"))
def received(data: dict[str, Any]) -> Draft | None:
    """Return the letter that confirms a report, or None if it is answered already."""
    dispute, reader = _found(data)
    if dispute is None or reader is None or dispute.is_settled:
        return None
    with speaking_to(reader):
        context = {
            "deadline": _lengthened_until(dispute, reader),
            "given": given_by(dispute),
        }
    return draft_without_log("dispute_received", dispute.game, reader, context, seat=dispute.seat)


@letter(SETTLED, name=_("answers to your reports"), one=_("answer to a report"), can_be_muted=False)
def settled(data: dict[str, Any]) -> Draft | None:
    """Return the answer for one of those concerned, or None if it was taken up again."""
    dispute, reader = _found(data)
    if dispute is None or reader is None or not dispute.is_settled:
        return None
    if dispute.revision != data["revision"]:
        return None
    words = dispute.resolution if data["is_reporter"] else dispute.word_to_opponent
    if not words:
        return None
    with speaking_to(reader):
        until = _lengthened_until(dispute, reader) if data["is_reporter"] else ""
    context = {"words": words, "is_reporter": data["is_reporter"], "deadline": until}
    return draft_without_log("dispute_settled", dispute.game, reader, context, seat=dispute.seat)


@letter(OPENED, name=_("letters about new reports"), one=_("new report"))
def opened(data: dict[str, Any]) -> Draft | None:
    """Return the letter that calls an operator, or None if somebody has taken it already."""
    dispute, reader = _found(data)
    if dispute is None or reader is None or dispute.state != Dispute.State.OPEN:
        return None
    game, page = dispute.game, reverse("admin:support_dispute_change", args=[dispute.pk])
    is_to_move = game.to_move == dispute.seat
    with speaking_to(reader):
        context = {
            "topic": dispute.get_topic_display(),
            "public_id": game.public_id,
            "asks_hold": dispute.asks_hold,
            "got_respite": dispute.got_respite,
            "deadline": by_the_clock_of(reader, game.deadline)
            if is_to_move and game.deadline
            else "",
            "url": settings.SITE_URL + page,
            "preferences_url": preferences_url(reader),
        }
        return render("dispute_opened", context, reader.language)


def _lengthened_until(dispute: Dispute, reporter: User) -> str:
    """Return until when it is the reporter's turn, if the report has lengthened it; or nothing."""
    game = game_known_at(dispute.game, dispute.seat)
    if not dispute.got_respite or game.to_move != dispute.seat or game.deadline is None:
        return ""
    return by_the_clock_of(reporter, game.deadline)


def _found(data: dict[str, Any]) -> tuple[Dispute | None, User | None]:
    dispute = Dispute.objects.select_related("game").filter(pk=data["dispute"]).first()
    reader = User.objects.filter(pk=data["person"], is_active=True).first()
    return dispute, reader


def _topic(dispute: Dispute) -> str:
    return f"game:{dispute.game.public_id}"
