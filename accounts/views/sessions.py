"""The pages on which people see where they are signed in, and their tokens for programs."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.models import ApiToken, User
from accounts.models.sign_in import NAME_LENGTH
from accounts.services.api_tokens import TooManyTokens, create_token, revoke_token
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


class TokenForm(forms.Form):
    """Asks what a token is for."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=NAME_LENGTH,
        help_text=_("A name by which you will know it again."),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables()
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the person's tokens; make a new one, which is shown this once, or revoke one."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type checker)
    form, new = TokenForm(), ""
    if request.method == "POST" and "revoke" in request.POST:
        pk = request.POST["revoke"]
        if pk.isdecimal() and len(pk) < 19:
            revoke_token(person=request.user, pk=int(pk))
        return redirect("accounts:tokens")
    if request.method == "POST":
        form = TokenForm(request.POST)
        if form.is_valid():
            try:
                new = create_token(person=request.user, name=form.cleaned_data["name"])
                form = TokenForm()
            except TooManyTokens as refusal:
                form.add_error(None, str(refusal))
    own = ApiToken.objects.filter(user=request.user, revoked_at=None)
    context = {"form": form, "new": new, "tokens": own}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)
