"""What a request to the admin carries: the operator, and numbers. All pages beside it call it."""

from django.http import HttpRequest

from accounts.models import User


def operator_of(request: HttpRequest) -> User:
    """Return the operator who asks."""
    assert isinstance(request.user, User)  # noqa: S101 (the admin lets nobody else in)
    return request.user


def posted_number(request: HttpRequest, name: str) -> int:
    """Return a number that the page has sent; -1, which matches nothing, if it is not a number."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else -1
