"""Raw SQL for the queries that run all day long, and how long a writer waits.

Django takes longer to build such a query than the database takes to answer it. Here its text is
written once, and Django's fields only convert the values, so rows are the same as from the ORM.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeAlias, TypeVar, get_args, get_type_hints

from django.db import connection, models
from django.db.models import Field, Model
from django.db.models.expressions import Col

AnyField: TypeAlias = "Field[Any, Any]"
Row = TypeVar("Row", bound=tuple[Any, ...])

_FIELDS: "dict[type, AnyField]" = {
    bool: models.BooleanField(),
    bytes: models.BinaryField(),
    datetime: models.DateTimeField(),
    int: models.BigIntegerField(),
    str: models.TextField(),
}
"""The field that converts a value which belongs to no model."""

Readers = list[tuple[int, Any, list[Any]]]
"""For each value that is converted: its place, its column, its converters."""


def columns(model: type[Model], alias: str = "") -> str:
    """Return the columns of the model for a statement that reads whole rows of it."""
    prefix = f"{alias}." if alias else ""
    return ", ".join(f'{prefix}"{field.column}"' for field in _fields_of(model))


class Statement(Generic[Row]):
    """A query that returns rows of a NamedTuple, whose fields say what the columns are.

    A model as a field takes all columns of the model (`columns`), another NamedTuple its fields,
    any other type one column. `{for_update}` and `{skip_locked}` lock the rows of the one table;
    SQLite has one writer, so they are empty there.
    """

    def __init__(self, row: type[Row], words: str) -> None:
        self._words = words
        self._parts = _parts_of(row)
        self._make: Any = row._make  # type: ignore[attr-defined]  # NamedTuples have it
        self._is_plain = all(part in _FIELDS for part in self._parts)
        self._prepared: dict[str, tuple[str, Readers]] = {}

    def first(self, *values: Any) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.rows(*values)), None)

    def rows(self, *values: Any) -> list[Row]:
        """Return the rows; a part of several columns is None where an outer join has found none."""
        vendor = connection.vendor
        if vendor not in self._prepared:
            self._prepared[vendor] = self._prepare()
        words, readers = self._prepared[vendor]
        adapted = [
            connection.ops.adapt_datetimefield_value(value) if type(value) is datetime else value
            for value in values
        ]
        with connection.cursor() as cursor:
            cursor.execute(words, adapted)
            found = [list(row) for row in cursor.fetchall()]
        for row in found:
            for place, column, converters in readers:
                for convert in converters:
                    row[place] = convert(row[place], column, connection)
        return [self._make(row if self._is_plain else self._group(row)) for row in found]

    def _prepare(self) -> tuple[str, Readers]:
        """Return the query in the words of this database, and how its values are read."""
        locks, ops = connection.features.has_select_for_update, connection.ops
        words = self._words.replace("{for_update}", ops.for_update_sql() if locks else "")
        skipping = ops.for_update_sql(skip_locked=True) if locks else ""
        words = words.replace("{skip_locked}", skipping)
        readers: Readers = []
        columns = [column for part in self._parts for column in _columns_of(part)]
        for place, column in enumerate(columns):
            converters = ops.get_db_converters(column) + column.get_db_converters(connection)
            if converters:
                readers.append((place, column, converters))
        return words, readers

    def _group(self, values: list[Any]) -> list[Any]:
        parts: list[Any] = []
        start = 0
        for part in self._parts:
            if part in _FIELDS:
                parts.append(values[start])
                start += 1
                continue
            if issubclass(part, tuple):
                own = values[start : start + len(part._fields)]
                parts.append(None if own[0] is None else part._make(own))
            else:
                names, key = _names_of(part)
                own = values[start : start + len(names)]
                is_there = own[key] is not None
                parts.append(part.from_db(connection.alias, names, own) if is_there else None)
            start += len(own)
        return parts


def insert(rows: Sequence[Model], *, or_find_by: str = "") -> None:
    """Insert rows of one model and set their keys; `or_find_by` is a column that finds old ones."""
    words, fields = _inserting(type(rows[0]), len(rows), or_find_by)
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(words, values)
        written = cursor.fetchall()
    for row, (pk,) in zip(rows, written, strict=True):
        row.pk = pk
        row._state.adding, row._state.db = False, connection.alias


def update(row: Model, names: Iterable[str]) -> bool:
    """Write the columns of these names as the row has them now; return whether it is there."""
    return update_several([(row, names)]) == 1


def update_several(changes: Sequence[tuple[Model, Iterable[str]]]) -> int:
    """Write the named columns of rows of one model in one statement; return how many are there."""
    meta = changes[0][0]._meta
    fields = {field.name: field for field in meta.concrete_fields}
    key = f'"{_key_of(type(changes[0][0])).column}"'
    new: dict[str, list[Any]] = {}
    for row, names in changes:
        for name in names:
            value = fields[name].get_db_prep_save(getattr(row, fields[name].attname), connection)
            new.setdefault(str(fields[name].column), []).extend([row.pk, value])
    if len(changes) == 1:
        places = ", ".join(f'"{column}" = %s' for column in new)
        values = [value for _, value in new.values()]
    else:  # a row that does not name the column keeps what it has
        places = ", ".join(
            f'"{column}" = CASE {key}{" WHEN %s THEN %s" * (len(each) // 2)} ELSE "{column}" END'
            for column, each in new.items()
        )
        values = [value for each in new.values() for value in each]
    keys = [row.pk for row, _ in changes]
    several = ", ".join(["%s"] * len(keys))
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{meta.db_table}" SET {places} WHERE {key} IN ({several})',  # noqa: S608
            [*values, *keys],
        )
        return int(cursor.rowcount)


@cache
def _inserting(model: type[Model], count: int, or_find_by: str) -> "tuple[str, list[AnyField]]":
    """Return the words that insert so many rows, and the fields whose values they take."""
    fields = [field for field in _fields_of(model) if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * count)
    if or_find_by:
        same = f'"{or_find_by}" = EXCLUDED."{or_find_by}"'
        places = f'{places} ON CONFLICT ("{or_find_by}") DO UPDATE SET {same}'
    table, key = model._meta.db_table, _key_of(model).column
    return f'INSERT INTO "{table}" ({names}) VALUES {places} RETURNING "{key}"', fields  # noqa: S608


def _parts_of(row: type[tuple[Any, ...]]) -> list[Any]:
    """Return the type of each field of a NamedTuple when it is not None."""
    parts = []
    for name, hint in get_type_hints(row).items():
        union = get_args(hint) if isinstance(hint, UnionType) else [hint]
        types = [each for each in union if each is not NoneType]
        is_class = len(types) == 1 and isinstance(types[0], type)
        if not is_class or not (types[0] in _FIELDS or issubclass(types[0], Model | tuple)):
            raise TypeError(f"No column is read as {hint}: {row.__name__}.{name}.")
        parts.append(types[0])
    return parts


def _columns_of(part: Any) -> list[Col]:
    if part in _FIELDS:
        return [Col("", _FIELDS[part])]
    if issubclass(part, tuple):
        return [column for each in _parts_of(part) for column in _columns_of(each)]
    return [field.get_col(field.model._meta.db_table) for field in _fields_of(part)]


def _fields_of(model: type[Model]) -> "Sequence[AnyField]":
    return model._meta.concrete_fields


@cache
def _names_of(model: type[Model]) -> tuple[list[str], int]:
    """Return the names of the model's columns, and which of them is its key."""
    fields = _fields_of(model)
    return [field.attname for field in fields], fields.index(_key_of(model))


def _key_of(model: type[Model]) -> "AnyField":
    if model._meta.pk is None:
        raise TypeError(f"{model} has no key.")
    return model._meta.pk


@contextmanager
def waiting_at_most(patience: timedelta) -> Iterator[None]:
    """Wait no longer than this for SQLite's lock; PostgreSQL locks rows, and nothing changes."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    usual = connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.connection.execute(f"PRAGMA busy_timeout = {patience // timedelta(milliseconds=1)}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout = {usual}")
