"""The audit log: every act of an operator, in Django's own log of the admin.

Each row is written in the transaction of its act, so that neither exists without the other. The
rows stay for good: the database refuses to alter or remove them. So they name people by number,
and an operator who deletes their account leaves an empty row, to which their acts still belong.
The services and pages of operators call it.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils.translation import gettext

from accounts.models import User


def note_act(operator: User, subject: models.Model, what: str, *, reason: str = "") -> None:
    """Write down what the operator did to this row, and why."""
    LogEntry.objects.create(
        user=operator,
        content_type=ContentType.objects.get_for_model(subject),
        object_id=str(subject.pk),
        object_repr=lasting_name(subject),
        action_flag=CHANGE,
        change_message=f"{what}: {reason}" if reason else what,
    )


def note_form(operator: User, subject: models.Model, message: Any) -> None:
    """Write down what an operator changed in one of the admin's own forms."""
    note_act(operator, subject, message if isinstance(message, str) else json.dumps(message))


def operator_name(operator: User) -> str:
    """Return who acted; the name of somebody who has left is gone."""
    if operator.is_active or operator.suspended_at:
        return str(operator)
    return gettext("a former operator, person %(number)s") % {"number": operator.pk}


def with_names(acts: Iterable[LogEntry]) -> list[tuple[LogEntry, str]]:
    """Return acts of the audit log, each with the name of who acted."""
    return [(act, operator_name(act.user)) for act in acts]


def has_acted(person: User) -> bool:
    """Return whether the audit log has an act of this person."""
    return LogEntry.objects.filter(user=person).exists()


def lasting_name(subject: models.Model) -> str:
    """Return what the audit log calls a row for good: a person by number, as names are erased."""
    return f"person {subject.pk}" if isinstance(subject, User) else str(subject)[:200]
