"""The operators' admin: no password form of its own, and a second factor for those who have one."""

from typing import Any, NoReturn
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.second_factor import is_missing


class OperatorsSite(AdminSite):
    """The admin site of people who operate the service."""

    site_url = "/"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the admin's context with the site's own name."""
        name = settings.SITE_NAME
        return super().each_context(request) | {"site_header": name, "site_title": name}

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this is an operator who has shown all that is asked for."""
        return super().has_permission(request) and not is_missing(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send strangers to the sign-in page, and tell players that this is not for them."""
        target = urlencode({"next": request.GET.get("next") or reverse("admin:index")})
        if super().has_permission(request):
            return redirect(f"{reverse('accounts:second-factor')}?{target}")
        if request.user.is_authenticated:
            return render(request, "accounts/not_an_operator.html", status=403)
        return redirect(f"{reverse('accounts:sign-in')}?{target}")

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> NoReturn:
        """Find nothing: there are no passwords, here or anywhere."""
        raise Http404

    password_change_done = password_change
