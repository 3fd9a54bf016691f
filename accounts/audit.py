"""The audit log: every act of an operator, in Django's own log of the admin.

Written in the transaction of the act itself, so that neither exists without the other. Acts in
the admin's own forms are written there by Django.
"""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models

from accounts.models import User


def note_act(operator: User, subject: models.Model, what: str, *, reason: str = "") -> None:
    """Write down what the operator did to this row, and why."""
    LogEntry.objects.create(
        user=operator,
        content_type=ContentType.objects.get_for_model(subject),
        object_id=str(subject.pk),
        object_repr=str(subject)[:200],
        action_flag=CHANGE,
        change_message=f"{what}: {reason}" if reason else what,
    )
