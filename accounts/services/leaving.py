"""Erasing a person: the row goes, or, if the audit log needs it, everything that was in it."""

from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.db.models.fields.reverse_related import ManyToOneRel

from accounts.audit import has_acted
from accounts.models import User


@transaction.atomic
def erase_person(person: User) -> None:
    """Delete the person; whoever has acted as an operator leaves an empty row.

    The audit log cannot be altered, and its rows belong to whoever acted: they then say
    "a former operator", and the number.
    """
    _let_go_of_everything(person)
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


def _let_go_of_everything(person: User) -> None:
    """Do to all that points at the person what deleting them would have done."""
    for relation in User._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or relation.related_model is LogEntry:
            continue
        rows = relation.related_model._base_manager.filter(**{relation.field.name: person})
        if relation.on_delete is models.SET_NULL:
            rows.update(**{relation.field.name: None})
        else:
            rows.delete()
