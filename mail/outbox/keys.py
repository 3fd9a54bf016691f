"""Rows that are written once: each has a `key` of its own that stands for it."""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import Model

from lib.statements import insert

M = TypeVar("M", bound=Model)


def write_once(rows: Sequence[M]) -> None:
    """Write those of the rows that are not there yet; all have their primary keys then.

    One statement that needs no savepoint. What is there is left as it was.
    """
    if rows:
        insert(rows, or_find_by="key")
