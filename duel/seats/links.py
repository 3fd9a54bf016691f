"""Revokes links of seats for the page of options, and for `duel.receivers` on a new address."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from duel.models import AnySeat, Seat, Status
from duel.notices.resending import notice_new_links
from duel.record.reading import locked_game


def revoke_links(*, seat: AnySeat) -> None:
    """Revoke every link of this seat; a player to move gets the turn with new links."""
    revoke_links_of(Seat.objects.filter(pk=seat.pk))
    if isinstance(seat, Seat):
        seat.refresh_from_db(fields=["link_epoch"])


@transaction.atomic
def revoke_links_of(seats: QuerySet[Seat]) -> None:
    """Do the same for several seats, of one game or of many."""
    running = list(seats.filter(game__status=Status.RUNNING).values_list("pk", "game__public_id"))
    seats.exclude(pk__in=[pk for pk, _ in running]).update(link_epoch=F("link_epoch") + 1)
    # Always in the same order, so that two calls at once do not wait for each other.
    for pk, public_id in sorted(running):
        locked_game(public_id)
        Seat.objects.filter(pk=pk).update(link_epoch=F("link_epoch") + 1)
        seat = Seat.objects.select_related("game", "user").get(pk=pk)
        notice_new_links(seat, now=timezone.now())
