"""Acts about a person, each with permission, words and service; `support.admin.people` calls it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.second_factor import factor_of
from accounts.services.authority import give_role
from accounts.services.readdressing import PERMISSION as ADDRESSES
from accounts.services.second_factor import reset_second_factor
from accounts.services.support import (
    LET_IN_AGAIN,
    SUSPENDED,
    end_sessions,
    lift_suppression,
    put_address_aside,
    send_sign_in_letter,
)
from duel.models import Game, Status
from duel.notices.intents import topic_of
from duel.notices.kinds import OPERATOR_DECISION
from duel.play.notes import note_mutes
from mail.reports.suppression import suppression_of
from support.admin.person_forms import (
    ActForm,
    DeleteForm,
    LiftForm,
    NewAddressForm,
    RoleForm,
    SuspendForm,
)
from support.admin.person_previews import (
    plain,
    preview_deletion,
    preview_export,
    preview_putting_aside,
    preview_reset,
    preview_role,
    preview_taking_up,
)
from support.people.personal_data import export_person
from support.people.services import PERMISSION as NOTES
from support.people.services import (
    delete_for,
    mute_notes,
    preview_note_mute,
    preview_note_unmute,
    preview_readdressing,
    readdress,
    unmute_notes,
)
from support.people.suspension import (
    GameFate,
    lift,
    preview_lifting,
    preview_suspension,
    suspend,
)

Answer = str | HttpResponse
"""What the operator reads when it is done, or gets instead of a page."""


@dataclass(frozen=True)
class PersonAct:
    """One act: who may do it, when it makes sense, what it will do, and what does it."""

    name: str | Promise
    permission: str
    fits: Callable[[User], bool]
    preview: Callable[[User, User], list[str]]
    """Given operator and person, returns what will happen; raises what speaks against it."""
    carry_out: Callable[[User, User, dict[str, Any]], Answer]
    form: type[ActForm] = ActForm
    is_grave: bool = False
    letters: Callable[[User], Q] | None = None
    """Which letters with the operator's words the act sends; they can be looked at before."""


def acts_for(operator: User, person: User) -> dict[str, PersonAct]:
    """Return what this operator may do about this person as things stand; about a bot, nothing."""
    if person.is_bot:
        return {}
    return {
        slug: act
        for slug, act in ACTS.items()
        if operator.has_perm(act.permission) and act.fits(person)
    }


def _letters_about(person: User) -> Q:
    """Return the letters to the person, and those to all players about decisions in their games."""
    games = Game.objects.filter(seats__user=person).distinct()
    topics = [topic_of(game) for game in games.filter(status=Status.RUNNING)]
    to_person = Q(to=person.email, kind__in=[SUSPENDED, LET_IN_AGAIN])
    return to_person | Q(topic__in=topics, kind=OPERATOR_DECISION)


def _is_here(person: User) -> bool:
    """Return whether this is a person, and not the empty row of a former operator."""
    return person.is_active or person.suspended_at is not None


def _done_by(
    service: Callable[..., object], sentence: Promise, *names: str
) -> Callable[[User, User, dict[str, Any]], Answer]:
    """Return what calls the service with the reason and these fields of the form."""

    def carry_out(operator: User, person: User, fields: dict[str, Any]) -> Answer:
        chosen = {name: fields[name] for name in ("reason", *names)}
        service(operator=operator, person=person, **chosen)
        return str(sentence)

    return carry_out


def _end_sessions(operator: User, person: User, fields: dict[str, Any]) -> Answer:
    ended = end_sessions(operator=operator, person=person, reason=fields["reason"])
    return gettext("Sessions ended: %(count)s.") % {"count": ended}


def _suspend(operator: User, person: User, fields: dict[str, Any]) -> Answer:
    suspend(
        operator=operator,
        person=person,
        reason=fields["reason"],
        message=fields["message"],
        games=GameFate(fields["games"]),
        message_to_players=fields["told"],
    )
    return gettext("The person is suspended.")


