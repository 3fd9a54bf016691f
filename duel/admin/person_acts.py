"""What an operator can do about a person: each act with its permission, words and service."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.second_factor import factor_of
from accounts.services.authority import refuse_oneself, refuse_unless_above
from accounts.services.roles import give_role
from accounts.services.second_factor import reset_second_factor
from accounts.services.support import (
    end_sessions,
    lift_suppression,
    put_address_aside,
    send_sign_in_letter,
)
from duel.admin.person_forms import ActForm, DeleteForm, LiftForm, RoleForm, SuspendForm
from duel.models import Seat, Status
from duel.services.deletion import delete_for
from duel.services.personal_data import export_person, refuse_to_tell
from duel.services.suspension import (
    Fate,
    lift,
    preview_lifting,
    preview_suspension,
    refuse_opponent,
    suspend,
)
from mail.suppression import suppression_of

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


def acts_for(operator: User, person: User) -> dict[str, PersonAct]:
    """Return what this operator may do about this person as things stand."""
    return {
        slug: act
        for slug, act in ACTS.items()
        if operator.has_perm(act.permission) and act.fits(person)
    }


def _is_here(person: User) -> bool:
    """Return whether this is a person, and not the empty row of a former operator."""
    return person.is_active or person.suspended_at is not None


def _plain(permission: str, *sentences: str | Promise) -> Callable[[User, User], list[str]]:
    """Return a preview that only looks who acts on whom."""

    def preview(operator: User, person: User) -> list[str]:
        refuse_unless_above(operator, person, permission)
        return [str(sentence) for sentence in sentences]

    return preview


def _preview_putting_aside(operator: User, person: User) -> list[str]:
    refuse_oneself(operator, person)
    refuse_opponent(operator, person)
    return _plain(
        "mail.change_suppression",
        _("No letters go to the address, but for those that its owner asks for to sign in."),
        _("It counts again once its owner signs in, or an operator lets letters go there."),
        _("Where a letter with a turn cannot be sent, the clock of that turn stands still."),
    )(operator, person)


def _preview_taking_up(operator: User, person: User) -> list[str]:
    refuse_opponent(operator, person)
    return _plain(
        "mail.change_suppression",
        _("Letters go to the address again. If they come back, it is put aside once more."),
    )(operator, person)


def _preview_export(operator: User, person: User) -> list[str]:
    refuse_to_tell(operator, person)
    return _plain(
        "accounts.export_user",
        _("You get a file with all that is kept about this person, to be sent to them."),
        _("Nothing of others is in it, and nothing that is hidden in a running game."),
    )(operator, person)


def _send_sign_in(operator: User, person: User, said: dict[str, Any]) -> Answer:
    send_sign_in_letter(operator=operator, person=person, reason=said["reason"])
    return gettext("A sign-in letter is on its way.")


def _end_sessions(operator: User, person: User, said: dict[str, Any]) -> Answer:
    ended = end_sessions(operator=operator, person=person, reason=said["reason"])
    return gettext("Sessions ended: %(count)s.") % {"count": ended}


def _lift_suppression(operator: User, person: User, said: dict[str, Any]) -> Answer:
    lift_suppression(operator=operator, person=person, reason=said["reason"])
    return gettext("Letters go to this address again.")


def _put_aside(operator: User, person: User, said: dict[str, Any]) -> Answer:
    put_address_aside(operator=operator, person=person, reason=said["reason"])
    return gettext("No letters go to this address any more.")


def _suspend(operator: User, person: User, said: dict[str, Any]) -> Answer:
    fate = Fate(said["games"])
    suspend(operator=operator, person=person, reason=said["reason"], games=fate, told=said["told"])
    return gettext("The person is suspended.")


def _lift(operator: User, person: User, said: dict[str, Any]) -> Answer:
    lift(
        operator=operator,
        person=person,
        reason=said["reason"],
        go_on=said["go_on"],
        told=said["told"],
    )
    return gettext("The suspension is over.")


def _give_role(operator: User, person: User, said: dict[str, Any]) -> Answer:
    give_role(operator=operator, person=person, role=said["role"], reason=said["reason"])
    return gettext("The role was changed.")


def _preview_role(operator: User, person: User) -> list[str]:
    refuse_oneself(operator, person)
    return _plain(
        "accounts.give_roles",
        _("The person has the chosen role and no other."),
        _("They are signed out everywhere and have to sign in again."),
    )(operator, person)


def _preview_reset(operator: User, person: User) -> list[str]:
    refuse_oneself(operator, person)
    return _plain(
        "accounts.give_roles",
        _("The admin no longer asks this person for a code besides the mailed link."),
        _("Their recovery codes are worth nothing, and they get a letter that says so."),
        _("Be sure that it is they who ask for it: call them, or look them in the eye."),
    )(operator, person)


def _reset_second_factor(operator: User, person: User, said: dict[str, Any]) -> Answer:
    reset_second_factor(operator=operator, person=person, reason=said["reason"])
    return gettext("The second factor is gone.")


def _export(operator: User, person: User, said: dict[str, Any]) -> Answer:
    data = export_person(operator=operator, person=person, reason=said["reason"])
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="person-{person.pk}.json"'
    return response


def _preview_deletion(operator: User, person: User) -> list[str]:
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.delete_user")
    refuse_opponent(operator, person)
    running = Seat.objects.filter(user=person, game__status=Status.RUNNING)
    games = running.values("game").distinct().count()
    return [
        gettext("Running games are resigned: %(count)s.") % {"count": games},
        gettext("Name, address, letters, notes and sessions are erased for good."),
        gettext("Finished games stay whole for the opponents, without the name."),
        gettext("This cannot be undone."),
    ]


def _delete(operator: User, person: User, said: dict[str, Any]) -> Answer:
    delete_for(operator=operator, person=person, reason=said["reason"])
    return gettext("The account is deleted.")


ACTS: dict[str, PersonAct] = {
    "sign-in-letter": PersonAct(
        _("Send a sign-in letter"),
        "accounts.help_user",
        lambda person: person.is_active,
        _plain(
            "accounts.help_user",
            _("The person gets a letter by which they sign in, as if they had asked for it."),
        ),
        _send_sign_in,
    ),
    "end-sessions": PersonAct(
        _("End all sessions"),
        "accounts.help_user",
        lambda person: person.is_active,
        _plain("accounts.help_user", _("The person is signed out in every browser.")),
        _end_sessions,
    ),
    "lift-suppression": PersonAct(
        _("Let letters go to the address again"),
        "mail.change_suppression",
        lambda person: suppression_of(person.email) is not None,
        _preview_taking_up,
        _lift_suppression,
    ),
    "put-address-aside": PersonAct(
        _("Send nothing more to the address"),
        "mail.change_suppression",
        lambda person: suppression_of(person.email) is None,
        _preview_putting_aside,
        _put_aside,
    ),
    "suspend": PersonAct(
        _("Suspend"),
        "accounts.suspend_user",
        lambda person: person.suspended_at is None and person.is_active,
        preview_suspension,
        _suspend,
        SuspendForm,
        is_grave=True,
    ),
    "lift-suspension": PersonAct(
        _("Lift the suspension"),
        "accounts.suspend_user",
        lambda person: person.suspended_at is not None,
        preview_lifting,
        _lift,
        LiftForm,
    ),
    "role": PersonAct(
        _("Give or take a role"),
        "accounts.give_roles",
        lambda person: person.is_active and not person.is_superuser,
        _preview_role,
        _give_role,
        RoleForm,
    ),
    "second-factor": PersonAct(
        _("Take the second factor away"),
        "accounts.give_roles",
        lambda person: factor_of(person) is not None,
        _preview_reset,
        _reset_second_factor,
        is_grave=True,
    ),
    "export": PersonAct(
        _("Export what is kept"),
        "accounts.export_user",
        _is_here,
        _preview_export,
        _export,
    ),
    "delete": PersonAct(
        _("Delete the account"),
        "accounts.delete_user",
        _is_here,
        _preview_deletion,
        _delete,
        DeleteForm,
        is_grave=True,
    ),
}
"""Every act by the word that its address has for it."""
