"""The operators' admin: no password form of its own."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse


class OperatorsSite(AdminSite):
    """The admin site of people who operate the service."""

    site_url = "/"

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the admin's context with the site's own name."""
        name = settings.SITE_NAME
        return super().each_context(request) | {"site_header": name, "site_title": name}

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send strangers to the sign-in page, and tell players that this is not for them."""
        if request.user.is_authenticated and not self.has_permission(request):
            return render(request, "accounts/not_an_operator.html", status=403)
        target = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse('accounts:sign-in')}?{urlencode({'next': target})}")
