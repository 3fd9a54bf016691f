"""All settings of Duelpost, read from the environment in this one place.

Two modes, no third. *Embedded* (the default): one command on a bare machine, SQLite, a worker
beside the web server, a mailbox page instead of a mail provider. *Production*: the same code on
PostgreSQL, Redis and a mail provider; it refuses to start while something it needs is missing.
"""

import logging
import sys
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab, schedule
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue

from config import env
from config.keys import kept_key
from config.logs import logging_settings
from config.running.claims import running_port

BASE_DIR = Path(__file__).resolve().parent.parent

MODE = env.choice("DUELPOST_MODE", ["embedded", "production"], "embedded")
EMBEDDED = MODE == "embedded"
DEBUG = False

MAIL_PROVIDERS = {
    "mailbox": "mail.sending.backends.MailboxBackend",
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
MAIL_PROVIDER = env.choice("MAIL_PROVIDER", list(MAIL_PROVIDERS), "mailbox")

if not EMBEDDED:
    NEEDED = {
        "SECRET_KEY": "Draw at least 50 random characters and keep them for good.",
        "SITE_URL": "Write the public address, such as https://duelpost.example.",
        "ALLOWED_HOSTS": "Write the host names of the site, with commas between them.",
        "DATABASE_URL": "Write postgres://user:password@host:5432/name.",
        "REDIS_URL": "Write redis://host:6379/0.",
        "MAIL_PROVIDER": "Write what carries the letters: smtp, or a provider such as postmark.",
        "MAIL_FROM": "Write the sender, such as Duelpost <play@duelpost.example>.",
        "CONTACT_ADDRESS": "Write the e-mail address at which players reach you.",
    }
    if MAIL_PROVIDER == "smtp":
        NEEDED["SMTP_HOST"] = "Write the name of the mail server."
    env.require(NEEDED)

# Where the embedded service keeps its database, key, queue and letters.
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).resolve()
if EMBEDDED:
    env.make_folder("DATA_DIR", DATA_DIR)
# A command beside a running service speaks of the port that this one was started with.
PORT = env.integer("PORT", (EMBEDDED and running_port(DATA_DIR)) or 8000, least=1, most=65535)
# Production has been asked for its own key above, so the kept one is never used there.
SECRET_KEY = env.secret("SECRET_KEY") or kept_key(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = [key for key in env.secret("SECRET_KEY_FALLBACKS").split(",") if key]
SITE_URL = env.text("SITE_URL", f"http://127.0.0.1:{PORT}").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")

# --- The site and its people ---------------------------------------------------------------
SITE_NAME = env.text("SITE_NAME", "Duelpost")
CONTACT_ADDRESS = env.text("CONTACT_ADDRESS", "operator@duelpost.example")
# Who runs this service and where, as the law of many countries asks; lines between `|`.
IMPRINT = env.text("IMPRINT")
SIGN_UP = env.choice("SIGN_UP", ["open", "invitation", "closed"], "open")
SIGN_IN_MINUTES = env.integer("SIGN_IN_MINUTES", 15, least=5, most=24 * 60)
# After so long without a sign of life an operator has to sign in again.
STAFF_SESSION_HOURS = env.integer("STAFF_SESSION_HOURS", 12, least=1, most=24 * 60)
# Whether every operator has to set up a second factor before entering the admin.
SECOND_FACTOR_REQUIRED = env.flag("SECOND_FACTOR_REQUIRED", False)
AUTH_USER_MODEL = "accounts.User"
# Networks of the fronts whose X-Forwarded-For is believed when requests are counted.
TRUSTED_PROXIES = env.words(
    "TRUSTED_PROXIES",
    "" if EMBEDDED else "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7",
)
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "duel:home"
LOGOUT_REDIRECT_URL = "duel:home"

# --- Games -----------------------------------------------------------------------------------
# How long the secret of a game that ended early stays closed, so that it can be put right.
DISPUTE_HOURS = env.integer("DISPUTE_HOURS", 72, most=24 * 365)
# How long a turn that turned nothing up can be taken back: so long nobody else is shown it.
UNSEND_SECONDS = env.integer("UNSEND_SECONDS", 20 if EMBEDDED else 300, most=3600)

# --- Rooms ---------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "duel",
    "accounts.apps.AccountsRoom",
    "mail",
    "anymail",
    "django_structlog",
    "accounts.apps.GuardedAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    # Outermost, so that redirects and errors of the others carry the headers too.
    "config.headers.security_headers",
    # Around whatever tells the length of the body that is left out.
    "config.headers.bodiless_heads",
    # Before hosts are checked and http is sent to https: a container asks itself by http.
    "config.monitoring.health.answer_health_checks",
    "config.monitoring.metrics.answer_metrics",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After authentication: whoever is signed in has chosen a language and a clock.
    "accounts.middleware.personal_settings",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Innermost: the answer is a page like any other.
    "duel.web.linked.damaged.DamagedGames",
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
                "accounts.context.address_trouble",
            ],
        },
    }
]

