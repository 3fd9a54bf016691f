"""Readers of the environment: each returns a checked value or stops the start with a hint.

Nothing else reads settings from `os.environ`, so `NAMES` and `PREFIXES` list all that can be set. A
problem names the variable, never the value of a secret.
"""

import json
import os
import secrets
import zoneinfo
from collections.abc import Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

NAMES: set[str] = set()
"""Every variable that a reader was asked for."""

PREFIXES: set[str] = set()
"""Every prefix that a whole family of variables was asked for by."""

SYSTEM_ZONES = Path("/usr/share/zoneinfo")


def require(hints: Mapping[str, str]) -> None:
    """Stop the start unless every one of these is set; name all that are missing at once."""
    missing = [
        f"  {name}: {hint}" for name, hint in hints.items() if not _raw(name) + _raw(f"{name}_FILE")
    ]
    if missing:
        raise ImproperlyConfigured("\n".join(["These variables are not set:", *missing]))


def text(name: str, default: str = "") -> str:
    """Return the variable, or its default."""
    NAMES.add(name)
    return _raw(name) or default


def secret(name: str, default: str = "") -> str:
    """Return the variable, or what stands in the file that `NAME_FILE` points to."""
    NAMES.update((name, f"{name}_FILE"))
    path = _raw(f"{name}_FILE")
    if not path:
        return text(name, default)
    if _raw(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: keep one of them.")
    try:
        value = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ImproperlyConfigured(f"{name}_FILE: {path} cannot be read ({reason}).") from None
    if not value:
        raise ImproperlyConfigured(f"{name}_FILE: {path} is empty.")
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


def choice(name: str, choices: Sequence[str], default: str) -> str:
    """Return one of the choices."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}: write one of {', '.join(choices)}.")
    return value


def time_zone(name: str, default: str) -> str:
    """Return the name of a time zone that Python and the system both know, as Django wants it."""
    value = text(name, default)
    try:
        zoneinfo.ZoneInfo(value)
        is_known = not SYSTEM_ZONES.exists() or (SYSTEM_ZONES / value).is_file()
    except (KeyError, ValueError, OSError):  # unknown, not a name, a folder of names
        is_known = False
    if not is_known:
        raise ImproperlyConfigured(
            f"{name} is {value!r}, which this machine does not know: write a name such as "
            "Europe/Paris, and see that the system's package tzdata is installed."
        )
    return value


def words(name: str, default: str = "") -> list[str]:
    """Return the parts between commas, trimmed, empty ones left out."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def networks(name: str, default: str = "") -> list[str]:
    """Return addresses and networks, such as `192.0.2.7` or `10.0.0.0/8`."""
    found = words(name, default)
    for each in found:
        try:
            ip_network(each, strict=False)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} holds {each!r}: write addresses or networks such as 10.0.0.0/8."
            ) from None
    return found


def family(prefix: str) -> dict[str, str]:
    """Return all variables that begin with the prefix, without it; `_FILE` is followed."""
    PREFIXES.add(prefix)
    names = {name.removesuffix("_FILE") for name in os.environ if name.startswith(prefix)}
    values = {name.removeprefix(prefix): secret(name) for name in sorted(names)}
    return {name: value for name, value in values.items() if value}


def meant(name: str, value: str) -> Any:
    """Return a setting of a library: a yes or no, a JSON object, a timeout's seconds or text."""
    # Of numbers only the seconds of a timeout are one; a key may well be made of digits alone.
    if name.endswith("_TIMEOUT"):
        return integer(name, 0, least=1, most=600)
    if value.lower() in ("true", "yes", "on", "false", "no", "off"):
        return value.lower() in ("true", "yes", "on")
    if not value.startswith("{"):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} begins with a brace but is no JSON object.") from None


def database(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings of the database at this address."""
    try:
        return dict(dj_database_url.parse(secret(name, default)))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from None


def make_folder(name: str, path: Path) -> Path:
    """Return the folder, which is made if it is not there; `name` is what chose its place."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}: the folder {path} cannot be made ({error.strerror}). Choose another one."
        ) from None
    return path


def _raw(name: str) -> str:
    return os.environ.get(name, "").strip()


def kept_key(path: Path) -> str:
    """Return the key in the file, which is made if it is missing."""
    # Of several processes that start at once, the first one to give the file its name wins.
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
