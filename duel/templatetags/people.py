"""A tag for names of players that lead to their pages, for readers who are signed in."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from duel.models import Seat
from duel.record.selectors import player_names

register = template.Library()


@register.simple_tag(takes_context=True)
def player_links(context: template.Context, seats: Iterable[Seat]) -> SafeString:
    """Return the names of the players in these seats, each a link if the reader may follow it."""
    seats, user = list(seats), context.get("user")
    may_follow = user is not None and user.is_authenticated
    names = zip(seats, player_names(seats), strict=True)
    links = (_link(seat, name, may_follow=may_follow) for seat, name in names)
    return mark_safe(" – ".join(links))  # noqa: S308 (each part is escaped)


def _link(seat: Seat, name: str, *, may_follow: bool) -> SafeString:
    if seat.user is None or not may_follow:
        return format_html("{}", name)
    page = reverse("duel:person", args=[seat.user.public_id])
    return format_html('<a href="{}">{}</a>', page, name)
