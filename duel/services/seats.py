"""What a player does about their own seat."""

from django.db.models import F

from duel.models import Seat


def revoke_links(*, seat: Seat) -> None:
    """Make every link that was ever sent for this seat worthless; new letters bring new ones."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    seat.refresh_from_db(fields=["link_epoch"])
