"""Which mail that came in an operator may know of, and read: the rooms above say which not."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from mail.models import InboundMail

Guard = Callable[[InboundMail, Any], str]
"""Returns why this operator must not read the mail, or nothing."""

Veil = Callable[[Any], Q]
"""Returns which mail this operator must not even know of."""

REVEALED = "revealed the mail"
"""How the audit log begins to tell that an operator has read somebody's mail."""

_guards: list[Guard] = []
_veils: list[Veil] = []


def guards_mail(guard: Guard) -> Guard:
    """Make this function one of those that are asked before a mail is shown."""
    _guards.append(guard)
    return guard


def hides_mail(veil: Veil) -> Veil:
    """Make this function one of those that are asked which mail an operator is not shown."""
    _veils.append(veil)
    return veil


def mail_shown_to(operator: Any, mails: QuerySet[InboundMail]) -> QuerySet[InboundMail]:
    """Return these mails without those that this operator must not know of."""
    nothing = Q(pk__in=())
    return mails.exclude(reduce(or_, (veil(operator) for veil in _veils), nothing))


def reason_not_to_show(mail: InboundMail, operator: Any) -> str:
    """Return why this operator must not read the mail, or nothing."""
    return next(filter(None, (guard(mail, operator) for guard in _guards)), "")
