"""Tables of facts, as they lie beside a game's modules."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files


def rows(package: str, table: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table, each by the names of its columns."""
    yield from csv.DictReader(files(package).joinpath(table).read_text("utf-8").splitlines())


def amounts(row: Mapping[str, str], colours: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return colour and amount, for each of the colours that the row asks for."""
    asked = ((colour, int(row[name])) for colour, name in enumerate(colours))
    return tuple((colour, amount) for colour, amount in asked if amount)
