"""All that is kept about one person, for that person: nothing of others, nothing hidden."""

from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry as AuditEntry
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import (
    ApiToken,
    ChangeOfAddress,
    SenderAddress,
    SenderPath,
    Session,
    SignInRequest,
    User,
)
from accounts.selectors import believed_addresses
from accounts.services.authority import ActRefused, checked_reason, refuse_unless_above
from duel.models import (
    DeclinedInvitation,
    FormerPlayer,
    LinkUse,
    LogEntry,
    Memo,
    Note,
    NoteDraft,
    NoteMute,
    Seat,
    StandingOrder,
    TriedLine,
    Vacation,
)
from duel.record.links import about_person
from mail.models import DeliveryEvent, InboundMail, Letter, Mute, Suppression
from support.conflicts import EXPORTED, play_together
from support.models import Dispute, DisputeAddition

_UNSAID = frozenset(["id", "password", "groups", "user_permissions"])
"""Columns of a person that say nothing about them, or are exported elsewhere."""


@transaction.atomic
def export_person(*, operator: User, person: User, reason: str) -> dict[str, Any]:
    """Return all that is kept about the person; that it was asked for is written down."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "accounts.export_user")
    refuse_to_tell(operator, person)
    note_act(operator, person, EXPORTED, reason=reason)
    return personal_data_of(person)


def refuse_to_tell(operator: User, person: User) -> None:
    """Raise if the two have played together: nobody reads what an opponent has reported."""
    if play_together(operator, person.email, also_ended=True):
        raise ActRefused(_("You play or have played against this person: ask another operator."))


def personal_data_of(person: User) -> dict[str, Any]:
    """Return all that is kept about the person, as plain values that fit into JSON.

    Moves are the person's own entries of the log, which are open to both players; what is
    hidden in a game is no part of them. Letters are listed by time and kind: their words were
    never kept. Of mails that came in, what was read of them is kept.
    """
    return {
        "service": settings.SITE_URL,
        "made_at": timezone.now(),
        "profile": _profile(person),
        "roles": sorted(person.groups.values_list("name", flat=True)),
        "sessions": _rows(
            Session.objects.filter(user=person), "device", "last_seen_at", "expire_date"
        ),
        "personal_tokens": _rows(
            ApiToken.objects.filter(user=person),
            *("name", "prefix", "created_at", "last_used_at", "revoked_at"),
        ),
        "further_addresses": _rows(
            SenderAddress.objects.filter(user=person), "address", "added_at"
        ),
        "changes_of_address": _rows(
            ChangeOfAddress.objects.filter(user=person),
            *("old", "new", "is_by_operator", "asked_at", "changed_at", "undone_at"),
        ),
        "paths_of_mail": _rows(SenderPath.objects.filter(user=person), "path", "added_at"),
        "sign_ins": _rows(
            SignInRequest.objects.filter(address=person.email),
            *("created_at", "expires_at", "used_at", "language", "guesses"),
        ),
        "games": [_game(seat) for seat in _seats(person)],
        "seats_taken_by_others": _rows(
            FormerPlayer.objects.filter(user=person), "game__public_id", "replaced_at"
        ),
        "invitations": _rows(
            Seat.objects.filter(user=None, invited_address=person.email),
            *("game__public_id", "game__proposed_at", "game__status"),
        ),
        "declined_invitations": _rows(
            DeclinedInvitation.objects.filter(address=person.email),
            *("game__public_id", "declined_at", "is_taken_back"),
        ),
        "disputes": _rows(
            Dispute.objects.filter(reporter=person),
            *("game__public_id", "topic", "text", "ply", "reported_at", "state", "settled_at"),
            "resolution",
        ),
        "added_to_disputes": _rows(
            DisputeAddition.objects.filter(dispute__reporter=person),
            *("dispute__game__public_id", "text", "written_at"),
        ),
        "tried_lines": _rows(
            TriedLine.objects.filter(user=person).order_by("pk"),
            *("game__public_id", "ply", "name", "moves", "changed_at"),
        ),
        "muted_notes": _rows(NoteMute.objects.filter(user=person), "game__public_id", "since"),
        "hidden_notes": _rows(person.hidden_notes.all(), "writer__name", "since"),
        "vacations": _rows(Vacation.objects.filter(user=person), "begins_at", "ends_at"),
        "letters": _rows(
            Letter.objects.filter(to=person.email),
            *("kind", "topic", "status", "reason", "created_at", "sent_at", "delivered_at"),
        ),
        "mails": _mails(person),
        "delivery_events": _rows(
            DeliveryEvent.objects.filter(address=person.email),
            *("kind", "reason", "code", "is_final", "happened_at"),
        ),
        "muted_letters": _rows(Mute.objects.filter(address=person.email), "kind", "topic", "since"),
        "suppressions": _rows(
            Suppression.objects.filter(address=person.email), "reason", "since", "lifted_at"
        ),
        "acts_as_operator": _rows(
            AuditEntry.objects.filter(user=person), "action_time", "content_type__model"
        ),
    }


def _profile(person: User) -> dict[str, Any]:
    fields = (field.name for field in User._meta.fields)
    return {name: getattr(person, name) for name in fields if name not in _UNSAID}


def _seats(person: User) -> list[Seat]:
    return list(Seat.objects.filter(user=person).select_related("game").order_by("game_id"))


def _game(seat: Seat) -> dict[str, Any]:
    game = seat.game
    own = {"game": game, "seat": seat.number}
    return {
        "id": game.public_id,
        "game": game.game,
        "status": game.status,
        "seat": seat.number,
        "word_for_the_shuffle": seat.nonce,
        "word_is_derived": seat.is_word_derived,
        "joined_at": seat.joined_at,
        "began_at": game.began_at,
        "ended_at": game.ended_at,
        "result": game.result,
        "entries": _rows(
            LogEntry.objects.filter(**own, person=seat.person).order_by("seq"),
            *("seq", "kind", "text", "channel", "time"),
        ),
        "notes": _rows(Note.objects.filter(**own), "ply", "text", "recipients", "written_at"),
        "notes_taken_back": _rows(
            NoteDraft.objects.filter(seat=seat), "turn", "text", "recipients"
        ),
        "standing_orders": _rows(
            StandingOrder.objects.filter(seat=seat),
            *("text", "meant", "channel", "written_at", "first_ply", "last_ply"),
        ),
        "memos": _rows(Memo.objects.filter(seat=seat), "text", "written_at"),
        "uses_of_links": _rows(
            LinkUse.objects.filter(**own),
            *("ply", "purpose", "is_press", "count", "first_at", "last_at"),
        ),
    }


def _mails(person: User) -> list[dict[str, Any]]:
    """Return the mails of the person that came in: when, by which way, and what was read."""
    theirs = Q(about__in=about_person(person), is_owner=True)
    mails = InboundMail.objects.filter(theirs | Q(sender__in=believed_addresses(person)))
    return [
        {**row, "text": row["text"] or ""}
        for row in mails.order_by("received_at", "pk").values(
            *("about", "sender", "received_at", "way", "status", "outcome"),
            text=F("reading__quote"),
        )
    ]


def _rows(rows: Any, *columns: str) -> list[dict[str, Any]]:
    return list(rows.values(*columns))
