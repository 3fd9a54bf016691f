"""The template tag with the state of the service, for the admin's front page."""

from dataclasses import dataclass

from django import template

from accounts.models import User
from support.status.in_words import StatusLine, bulletin
from support.worklist.lines import WorkList, work_list

register = template.Library()


@dataclass(frozen=True)
class FrontPage:
    """All that the front page tells: what is to be done, and the figures that need attention."""

    work: WorkList
    lines: list[StatusLine]


@register.simple_tag
def front_page(reader: User) -> FrontPage | None:
    """Return what this operator may see; nothing for somebody who may see nothing."""
    lines = bulletin(reader)
    if not lines:
        return None
    return FrontPage(
        work_list(reader, lines), [line for line in lines if not line.is_settled_by_itself]
    )
