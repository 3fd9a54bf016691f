"""Which letters, mails and addresses operators must leave alone in the admin, as rooms say."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from mail.models import DeliveryEvent, InboundMail, Letter

Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)

Guard = Callable[[Item, Any], str]
"""Returns why this operator must not read or change it, or nothing."""

Veil = Callable[[Any], Q]
"""Returns which rows this operator must not even know of: that they exist tells enough."""


class Access(Generic[Item]):
    """The guards and veils of one kind of rows."""

    def __init__(self) -> None:
        self._guards: list[Guard[Item]] = []
        self._veils: list[Veil] = []

    def guard(self, guard: Guard[Item]) -> Guard[Item]:
        """Ask this function before a row is shown or changed."""
        self._guards.append(guard)
        return guard

    def veil(self, veil: Veil) -> Veil:
        """Ask this function which rows an operator is not shown."""
        self._veils.append(veil)
        return veil

    def refusal(self, item: Item, operator: Any) -> str:
        """Return why this operator must not read or change it, or nothing."""
        return next(filter(None, (guard(item, operator) for guard in self._guards)), "")

    def hidden_from(self, operator: Any) -> Q:
        """Return the condition of what this operator must not know of."""
        return reduce(or_, (veil(operator) for veil in self._veils), Q(pk__in=()))

    def shown_to(self, operator: Any, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Return these rows without those that this operator must not know of."""
        return rows.exclude(self.hidden_from(operator))


LETTERS = Access[Letter]()
MAILS = Access[InboundMail]()
ADDRESSES = Access[str]()


def reports_shown_to(operator: Any, events: QuerySet[DeliveryEvent]) -> QuerySet[DeliveryEvent]:
    """Return these reports without those about letters that the operator must not know of."""
    hidden = Letter.objects.filter(LETTERS.hidden_from(operator), pk=OuterRef("letter"))
    return events.exclude(Exists(hidden))
