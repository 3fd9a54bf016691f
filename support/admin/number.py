"""Numbers that a page of the admin has sent. Acts on games and reports call it."""

from django.http import HttpRequest


def posted_number(request: HttpRequest, name: str) -> int:
    """Return a number that the page has sent; -1, which matches nothing, if it is not a number."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else -1
