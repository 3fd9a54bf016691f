"""Lists in the admin that never count a whole table: they know one page more than they show."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.views.main import PAGE_VAR
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.functional import cached_property

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:  # outside the type checker Django's classes take no parameters
    AnyAdmin = admin.ModelAdmin


_OF_FILTERS = ("", "__exact", "__id__exact", "__isnull", "__isempty")
"""What Django's filters for a field put after its name."""

_LONGEST_PAGE = 6
"""Digits in the number of a page: nobody turns a million pages."""


class OpenPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of rows that nobody has counted."""

    page_shown = 1

    @cached_property
    def count(self) -> int:
        """How many rows there are up to one beyond the page that is shown."""
        start = (self.page_shown - 1) * self.per_page
        upto = self.page_shown * self.per_page + 1
        rows: Any = self.object_list
        return start + len(rows.values_list("pk", flat=True)[start:upto])

    @property
    def more_than(self) -> int | None:
        """How many rows there are at least, if there are more than the pages tell; else None."""
        end = self.page_shown * self.per_page
        return end if self.count > end else None


class UncountedList(AnyAdmin):
    """A list in the admin whose every page costs the same, however long the table is."""

    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()  # no other order has an index
    actions_selection_counter = False  # it would offer to select "all", counted
    paginator = OpenPaginator

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether a filter beside the list asks this; by hand nothing can be asked."""
        # Django lets the address bar search any column, letter by letter, also those not shown.
        return lookup in _filter_parameters(self.get_list_filter(request))

    def get_paginator(
        self,
        request: HttpRequest,
        queryset: Any,
        per_page: int,
        orphans: int = 0,
        allow_empty_first_page: bool = True,
    ) -> OpenPaginator:
        """Return a paginator that knows which page is asked for."""
        paginator = OpenPaginator(queryset, per_page, orphans, allow_empty_first_page)
        page = request.GET.get(PAGE_VAR, "")
        is_number = page.isascii() and page.isdecimal() and len(page) <= _LONGEST_PAGE
        paginator.page_shown = max(int(page), 1) if is_number else 1
        return paginator


class ReadOnlyAdmin(UncountedList):
    """Rows that the service alone writes, newest first, listed without counting them."""

    ordering = ("-id",)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: the service makes these rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: the service alone changes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: what is old is cleaned up by the sweep."""
        return False


def _filter_parameters(filters: Sequence[Any]) -> set[str]:
    """Return the parameters of a list's filters: their own, or those that go by a field's name."""
    asked = set()
    for each in filters:
        if isinstance(each, type) and issubclass(each, admin.SimpleListFilter):
            asked.add(str(each.parameter_name))
        else:
            field = each if isinstance(each, str) else each[0]
            asked.update(field + ending for ending in _OF_FILTERS)
    return asked
