"""A player who takes another name while games go on."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import looks_like
from duel.models import Seat, Status


def refuse_name_at_tables(*, person: User, name: str) -> None:
    """Raise ValidationError if another player at one of the person's tables is or was called so."""
    others = (
        Seat.objects.filter(
            game__seats__user=person, game__status__in=[Status.PROPOSED, Status.RUNNING]
        )
        .exclude(user=person)
        .exclude(user=None)
        .select_related("user")
    )
    for seat in others:
        if any(looks_like(name, known) for known in (str(seat.user), seat.former_name) if known):
            raise ValidationError(
                _("Somebody in the same game has this name, or one that looks like it.")
            )


def keep_former_name(*, person: User, old: str) -> None:
    """Keep the name by which the person is known in their running games.

    The first one counts, however often it changes; whoever takes it again has no former name.
    """
    seats = Seat.objects.filter(user=person, game__status=Status.RUNNING)
    seats.filter(former_name="").update(former_name=old)
    seats.filter(former_name=person.name).update(former_name="")
