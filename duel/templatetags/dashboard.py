"""The state of the service on the admin's front page."""

from django import template

from accounts.models import User
from duel.operators.status.in_words import Line, bulletin

register = template.Library()


@register.simple_tag
def service_lines(reader: User) -> list[Line]:
    """Return how everything stands that this operator may see; trouble comes first."""
    return sorted(bulletin(reader), key=lambda line: line.is_fine)