# --- Database and cache ----------------------------------------------------------------------
# No ATOMIC_REQUESTS: a service opens the one transaction that it needs.
DATABASES: dict[str, Any] = {
    "default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'duelpost.sqlite3'}")
    | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes its lock at once and waits for it, instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
REDIS_URL = env.secret("REDIS_URL")
CACHES: dict[str, Any] = {
    "default": (
        {
            "BACKEND": "config.cache.Cache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# --- Letters ---------------------------------------------------------------------------------
MAILBOX_ENABLED = MAIL_PROVIDER == "mailbox"
MAILBOX_DIR = DATA_DIR / "mailbox"
EMAIL_BACKEND = MAIL_PROVIDERS[MAIL_PROVIDER]
EMAIL_HOST = env.text("SMTP_HOST", "127.0.0.1")
EMAIL_PORT = env.integer("SMTP_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = env.text("SMTP_USER")
EMAIL_HOST_PASSWORD = env.secret("SMTP_PASSWORD")
SMTP_SECURITY = env.choice("SMTP_SECURITY", ["starttls", "tls", "none"], "starttls")
EMAIL_USE_TLS, EMAIL_USE_SSL = SMTP_SECURITY == "starttls", SMTP_SECURITY == "tls"
EMAIL_TIMEOUT = 20
MAIL_FROM = env.text("MAIL_FROM", f"{SITE_NAME} <play@duelpost.example>")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL_FROM
# Where servers report undeliverable letters to; without it, to extensions of MAIL_FROM's mailbox.
BOUNCE_DOMAIN = env.text("BOUNCE_DOMAIN")
# A provider's own settings: ANYMAIL_POSTMARK_SERVER_TOKEN becomes POSTMARK_SERVER_TOKEN.
ANYMAIL = {
    name: env.meant(f"ANYMAIL_{name}", value) for name, value in env.family("ANYMAIL_").items()
}

# --- Celery ------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker as long as that takes, instead of giving up after a hundred tries.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 3600,
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
    }
else:
    CELERY_BROKER_TRANSPORT = "config.file_broker:Transport"
    # Worker and web share these folders. A queued task can be lost here; the sweeps over the
    # database find what it stood for.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(env.make_folder("DATA_DIR", DATA_DIR / "queue")),
        "data_folder_out": str(DATA_DIR / "queue"),
        "control_folder": str(env.make_folder("DATA_DIR", DATA_DIR / "queue-control")),
        "broken_folder": str(DATA_DIR / "queue-broken"),
        "store_processed": False,
        # Seconds between two looks; kombu's own is one, which one feels on a first turn.
        "polling_interval": 0.25,
    }
# A row in the database outlives its task, so nobody waits for a broker that does not answer.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Celery would close the database's connection around each task: config/celery.py sees to it better.
CELERY_DB_REUSE_MAX = sys.maxsize
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "letters"
CELERY_TASK_QUEUES = [
    Queue(name, Exchange("duelpost"), routing_key=name) for name in ("letters", "clocks", "bots")
]
CELERY_TASK_ROUTES = {
    "mail.*": {"queue": "letters"},
    "accounts.*": {"queue": "letters"},
    "duel.clocks.*": {"queue": "clocks"},
    "duel.bots.*": {"queue": "bots"},
    "duel.*": {"queue": "letters"},
}
CELERY_BEAT_SCHEDULER = "config.scheduler:Scheduler"
# When each task ran last: worth keeping on one machine, worth nothing in a fresh container.
CELERY_BEAT_SCHEDULE_FILENAME = str(
    DATA_DIR / "schedule" if EMBEDDED else Path(gettempdir(), "duelpost-schedule")
)
SWEEP_SECONDS = 10 if EMBEDDED else 60
# The periodic tasks without which letters or clocks stand still, and after how long one is late.
SWEEPS = ("letters", "proposals", "digests", "clocks")
SWEEP_PATIENCE_SECONDS = max(120, 5 * SWEEP_SECONDS)
# A sweep that waited until the next one is due would only repeat it.
EVERY_SWEEP = {"schedule": schedule(SWEEP_SECONDS), "options": {"expires": SWEEP_SECONDS}}
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "sweep letters": {"task": "mail.sweep_letters", **EVERY_SWEEP},
    "sweep proposals": {"task": "duel.clocks.sweep_proposals", **EVERY_SWEEP},
    "sweep digests": {"task": "duel.clocks.sweep_digests", **EVERY_SWEEP},
    "sweep clocks": {"task": "duel.clocks.sweep_clocks", **EVERY_SWEEP},
    "replay some games": {
        "task": "duel.replay_some_games",
        "schedule": crontab(hour=3, minute=20),
        "options": {"expires": 3600},
    },
    "tell operators what is wrong": {
        "task": "duel.tell_operators",
        # Tried again after the first time, as scheduler or worker may have been away just then.
        "schedule": crontab(hour="6-9", minute=40),
        "options": {"expires": 1800},
    },
    "clean up after games": {
        "task": "duel.clean_up",
        "schedule": schedule(3600),
        "options": {"expires": 3600},
    },
    "clean up after people": {
        "task": "accounts.clean_up",
        "schedule": schedule(3600),
        "options": {"expires": 3600},
    },
}
if EMBEDDED:
    # A newcomer alone finds somebody to play with (config/demo/game.py).
    demo = {"task": "config.play_for_bruno", **EVERY_SWEEP}
    CELERY_BEAT_SCHEDULE["play for the demo opponent"] = demo

# --- Languages and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("it", _("Italian"))]
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
# The clock of the admin and of people who have not told theirs.
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")

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
WHITENOISE_ALLOW_ALL_ORIGINS = False
# The embedded service serves the folders as they lie; production serves the collected files.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = EMBEDDED

# --- Security ------------------------------------------------------------------------------------
# Nothing from elsewhere, nothing inline, no frame around us, no form that leads away.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# No page may ask for a device, a place or a payment.
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not `no-referrer`: browsers would send `Origin: null` with forms, and Django would refuse them.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not EMBEDDED
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", not EMBEDDED)
SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 0 if EMBEDDED else 60 * 60 * 24 * 365)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", not EMBEDDED)
# Off: browsers keep the list for years, for the whole domain, which is not ours to decide on.
SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # would have it on
if not EMBEDDED:
    # Names that a browser takes only from this very host, over https.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    # The front that ends TLS must set this header itself, whatever a visitor sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- The web server (config/server.py) ---------------------------------------------------------
WEB_BIND = env.text("WEB_BIND", f"127.0.0.1:{PORT}")
WEB_PROCESSES = env.integer("WEB_PROCESSES", 1 if EMBEDDED else 2, least=1, most=64)
WEB_THREADS = env.integer("WEB_THREADS", 4, least=1, most=64)

# --- Metrics (config/monitoring/metrics.py) -----------------------------------------------------
# What a monitor shows to read /metrics. Without it there is no such page.
METRICS_TOKEN = env.secret("METRICS_TOKEN")

# --- Logs --------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", ["DEBUG", "INFO", "WARNING", "ERROR"], "INFO")
LOG_FORMAT = env.choice("LOG_FORMAT", ["json", "plain"], "plain" if EMBEDDED else "json")
LOGGING = logging_settings(level=LOG_LEVEL, form=LOG_FORMAT)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# One line a request, when it is done; who asked is nobody's business, and costs a query.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
