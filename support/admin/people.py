"""The admin's list of people, the page of a person, and the acts on it. Django finds them."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_http_methods

from accounts.admin import PersonAdmin
from accounts.models import User
from accounts.services.authority import ActRefused
from duel.errors import Refused
from support.admin.act_preview import Preview, preview_or_carry_out
from support.admin.merging import merge_view
from support.admin.person_acts import ACTS, Answer, PersonAct, acts_for
from support.admin.person_forms import ActForm
from support.admin.requests import operator_of
from support.conflicts import play_together
from support.people.selectors import person_sheet


@admin.register(User)
class PeopleAdmin(PersonAdmin):
    """People, with their games, letters and sessions, and the acts that put things right."""

    change_form_template = "admin/accounts/user/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's addresses, and that of the acts."""
        act = self.admin_site.admin_view(self.act)
        merge = self.admin_site.admin_view(self.merge)
        return [
            path("<path:object_id>/merge/", merge, name="accounts_user_merge"),
            path("<path:object_id>/act/<slug:act>/", act, name="accounts_user_act"),
            *super().get_urls(),
        ]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the operator may correct this person; not an opponent of theirs."""
        # Quiet hours and weekends go by the person's zone, and with them the clock.
        may = super().has_change_permission(request, obj)
        return may and not (obj and play_together(operator_of(request), obj.email))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the person's page: the form, and below it all that an operator may know."""
        person = self.get_object(request, object_id)
        if person is not None and self.has_view_permission(request, person):
            operator = operator_of(request)
            acts = acts_for(operator, person)
            extra_context = {
                **(extra_context or {}),
                "sheet": person_sheet(person, reader=operator),
                "acts": [(slug, act.name, act.is_grave) for slug, act in acts.items()],
            }
        return super().change_view(request, object_id, form_url, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the page of the person: it has of what was done what this operator may know."""
        return self.change_view(request, object_id)

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def act(self, request: HttpRequest, object_id: str, act: str) -> HttpResponseBase:
        """Say what an act will do, and do it when the button is pressed."""
        return _answer(self, request, object_id, act)

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def merge(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make one account out of two, after telling what that does."""
        return merge_view(self, request, object_id)


def _answer(
    shown_in: PeopleAdmin, request: HttpRequest, object_id: str, slug: str
) -> HttpResponseBase:
    operator = operator_of(request)
    act = ACTS.get(slug)
    if act is not None and not operator.has_perm(act.permission):
        raise PermissionDenied
    person = shown_in.get_object(request, object_id)
    if act is None or person is None:
        raise Http404
    try:
        sentences = act.preview(operator, person)
    except (ActRefused, Refused) as refusal:
        return _page(shown_in, request, person, act, refusal=str(refusal))
    form = act.form(request.POST if request.method == "POST" else None, person=person)
    if request.method == "POST" and form.is_valid() and "back" not in request.POST:
        try:
            answer = _carry_out(request, person, act, form)
        except (ActRefused, Refused) as refusal:
            form.add_error(None, str(refusal))
        else:
            if isinstance(answer, Preview):
                person.refresh_from_db()  # as it was before the act was tried out
                return _page(shown_in, request, person, act, form=form, preview=answer)
            return answer if isinstance(answer, HttpResponse) else _done(request, person, answer)
    return _page(shown_in, request, person, act, sentences=sentences, form=form)


def _carry_out(
    request: HttpRequest, person: User, act: PersonAct, form: ActForm
) -> Answer | Preview:
    """Do the act; one that sends letters with the operator's words only as it was previewed."""
    operator = operator_of(request)
    if act.letters is None:
        return act.carry_out(operator, person, form.cleaned_data)
    return preview_or_carry_out(
        request,
        form,
        lambda: act.carry_out(operator, person, form.cleaned_data),
        foresee=lambda: [*act.preview(operator, person), *form.chosen()],
        about=act.letters(person),
    )


def _done(request: HttpRequest, person: User, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    if User.objects.filter(pk=person.pk).exists():
        return redirect("admin:accounts_user_change", person.pk)
    return redirect("admin:accounts_user_changelist")


def _page(
    shown_in: PeopleAdmin, request: HttpRequest, person: User, act: PersonAct, **context: Any
) -> HttpResponse:
    everywhere = shown_in.admin_site.each_context(request)
    about = {"title": act.name, "opts": shown_in.opts, "person": person, "act": act}
    shown: dict[str, Any] = {"shows_letters": act.letters is not None}  # a template would call it
    preview: Preview | None = context.get("preview")
    if preview is not None:
        shown |= {"sentences": preview.sentences, "refusal": preview.refusal}
    return TemplateResponse(
        request,
        "admin/accounts/user/act.html",
        {**everywhere, **about, **shown, **context},
        status=preview.status if preview else 200,
    )
