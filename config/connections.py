"""What the service connects to (database, cache, mail provider), and what production must name."""

from typing import Any

NEEDED: dict[str, str] = {
    "SECRET_KEY": "Draw at least 50 random characters and keep them for good.",
    "SITE_URL": "Write the public address, such as https://duelpost.example.",
    "ALLOWED_HOSTS": "Write the host names of the site, with commas between them.",
    "DATABASE_URL": "Write postgres://user:password@host:5432/name.",
    "REDIS_URL": "Write redis://host:6379/0.",
    "MAIL_PROVIDER": "Write what carries the letters: smtp, or a provider such as postmark.",
    "MAIL_FROM": "Write the sender, such as Duelpost <play@duelpost.example>.",
    "CONTACT_ADDRESS": "Write the e-mail address at which players reach you.",
}
"""What production does not start without, each with a hint."""

MAIL_PROVIDERS = {
    "mailbox": "mail.sending.connections.MailboxBackend",
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
} | {
    name: f"anymail.backends.{name}.EmailBackend"
    for name in [
        "amazon_ses",
        "brevo",
        "mailersend",
        "mailgun",
        "mailjet",
        "mailtrap",
        "mandrill",
        "postal",
        "postmark",
        "resend",
        "scaleway",
        "sendgrid",
        "sparkpost",
        "unisender_go",
    ]
}
"""What can carry letters: each name that `MAIL_PROVIDER` takes, with its backend."""


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
