"""Where a page leads to after a form: only to pages of this site."""

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 500


def local_target(request: HttpRequest, target: str) -> str:
    """Return the path if it is one of this site's pages, else nothing: anybody can write it."""
    if not target.startswith("/") or not target.isprintable() or len(target) > LONGEST:
        return ""
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return ""
    try:
        resolve(urlsplit(target).path)
    except (Resolver404, ValueError):
        return ""
    return target
