"""People, roles and the audit log in the admin; `support` adds what is about games."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth import admin as _registers_groups  # noqa: F401
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_form, operator_name
from accounts.forms import NameForm, NewPersonForm
from accounts.models import User
from accounts.selectors import find_people
from accounts.services.authority import ActRefused, refuse_unless_above, role_of
from accounts.services.preferences import save_preferences
from accounts.services.readdressing import add_person
from lib.admin import ReadOnlyAdmin, UncountedList


class StandingFilter(admin.SimpleListFilter):
    """Operators, people who are kept out, and bots."""

    title = _("standing")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return what people can be."""
        return [("operators", _("operators")), ("suspended", _("suspended")), ("bots", _("bots"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those people, by an index made for them."""
        match self.value():
            case "operators":
                return queryset.filter(is_staff=True)
            case "suspended":
                return queryset.filter(suspended_at__isnull=False)
            case "bots":
                return queryset.exclude(bot="")
        return queryset


class PersonAdmin(UncountedList):
    """People, found by how their name or address begins.

    The address is never edited here: links and reports depend on it, and only its owner can
    confirm a new one. That, roles, suspension and deletion are acts of their own.
    """

    list_display = ("name_or_none", "email", "role", "standing", "joined_at")
    list_display_links = ("name_or_none", "email")
    list_filter = (StandingFilter, "language")
    search_fields = ("email", "name")
    search_help_text = _("The beginning of an address or of a name.")
    ordering = ("-pk",)
    actions = None
    fields = ("name", "language", "time_zone", "email", "joined_at", "last_login")
    readonly_fields = ("email", "joined_at", "last_login")

    add_form_template = "admin/change_form.html"

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form for a person, or for one who is added, with a reason."""
        new = {"form": NewPersonForm, "fields": NewPersonForm.Meta.fields}
        chosen = {"form": NameForm} if obj else new
        return super().get_form(request, obj, change, **{**kwargs, **chosen})

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what is shown of a person, or asked of one who is added."""
        return self.fields if obj else (*NewPersonForm.Meta.fields, "reason")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what is never edited; of somebody new the address is asked for."""
        return self.readonly_fields if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: deleting a person is an act of its own, which also ends their games."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the operator may correct the name, language and zone of this person."""
        if not super().has_change_permission(request, obj):
            return False
        try:
            if obj is not None and isinstance(request.user, User):
                refuse_unless_above(request.user, obj, "accounts.change_user")
        except ActRefused:
            return False
        return True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return people with their roles."""
        return super().get_queryset(request).prefetch_related("groups")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the people whose name or address begins like this."""
        found = queryset & find_people(search_term) if search_term.strip() else queryset
        return found, False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Keep what was corrected, and nothing else of the row; or the person who is added."""
        if change:
            save_preferences(person=obj, changed=form.changed_data)
        elif isinstance(request.user, User):
            add_person(operator=request.user, person=obj, reason=form.cleaned_data["reason"])

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write nothing: the service has written it into the audit log, with the reason."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write the correction into the audit log, which knows people by number."""
        if isinstance(request.user, User):
            note_form(request.user, obj, message)

    @admin.display(description=_("name"))
    def name_or_none(self, person: User) -> str:
        """Return the name, or what others see instead."""
        return str(person)

    @admin.display(description=_("role"))
    def role(self, person: User) -> str:
        """Return the person's role in the admin."""
        return "superuser" if person.is_superuser else role_of(person)

    @admin.display(description=_("standing"))
    def standing(self, person: User) -> str:
        """Return whether the person is kept out, or none."""
        if person.is_bot:
            return gettext("bot")
        if person.suspended_at is not None:
            return gettext("suspended")
        return "" if person.is_active else gettext("left")


admin.site.unregister(Group)


@admin.register(Group)
class RoleAdmin(ReadOnlyAdmin):
    """What each role may do. Roles are part of the program: nobody edits them here."""

    fields = readonly_fields = ("name", "may")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the roles."""
        return super().changelist_view(request, {"title": _("Roles"), **(extra_context or {})})

    @admin.display(description=_("may"))
    def may(self, role: Group) -> SafeString:
        """Return what people with the role can do, a line each."""
        permissions = role.permissions.order_by("content_type__app_label", "codename")
        return format_html_join("", "{}<br>", ((permission.name,) for permission in permissions))


class OperatorFilter(admin.SimpleListFilter):
    """Who did it."""

    title = _("operator")
    parameter_name = "operator"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the people who are operators now."""
        operators = User.objects.filter(is_staff=True).order_by("name", "pk")[:100]
        return [(str(person.pk), str(person)) for person in operators]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return what that operator did."""
        value = self.value() or ""
        return queryset.filter(user=int(value)) if value.isdecimal() else queryset


@admin.register(LogEntry)
class AuditAdmin(ReadOnlyAdmin):
    """Every act of every operator. Nobody edits it, and the database refuses to alter it."""

    list_display = ("action_time", "operator", "about", "subject", "what")
    list_display_links = None
    list_select_related = ("user", "content_type")
    list_filter = (OperatorFilter, ("content_type", admin.RelatedOnlyFieldListFilter))
    search_fields = ("object_id__exact", "object_repr", "change_message")
    search_help_text = _("An id, or words of what was done or why.")
    fields = readonly_fields = ("action_time", "operator", "about", "subject", "what")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the log."""
        return super().changelist_view(request, {"title": _("Audit log"), **(extra_context or {})})

    @admin.display(description=_("operator"))
    def operator(self, entry: LogEntry) -> SafeString:
        """Return who it was."""
        return format_html("{}", operator_name(entry.user))

    @admin.display(description=_("kind"))
    def about(self, entry: LogEntry) -> str:
        """Return what kind of row it was about."""
        return entry.content_type.name if entry.content_type else ""

    @admin.display(description=_("about"))
    def subject(self, entry: LogEntry) -> SafeString:
        """Return what it was about, as a link where the admin has a page for it."""
        url = entry.get_admin_url() if entry.content_type else None
        if url is None:
            return format_html("{}", entry.object_repr)
        return format_html('<a href="{}">{}</a>', url, entry.object_repr)

    @admin.display(description=_("what"))
    def what(self, entry: LogEntry) -> str:
        """Return what was done, and why."""
        return entry.get_change_message()
