"""What an act about a person will do, in sentences, or raised objections; for `person_acts`."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.authority import refuse_oneself, refuse_unless_above
from duel.models import Seat, Status
from support.deliverability import unreached_sentences
from support.people.personal_data import refuse_to_tell
from support.people.suspension import refuse_opponent


def plain(permission: str, *sentences: str | Promise) -> Callable[[User, User], list[str]]:
    """Return a preview that only checks who acts on which person."""

    def preview(operator: User, person: User) -> list[str]:
        refuse_unless_above(operator, person, permission)
        return [str(sentence) for sentence in sentences]

    return preview


def preview_putting_aside(operator: User, person: User) -> list[str]:
    """Return what sending nothing more to the address will do."""
    refuse_oneself(operator, person)
    refuse_opponent(operator, person)
    return plain(
        "mail.change_suppression",
        _("No letters go to the address, but for those that its owner asks for to sign in."),
        _("It counts again once its owner signs in, or an operator lets letters go there."),
        _("Where a letter with a turn cannot be sent, the clock of that turn stands still."),
    )(operator, person)


def preview_taking_up(operator: User, person: User) -> list[str]:
    """Return what letting letters go to the address again will do."""
    refuse_opponent(operator, person)
    return plain(
        "mail.change_suppression",
        _("Letters go to the address again. If they come back, it is put aside once more."),
    )(operator, person)


def preview_export(operator: User, person: User) -> list[str]:
    """Return what exporting will do."""
    refuse_to_tell(operator, person)
    return plain(
        "accounts.export_user",
        _("You get a file with all that is kept about this person, to be sent to them."),
        _("Nothing of others is in it, and nothing that is hidden in a running game."),
    )(operator, person)


def preview_role(operator: User, person: User) -> list[str]:
    """Return what another role will do."""
    refuse_oneself(operator, person)
    return plain(
        "accounts.give_roles",
        _("The person has the chosen role and no other."),
        _("They are signed out everywhere and have to sign in again."),
    )(operator, person)


def preview_reset(operator: User, person: User) -> list[str]:
    """Return what taking the second factor away will do."""
    refuse_oneself(operator, person)
    foreseen = plain(
        "accounts.give_roles",
        _("The admin no longer asks this person for a code besides the mailed link."),
        _("Their recovery codes are worth nothing, and they get a letter that says so."),
        _("Be sure that it is they who ask for it: call them, or look them in the eye."),
    )(operator, person)
    return [*foreseen, *unreached_sentences([person])]


def preview_deletion(operator: User, person: User) -> list[str]:
    """Return what deleting the account will do."""
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.delete_user")
    refuse_opponent(operator, person)
    running = Seat.objects.filter(user=person, game__status=Status.RUNNING)
    games = running.values("game").distinct().count()
    return [
        gettext("Running games are resigned: %(count)s.") % {"count": games},
        gettext("Open proposals and invitations are called off."),
        gettext("Name, address, letters, notes and sessions are erased for good."),
        gettext("Finished games stay whole for the opponents, without the name."),
        gettext("This cannot be undone."),
    ]