def _lift(operator: User, person: User, fields: dict[str, Any]) -> Answer:
    lift(
        operator=operator,
        person=person,
        reason=fields["reason"],
        go_on=fields["go_on"],
        message_to_players=fields["told"],
    )
    return gettext("The suspension is over.")


def _export(operator: User, person: User, fields: dict[str, Any]) -> Answer:
    data = export_person(operator=operator, person=person, reason=fields["reason"])
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="person-{person.pk}.json"'
    return response


ACTS: dict[str, PersonAct] = {
    "sign-in-letter": PersonAct(
        _("Send a sign-in letter"),
        "accounts.help_user",
        lambda person: person.is_active,
        plain(
            "accounts.help_user",
            _("The person gets a letter by which they sign in, as if they had asked for it."),
        ),
        _done_by(send_sign_in_letter, _("A sign-in letter is on its way.")),
    ),
    "end-sessions": PersonAct(
        _("End all sessions"),
        "accounts.help_user",
        lambda person: person.is_active,
        plain("accounts.help_user", _("The person is signed out in every browser.")),
        _end_sessions,
    ),
    "lift-suppression": PersonAct(
        _("Let letters go to the address again"),
        "mail.change_suppression",
        lambda person: suppression_of(person.email) is not None,
        preview_taking_up,
        _done_by(lift_suppression, _("Letters go to this address again.")),
    ),
    "put-address-aside": PersonAct(
        _("Send nothing more to the address"),
        "mail.change_suppression",
        lambda person: suppression_of(person.email) is None,
        preview_putting_aside,
        _done_by(put_address_aside, _("No letters go to this address any more.")),
    ),
    "new-address": PersonAct(
        _("Change the address"),
        ADDRESSES,
        lambda person: person.is_active and not person.is_staff,
        preview_readdressing,
        _done_by(readdress, _("Letters are on their way to both addresses."), "address"),
        NewAddressForm,
        is_grave=True,
    ),
    "suspend": PersonAct(
        _("Suspend"),
        "accounts.suspend_user",
        lambda person: person.suspended_at is None and person.is_active,
        preview_suspension,
        _suspend,
        SuspendForm,
        is_grave=True,
        letters=_letters_about,
    ),
    "lift-suspension": PersonAct(
        _("Lift the suspension"),
        "accounts.suspend_user",
        lambda person: person.suspended_at is not None,
        preview_lifting,
        _lift,
        LiftForm,
        letters=_letters_about,
    ),
    "mute-notes": PersonAct(
        _("Mute their notes"),
        NOTES,
        lambda person: person.is_active and not note_mutes(person, None).exists(),
        preview_note_mute,
        _done_by(mute_notes, _("Their notes are passed on in no game.")),
    ),
    "unmute-notes": PersonAct(
        _("Pass their notes on again"),
        NOTES,
        lambda person: note_mutes(person, None).exists(),
        preview_note_unmute,
        _done_by(unmute_notes, _("Their notes are passed on again.")),
    ),
    "role": PersonAct(
        _("Give or take a role"),
        "accounts.give_roles",
        lambda person: person.is_active and not person.is_superuser,
        preview_role,
        _done_by(give_role, _("The role was changed."), "role"),
        RoleForm,
    ),
    "second-factor": PersonAct(
        _("Take the second factor away"),
        "accounts.give_roles",
        lambda person: factor_of(person) is not None,
        preview_reset,
        _done_by(reset_second_factor, _("The second factor is gone.")),
        is_grave=True,
    ),
    "export": PersonAct(
        _("Export what is kept"),
        "accounts.export_user",
        _is_here,
        preview_export,
        _export,
    ),
    "delete": PersonAct(
        _("Delete the account"),
        "accounts.delete_user",
        _is_here,
        preview_deletion,
        _done_by(delete_for, _("The account is deleted.")),
        DeleteForm,
        is_grave=True,
    ),
}
"""Every act by the word that its address has for it."""
