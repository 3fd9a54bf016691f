"""A filter for moments on pages, in the same words as in letters."""

from datetime import datetime

from django import template
from django.utils import timezone

from duel.words.naming import by_the_clock_in

register = template.Library()


@register.filter
def by_the_clock(moment: datetime) -> str:
    """Return a moment by the reader's clock."""
    return by_the_clock_in(timezone.get_current_timezone(), moment)
