"""After a restore: nothing that was signed, or signed in, before it counts any more."""

from datetime import UTC, datetime

from django.db.models import Max
from django.utils import timezone

from accounts.models import Session, SignInRequest, User
from accounts.services.api_tokens import revoke_tokens

_COUNTED_FROM = datetime(2025, 1, 1, tzinfo=UTC)


def next_epoch(latest: int) -> int:
    """Return an epoch in which nothing can have been signed yet.

    A backup does not know how often links were revoked after it was made, so the next number will
    not do. Epochs are raised one by one, by people: seconds are ahead of them. The column has room
    for them until 2093.
    """
    return max(latest + 1, int((timezone.now() - _COUNTED_FROM).total_seconds()))


def forget_what_was_signed() -> None:
    """Kill all links of all people, the addresses of their calendars, all sessions and tokens.

    Sign-in letters that are out are dead as well. Only links by which somebody unsubscribes stay
    good: they open nothing.
    """
    latest = User.objects.aggregate(links=Max("link_epoch"), calendars=Max("calendar_epoch"))
    epoch = next_epoch(max(latest["links"] or 0, latest["calendars"] or 0))
    User.objects.update(link_epoch=epoch, calendar_epoch=epoch)
    SignInRequest.objects.all().delete()
    Session.objects.all().delete()
    revoke_tokens(person=None)  # some may have been revoked since
