"""Finding people, and the addresses that are theirs."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import ChangeOfAddress, SenderAddress, SenderPath, User
from accounts.models.addresses import UNDO_IS_GOOD_FOR
from lib.statements import Statement, columns
from mail.addresses import normal_address
from mail.models import InboundMail


class _PersonRow(NamedTuple):
    person: User


class _AddressRow(NamedTuple):
    address: str


_PERSON_AT = Statement(
    _PersonRow,
    f"SELECT {columns(User)} FROM {User._meta.db_table} WHERE email = %s",  # noqa: S608
)
_FURTHER = Statement(
    _AddressRow,
    f"SELECT a.address FROM {SenderAddress._meta.db_table} a WHERE a.user_id = %s"  # noqa: S608
    f" AND NOT EXISTS (SELECT 1 FROM {User._meta.db_table} u"
    " WHERE u.email = a.address AND u.id <> a.user_id)",
)


def person_at(email: str) -> User | None:
    """Return the person whose address this is, given in normal form."""
    row = _PERSON_AT.first(email)
    return row.person if row else None


def find_people(text: str) -> QuerySet[User]:
    """Return the people whose address or name begins like this, found through indexes."""
    begins = Q(email__startswith=normal_address(text)) | Q(name__istartswith=text.strip())
    return User.objects.filter(begins)


def believed_addresses(person: User) -> frozenset[str]:
    """Return the normalized addresses from which mail is believed to be the person's."""
    # One that has become somebody else's own address since it was added does not count.
    further = (row.address for row in _FURTHER.rows(person.pk))
    return frozenset([normal_address(person.email), *further])


def is_known_path(person: User, *, sender: str, path: str) -> bool:
    """Return whether mail of this person's came this way before: confirmed, or proved to be it."""
    if not path:
        return False
    if SenderPath.objects.filter(user=person, path=path).exists():
        return True
    proved = InboundMail.objects.filter(sender=sender, path=path, is_owner=True, is_authentic=True)
    return proved.exists()


def can_be_readdressed_until(person: User) -> datetime | None:
    """Return until when a former address can take back that it is one, or None."""
    since = timezone.now() - UNDO_IS_GOOD_FOR
    changes = ChangeOfAddress.objects.filter(user=person, undone_at=None, changed_at__gt=since)
    last = changes.order_by("-changed_at").first()
    return last.changed_at + UNDO_IS_GOOD_FOR if last and last.changed_at else None
