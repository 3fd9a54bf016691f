"""Who builds which kind of letter. The rooms above register their builders here."""

from collections.abc import Callable
from typing import Any, TypeVar

from mail.drafts import Draft

Builder = Callable[[dict[str, Any]], Draft | None]
"""Returns the letter for a row's data, or None when it is no longer true and must not be sent."""

B = TypeVar("B", bound=Builder)

_builders: dict[str, Builder] = {}


class UnknownKindError(LookupError):
    """No room has registered a builder for this kind of letter."""


def letter(kind: str) -> Callable[[B], B]:
    """Return a decorator that makes a function the builder of this kind."""

    def register(build: B) -> B:
        if _builders.setdefault(kind, build) is not build:
            raise ValueError(f"Two builders for letters of the kind {kind!r}.")
        return build

    return register


def builder_of(kind: str) -> Builder:
    """Return the builder of this kind of letter."""
    try:
        return _builders[kind]
    except KeyError:
        raise UnknownKindError(kind) from None
