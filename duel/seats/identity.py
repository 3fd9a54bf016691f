"""By what a player is known and reached at their tables: names and links.

The page of options calls it, and `duel.receivers` when somebody changes name or address.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import looks_like
from duel.models import AnySeat, Seat, Status
from duel.notices.again import notice_new_links
from duel.record.reading import locked_game


def revoke_links(*, seat: AnySeat) -> None:
    """Make every link that was ever sent for this seat worthless.

    Whoever is to move gets the turn once more, with links that work.
    """
    revoke_links_of(Seat.objects.filter(pk=seat.pk))
    if isinstance(seat, Seat):
        seat.refresh_from_db(fields=["link_epoch"])


@transaction.atomic
def revoke_links_of(seats: QuerySet[Seat]) -> None:
    """Do the same for several seats, of one game or of many."""
    running = list(seats.filter(game__status=Status.RUNNING).values_list("pk", "game__public_id"))
    seats.exclude(pk__in=[pk for pk, _ in running]).update(link_epoch=F("link_epoch") + 1)
    # Always in the same order, so that two who do this at once do not wait for each other.
    for pk, public_id in sorted(running):
        locked_game(public_id)
        Seat.objects.filter(pk=pk).update(link_epoch=F("link_epoch") + 1)
        seat = Seat.objects.select_related("game", "user").get(pk=pk)
        notice_new_links(seat, now=timezone.now())


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
