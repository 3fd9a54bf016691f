"""Readers of the environment: each returns a checked value or stops the start with a hint.

Nothing else in Duelpost looks at `os.environ`, so `NAMES` is the full list of what can be set.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

NAMES: set[str] = set()
"""Every variable that a reader was asked for."""

PREFIXES: set[str] = set()
"""Every prefix that a whole family of variables was asked for by."""


def text(name: str, default: str | None = None, *, hint: str = "") -> str:
    """Return the variable, or its default; without either the service does not start."""
    NAMES.add(name)
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set. {hint}".strip())
    return default


def secret(name: str, default: str | None = None, *, hint: str = "") -> str:
    """Return the variable, or what stands in the file that `NAME_FILE` points to."""
    NAMES.add(f"{name}_FILE")
    path = os.environ.get(f"{name}_FILE", "").strip()
    if not path:
        return text(name, default, hint=f"{hint} {name}_FILE may name a file that holds it.")
    NAMES.add(name)
    try:
        value = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: {path} cannot be read ({error}).") from error
    if not value:
        raise ImproperlyConfigured(f"{name}_FILE: {path} is empty. {hint}".strip())
    return value


def flag(name: str, default: bool) -> bool:
    """Return True for 1, true, yes or on; False for 0, false, no or off."""
    value = text(name, "on" if default else "off").lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: write yes or no.")


def integer(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    """Return a whole number within its limits."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} is {value!r}: write a whole number from {least} to {most}."
        )
    return int(value)


def choice(name: str, choices: Sequence[str], default: str | None = None, *, hint: str = "") -> str:
    """Return one of the choices."""
    value = text(name, default, hint=hint)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}: write one of {', '.join(choices)}.")
    return value


def words(name: str, default: str | None = None, *, hint: str = "") -> list[str]:
    """Return the parts between commas, trimmed, empty ones left out."""
    return [part.strip() for part in text(name, default, hint=hint).split(",") if part.strip()]


def family(prefix: str) -> dict[str, str]:
    """Return all variables that begin with the prefix, without it; `_FILE` is followed."""
    PREFIXES.add(prefix)
    names = {name.removesuffix("_FILE") for name in os.environ if name.startswith(prefix)}
    return {name.removeprefix(prefix): secret(name) for name in sorted(names)}
