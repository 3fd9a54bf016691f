"""Erases a person, and revokes what was signed before a backup was restored."""

from datetime import UTC, datetime

from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.db.models import Max
from django.db.models.fields.reverse_related import ManyToOneRel
from django.utils import timezone

from accounts.audit import has_acted
from accounts.models import Session, SignInRequest, User
from accounts.services.api_tokens import revoke_tokens

_COUNTED_FROM = datetime(2025, 1, 1, tzinfo=UTC)


@transaction.atomic
def erase_person(person: User) -> None:
    """Delete the person; one who has acted as an operator leaves an empty row."""
    # Rows of the audit log cannot be altered: they then say "a former operator", and the number.
    _detach_all(person)
    if not has_acted(person):
        # Not `person.delete()`: that would also send a DELETE to the audit log, which is empty of
        # them and which the service's database role may not touch.
        rows = User._base_manager.filter(pk=person.pk)
        rows._raw_delete(rows.db)
        return
    empty = User(
        pk=person.pk,
        password=person.password,
        email=f"left-{person.pk}@erased.invalid",
        joined_at=person.joined_at,
        link_epoch=person.link_epoch + 1,
        is_active=False,
    )
    empty.set_unusable_password()
    empty.save(force_update=True)


def _detach_all(person: User) -> None:
    """Do to all that points at the person what deleting them would have done."""
    for relation in User._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or relation.related_model is LogEntry:
            continue
        rows = relation.related_model._base_manager.filter(**{relation.field.name: person})
        if relation.on_delete is models.SET_NULL:
            rows.update(**{relation.field.name: None})
        else:
            rows.delete()


def next_epoch(latest: int) -> int:
    """Return an epoch in which nothing can have been signed yet."""
    # A backup does not know how often links were revoked after it was made. People raise epochs one
    # by one, so seconds are ahead of them; the column has room for them until 2093.
    return max(latest + 1, int((timezone.now() - _COUNTED_FROM).total_seconds()))


def forget_what_was_signed() -> None:
    """Kill all links, calendars, sessions, tokens and open sign-in letters of all people."""
    # Only links by which somebody unsubscribes stay good: they open nothing.
    latest = User.objects.aggregate(links=Max("link_epoch"), calendars=Max("calendar_epoch"))
    epoch = next_epoch(max(latest["links"] or 0, latest["calendars"] or 0))
    User.objects.update(link_epoch=epoch, calendar_epoch=epoch)
    SignInRequest.objects.all().delete()
    Session.objects.all().delete()
    revoke_tokens(person=None)  # some may have been revoked since
