"""All settings of Duelpost, read from the environment in this one place.

Two modes, no third. *Embedded* (the default): one command on a bare machine, SQLite, a worker
beside the web server, a mailbox page instead of a mail provider. *Production*: the same code on
PostgreSQL, Redis and a mail provider; it refuses to start while something it needs is missing.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from celery.schedules import schedule
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from config import env
from config.keys import kept_key
from config.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent

MODE = env.choice("DUELPOST_MODE", ["embedded", "production"], "embedded")
EMBEDDED = MODE == "embedded"
DEBUG = False

# Where the embedded service keeps its database, key, queue and letters.
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).resolve()
PORT = env.integer("PORT", 8000, least=1, most=65535)
if EMBEDDED:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = env.secret("SECRET_KEY", "") or kept_key(DATA_DIR / "secret_key")
    SITE_URL = env.text("SITE_URL", f"http://127.0.0.1:{PORT}").rstrip("/")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
else:
    SECRET_KEY = env.secret("SECRET_KEY", hint="Draw 50 random characters and keep them for good.")
    SITE_URL = env.text("SITE_URL", hint="Write the public address, https://duelpost.example.")
    SITE_URL = SITE_URL.rstrip("/")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", hint="Write the host names of the site.")
SECRET_KEY_FALLBACKS = [key for key in env.secret("SECRET_KEY_FALLBACKS", "").split(",") if key]

# --- The site and its people ---------------------------------------------------------------
SITE_NAME = env.text("SITE_NAME", "Duelpost")
CONTACT_ADDRESS = (
    env.text("CONTACT_ADDRESS", "operator@duelpost.example")
    if EMBEDDED
    else env.text("CONTACT_ADDRESS", hint="Write the address at which players reach you.")
)
# Who runs this service and where, as the law of many countries asks; lines between `|`.
IMPRINT = env.text("IMPRINT", "")
SIGN_UP = env.choice("SIGN_UP", ["open", "invitation", "closed"], "open")
SIGN_IN_MINUTES = env.integer("SIGN_IN_MINUTES", 15, least=5, most=24 * 60)
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "duel:home"
LOGOUT_REDIRECT_URL = "duel:home"

# --- Rooms ---------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "duel",
    "accounts",
    "mail",
    "anymail",
    "csp",
    "django_structlog",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.site.site",
            ],
        },
    }
]

# --- Database and cache ----------------------------------------------------------------------
# No ATOMIC_REQUESTS: a service opens the one transaction that it needs.
DATABASE_URL = (
    env.secret("DATABASE_URL", f"sqlite:///{DATA_DIR / 'duelpost.sqlite3'}")
    if EMBEDDED
    else env.secret("DATABASE_URL", hint="Write postgres://user:password@host:5432/name.")
)
DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes its lock at once and waits for it, instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
REDIS_URL = (
    env.secret("REDIS_URL", "")
    if EMBEDDED
    else env.secret("REDIS_URL", hint="Write redis://host:6379/0.")
)
CACHES: dict[str, Any] = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# --- Letters ---------------------------------------------------------------------------------
MAIL_PROVIDERS = {
    "mailbox": "mail.backends.MailboxBackend",
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
} | {
    name: f"anymail.backends.{name}.EmailBackend"
    for name in (
        "amazon_ses brevo mailersend mailgun mailjet mailtrap mandrill postal postmark resend "
        "scaleway sendgrid sparkpost unisender_go"
    ).split()
}
MAIL_PROVIDER = env.choice(
    "MAIL_PROVIDER",
    list(MAIL_PROVIDERS),
    "mailbox" if EMBEDDED else None,
    hint="Name what carries the letters: smtp, or a provider such as postmark or mailgun.",
)
MAILBOX_ENABLED = MAIL_PROVIDER == "mailbox"
MAILBOX_DIR = DATA_DIR / "mailbox"
EMAIL_BACKEND = MAIL_PROVIDERS[MAIL_PROVIDER]
EMAIL_HOST = env.text("SMTP_HOST", "127.0.0.1")
EMAIL_PORT = env.integer("SMTP_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = env.text("SMTP_USER", "")
EMAIL_HOST_PASSWORD = env.secret("SMTP_PASSWORD", "")
SMTP_SECURITY = env.choice("SMTP_SECURITY", ["starttls", "tls", "none"], "starttls")
EMAIL_USE_TLS, EMAIL_USE_SSL = SMTP_SECURITY == "starttls", SMTP_SECURITY == "tls"
EMAIL_TIMEOUT = 20
MAIL_FROM = (
    env.text("MAIL_FROM", f"{SITE_NAME} <play@duelpost.example>")
    if EMBEDDED
    else env.text("MAIL_FROM", hint='Write the sender, "Duelpost <play@duelpost.example>".')
)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL_FROM
# A provider's own settings: ANYMAIL_POSTMARK_SERVER_TOKEN becomes POSTMARK_SERVER_TOKEN.
ANYMAIL = env.family("ANYMAIL_")

# --- Celery ------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "filesystem://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"visibility_timeout": 3600}
    if REDIS_URL
    else {
        # Worker and web share these folders. A queued task can be lost here; the sweeps over
        # the database find what it stood for.
        "data_folder_in": str(DATA_DIR / "queue"),
        "data_folder_out": str(DATA_DIR / "queue"),
        "control_folder": str(DATA_DIR / "queue-control"),
        "store_processed": False,
    }
)
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "letters"
CELERY_TASK_QUEUES = [Queue("letters"), Queue("clocks"), Queue("bots")]
CELERY_TASK_ROUTES = {
    "mail.*": {"queue": "letters"},
    "accounts.*": {"queue": "letters"},
    "duel.clocks.*": {"queue": "clocks"},
    "duel.bots.*": {"queue": "bots"},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "schedule") if EMBEDDED else "/tmp/duelpost-schedule"
CELERY_BEAT_SCHEDULE = {
    "sweep letters": {"task": "mail.sweep_letters", "schedule": schedule(10 if EMBEDDED else 60)},
}

# --- Languages and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files --------------------------------------------------------------------------------
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "build" / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedStaticFilesStorage"
            if EMBEDDED
            else "config.staticfiles.HashedStaticFilesStorage"
        )
    },
}
# The embedded service serves the folders as they lie; production serves the collected files.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = EMBEDDED

# --- Security ------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not `no-referrer`: browsers would send `Origin: null` with forms, and Django would refuse them.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
if not EMBEDDED:
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
SITE_HOST = urlsplit(SITE_URL).hostname or ""

# --- Logs --------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", ["DEBUG", "INFO", "WARNING", "ERROR"], "INFO")
LOG_FORMAT = env.choice("LOG_FORMAT", ["json", "plain"], "plain" if EMBEDDED else "json")
LOGGING = logging_settings(level=LOG_LEVEL, form=LOG_FORMAT)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
