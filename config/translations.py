"""Compiles the translations: `.po`, which people write, to `.mo`, which Django reads."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib


@dataclass(frozen=True)
class CompiledCatalogue:
    """A catalogue after compiling; what is not ready is shown in English."""

    source: Path
    language: str
    ready: int
    not_ready: int


def catalogues(folder: Path) -> Iterator[Path]:
    """Yield every `.po` below a folder laid out as `<language>/LC_MESSAGES/<domain>.po`."""
    yield from sorted(folder.glob("*/LC_MESSAGES/*.po"))


def is_compiled(source: Path) -> bool:
    """Return whether the `.mo` beside the `.po` is at least as new."""
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def compile_catalogue(source: Path) -> CompiledCatalogue:
    """Write the `.mo` beside the `.po`, fuzzy entries left out, and return the counts."""
    catalogue = polib.pofile(str(source))
    # Under another name first: a server may be reading the old one.
    unfinished = source.with_name(f".{source.stem}.{os.getpid()}.mo")
    catalogue.save_as_mofile(str(unfinished))
    unfinished.replace(source.with_suffix(".mo"))
    ready = len(catalogue.translated_entries())
    every = sum(not entry.obsolete for entry in catalogue)
    return CompiledCatalogue(source, source.parts[-3], ready, every - ready)


def compile_translations(folder: Path, *, again: bool = False) -> list[CompiledCatalogue]:
    """Compile what has changed below the folder (`again`: everything) and return it."""
    return [
        compile_catalogue(source)
        for source in catalogues(folder)
        if again or not is_compiled(source)
    ]
