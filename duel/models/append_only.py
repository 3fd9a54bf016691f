"""Rows that are written once and never again."""

from typing import Any, ClassVar, NoReturn, Self, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(Exception):
    """Somebody tried to alter or remove what was written for good."""


def refuse_to_alter(*args: object, **kwargs: object) -> NoReturn:
    """Raise: what was written for good stays as it is."""
    raise AppendOnlyError("The table is append-only: its rows are neither altered nor removed.")


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Rows that can be read and added to. The database refuses the rest as well."""

    update = delete = bulk_update = update_or_create = _raw_delete = refuse_to_alter

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        """Return the rows, added to the table; none in its way is altered or passed over."""
        if kwargs.get("update_conflicts") or kwargs.get("ignore_conflicts"):
            refuse_to_alter()
        return super().bulk_create(*args, **kwargs)


class AppendOnly(models.Model):
    """A row that is written once; `duel.integrity.append_only` names the tables to the database."""

    objects: ClassVar[models.Manager[Self]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        default_permissions: ClassVar[tuple[str, ...]] = ("view",)
        base_manager_name = "objects"

    def save(self, **kwargs: Any) -> None:
        """Write a new row; an old one is never written again."""
        if not self._state.adding:
            refuse_to_alter()
        super().save(force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        refuse_to_alter()
