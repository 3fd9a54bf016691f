"""The admin's page that merges two accounts, with its address; `support.admin.people` calls it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.authority import ActRefused
from lib.admin import AnyAdmin
from mail.addresses import normal_address
from support.admin.act_preview import Preview, preview_or_carry_out
from support.admin.person_forms import ActForm
from support.admin.requests import operator_of
from support.people.merging import PERMISSION, merge_accounts, preview_merge

TITLE = _("Merge another account into this one")


class MergeForm(ActForm):
    """Which account goes, and why."""

    address = forms.EmailField(
        label=_("Address of the account that goes"),
        max_length=254,
        widget=forms.EmailInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, person: User) -> None:
        """Ask for the account before the reason."""
        super().__init__(data, person=person)
        self.order_fields(["address", "reason"])

    def clean_address(self) -> User:
        """Return whose account it is."""
        address = normal_address(self.cleaned_data["address"])
        merged = User.objects.filter(email=address).first()
        if merged is None:
            raise forms.ValidationError(_("Nobody here has this address."))
        return merged


def merge_view(shown_in: AnyAdmin, request: HttpRequest, object_id: str) -> HttpResponse:
    """Take the other account, show what merging will do, and merge when that is confirmed."""
    # If the two have played on meanwhile, the preview comes once more.
    operator = operator_of(request)
    if not operator.has_perm(PERMISSION):
        raise PermissionDenied
    kept = shown_in.get_object(request, object_id)
    if kept is None:
        raise Http404
    form = MergeForm(request.POST if request.method == "POST" else None, person=kept)
    preview: Preview | None = None
    if request.method == "POST" and form.is_valid():
        merged, reason = form.cleaned_data["address"], form.cleaned_data["reason"]
        try:
            preview = preview_or_carry_out(
                request,
                form,
                lambda: merge_accounts(operator=operator, kept=kept, merged=merged, reason=reason),
                foresee=lambda: preview_merge(operator, kept=kept, merged=merged),
                about=None,
            )
        except ActRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            if preview is None:
                messages.success(request, gettext("The two accounts are one."))
                return redirect("admin:accounts_user_change", kept.pk)
    return _page(shown_in, request, person=kept, form=form, preview=preview)


def _page(shown_in: AnyAdmin, request: HttpRequest, **context: Any) -> HttpResponse:
    everywhere = shown_in.admin_site.each_context(request)
    about = {"title": TITLE, "opts": shown_in.opts}
    return TemplateResponse(
        request, "admin/accounts/user/merge.html", {**everywhere, **about, **context}
    )
