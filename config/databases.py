"""How the service connects to its database and cache, for `config/settings.py`."""

from typing import Any


def with_options(database: Any) -> dict[str, Any]:
    """Return Django's settings for this database, with our options."""
    settings = dict(database) | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {
            # A writer takes its lock at once and waits for it, instead of failing half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    else:
        settings.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    return settings


def cache_at(redis_url: str) -> dict[str, Any]:
    """Return Django's settings for the cache in this Redis; without one, in each process."""
    if not redis_url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "config.cache.Cache",
        "LOCATION": redis_url,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
