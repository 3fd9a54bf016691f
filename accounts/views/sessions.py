"""Where one is signed in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services.sessions import browsers_of, end_other_sessions, end_session


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def browsers(request: HttpRequest) -> HttpResponse:
    """Show all browsers in which the person is signed in; sign out of one, or of all others."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    if request.method != "POST":
        found = browsers_of(request.user, this=request.session)
        return render(request, "accounts/browsers.html", {"browsers": found})
    if "browser" in request.POST:
        end_session(person=request.user, public_id=request.POST["browser"])
    else:
        end_other_sessions(person=request.user, this=request.session)
    return redirect("accounts:browsers")
