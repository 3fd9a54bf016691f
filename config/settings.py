"""All settings of Duelpost, read from the environment in this one place.

Two modes, no third. *Embedded* (the default): one command on a bare machine, SQLite, a worker
beside the web server, a mailbox page instead of a mail provider. *Production*: the same code on
PostgreSQL, Redis and a mail provider; it refuses to start while something it needs is missing.
"""

import logging
import ssl
import sys
from email.utils import parseaddr
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import get_language_info
from kombu import Exchange, Queue

from config import env
from config.connections import MAIL_PROVIDERS, NEEDED, cache_at, with_options
from config.env import kept_key
from config.logs import logging_settings
from config.running.claims import running_mail_port, running_port
from config.schedule import beat_schedule

BASE_DIR = Path(__file__).resolve().parent.parent

MODE = env.choice("DUELPOST_MODE", ["embedded", "production"], "embedded")
EMBEDDED = MODE == "embedded"
DEBUG = False

MAIL_PROVIDER = env.choice("MAIL_PROVIDER", list(MAIL_PROVIDERS), "mailbox")

if not EMBEDDED:
    by_smtp = {"SMTP_HOST": "Write the name of the mail server."}
    env.require(NEEDED | (by_smtp if MAIL_PROVIDER == "smtp" else {}))

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
# Hours without a sign of life after which an operator has to sign in again.
STAFF_SESSION_HOURS = env.integer("STAFF_SESSION_HOURS", 12, least=1, most=24 * 60)
# Whether every operator has to set up a second factor before entering the admin.
SECOND_FACTOR_REQUIRED = env.flag("SECOND_FACTOR_REQUIRED", False)
# Whether members find a page of who plays whom; each of them can stay out of it.
CLUB_PAGE = env.flag("CLUB_PAGE", True)
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
# How long a turn that turned nothing up can be taken back; until then nobody else is shown it.
UNSEND_SECONDS = env.integer("UNSEND_SECONDS", 20 if EMBEDDED else 300, most=3600)

# The same before the turn of a bot, though never longer; and how long the letter waits with a turn
# that a bot has brought, so that nobody is written to who sits at the table.
BOT_UNSEND_SECONDS = env.integer("BOT_UNSEND_SECONDS", 10, most=3600)
BOT_LETTER_SECONDS = env.integer("BOT_LETTER_SECONDS", 600, most=24 * 3600)

# --- Rooms ---------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "duel",
    "support",
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
    "config.pages.security_headers",
    # Around whatever tells the length of the body that is left out.
    "config.pages.bodiless_heads",
    # Before hosts are checked and http is sent to https: a container asks itself by http.
    "config.monitoring.health.answer_health_checks",
    "config.monitoring.health.answer_metrics",
    "config.pages.refuse_nul_characters",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # After authentication: who is signed in has chosen a language and a clock.
    "accounts.middleware.personal_settings",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Innermost: the answer is a page like any other.
    "duel.web.game.fallback_pages.DamagedGames",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "locale"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.pages.site",
                "accounts.middleware.address_trouble",
            ],
            "libraries": {"rows": "mail.sending.rendering"},
        },
    }
]

# --- Database and cache ----------------------------------------------------------------------
# No ATOMIC_REQUESTS: a service opens the one transaction that it needs.
service_database = env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'duelpost.sqlite3'}")
# The role that owns the tables. Only `migrate` and `restore` are given it: the service itself runs
# as the role of DATABASE_URL, which cannot take the triggers of append-only tables away.
DATABASE_OWNER_URL = env.secret("DATABASE_OWNER_URL")
SERVICE_ROLE, SERVICE_ROLE_PASSWORD = service_database["USER"], service_database["PASSWORD"]
database = env.database("DATABASE_OWNER_URL", "") if DATABASE_OWNER_URL else service_database
DATABASES: dict[str, Any] = {"default": with_options(database)}
# The keys that backups are encrypted to: `age1…` or public SSH keys, commas between them.
BACKUP_RECIPIENTS = env.words("BACKUP_RECIPIENTS")
# A file outside the database with the random ids of people who were deleted, so that no restored
# backup has them again.
ERASURES_PATH = env.text("ERASURES_PATH", str(DATA_DIR / "erasures") if EMBEDDED else "")
REDIS_URL = env.secret("REDIS_URL")
CACHES: dict[str, Any] = {"default": cache_at(REDIS_URL)}

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
# Where replies go: `@in.duelpost.example` or one mailbox. Without it, letters cannot be answered.
REPLY_TO = env.text("REPLY_TO", parseaddr(MAIL_FROM)[1] if EMBEDDED else "")
# Whether the mailbox of REPLY_TO gets mail for `mailbox+anything` too.
REPLY_PLUS = env.flag("REPLY_PLUS", True)
# How many letters may leave in 24 hours, as one ordinary mailbox lets us; 0: as many as there are.
MAIL_DAILY_MOST = env.integer("MAIL_DAILY_MOST", 0)
# The largest mail that is taken in; attachments are not read anyway.
INBOUND_MOST_BYTES = env.integer("INBOUND_MOST_BYTES", 1024 * 1024, least=64 * 1024, most=2**25)
# The name by which our own mail server signs its Authentication-Results; none: none is believed.
INBOUND_AUTHSERV = env.text("INBOUND_AUTHSERV")
# Addresses and networks of mail servers in front of ours, which bring the mail of everybody.
INBOUND_RELAYS = env.networks("INBOUND_RELAYS")
# How many `Received` lines of our own servers may lie above that header.
INBOUND_HOPS = env.integer("INBOUND_HOPS", 1, most=10)
INBOUND_PROTOCOL = env.choice("INBOUND_PROTOCOL", ["smtp", "lmtp"], "smtp")
# How long the words of mail that was read are kept.
INBOUND_KEEP_DAYS = env.integer("INBOUND_KEEP_DAYS", 30, least=1, most=90)
# A provider's own settings: ANYMAIL_POSTMARK_SERVER_TOKEN becomes POSTMARK_SERVER_TOKEN.
ANYMAIL = {
    name: env.meant(f"ANYMAIL_{name}", value) for name, value in env.family("ANYMAIL_").items()
}

# --- Replies -----------------------------------------------------------------------------------
# The port of the embedded service's mail server; 0: it has none.
RUNNING_MAIL_PORT = running_mail_port(DATA_DIR) if EMBEDDED else 0
MAIL_PORT = env.integer(
    "MAIL_PORT", 2525 if RUNNING_MAIL_PORT is None else RUNNING_MAIL_PORT, most=65535
)
# Where `manage.py mailserver` listens, such as 0.0.0.0:2525; nowhere, if that is empty.
INBOUND_LISTEN = env.text("INBOUND_LISTEN", f"127.0.0.1:{MAIL_PORT}" if MAIL_PORT else "")
# The mailbox that `manage.py pollmail` looks into: by default who sends also signs in there.
IMAP_HOST = env.text("IMAP_HOST")
IMAP_SECURITY = env.choice("IMAP_SECURITY", ["tls", "starttls", "none"], "tls")
IMAP_PORT = env.integer("IMAP_PORT", 993 if IMAP_SECURITY == "tls" else 143, least=1, most=65535)
IMAP_USER = env.text("IMAP_USER", EMAIL_HOST_USER)
IMAP_PASSWORD = env.secret("IMAP_PASSWORD", EMAIL_HOST_PASSWORD)
IMAP_FOLDER = env.text("IMAP_FOLDER", "INBOX")
IMAP_SECONDS = env.integer("IMAP_SECONDS", 60, least=5, most=3600)
# Whether the provider that carries our letters hands us what comes in, and proves that it is it.
INBOUND_WEBHOOK = env.flag("INBOUND_WEBHOOK", False)
# Whether a mail server of this machine hands mail to a command of ours.
INBOUND_PIPE = env.flag("INBOUND_PIPE", False)
# The ways by which replies reach us. Without any, letters have no reply address.
ways = {"smtp": INBOUND_LISTEN, "imap": IMAP_HOST, "pipe": INBOUND_PIPE}
ways["webhook"] = INBOUND_WEBHOOK and ANYMAIL.get("WEBHOOK_SECRET")
WAYS_IN = [way for way, is_set_up in ways.items() if is_set_up]

# --- Celery ------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker as long as that takes, instead of giving up after a hundred tries.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if urlsplit(REDIS_URL).scheme == "rediss":
    # Celery would believe any certificate; the cache believes only those of known authorities.
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
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
    Queue(name, Exchange("duelpost"), routing_key=name)
    for name in ("letters", "clocks", "replies", "bots")
]
CELERY_TASK_ROUTES = {
    # Strangers write what is read there: whatever that costs, letters and clocks go on.
    "mail.read_inbound": {"queue": "replies"},
    "mail.sweep_inbound": {"queue": "replies"},
    "mail.*": {"queue": "letters"},
    "accounts.*": {"queue": "letters"},
    "duel.clocks.*": {"queue": "clocks"},
    "duel.bots.*": {"queue": "bots"},
    "duel.*": {"queue": "letters"},
}
CELERY_BEAT_SCHEDULER = "config.celery:Scheduler"
# When each task ran last: worth keeping on one machine, worth nothing in a fresh container.
CELERY_BEAT_SCHEDULE_FILENAME = str(
    DATA_DIR / "schedule" if EMBEDDED else Path(gettempdir(), "duelpost-schedule")
)
SWEEP_SECONDS = 10 if EMBEDDED else 60
# The periodic tasks without which letters, clocks or bots stand still; after how long one is late.
SWEEPS = ("letters", "inbound", "proposals", "digests", "clocks", "bots")
SWEEP_PATIENCE_SECONDS = max(120, 5 * SWEEP_SECONDS)
CELERY_BEAT_SCHEDULE = beat_schedule(SWEEP_SECONDS)

# --- Languages and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [(code, get_language_info(code)["name_translated"]) for code in ("en", "fr", "it")]
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
            else "config.pages.HashedStaticFilesStorage"
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
SESSION_ENGINE = "accounts.models.sign_in"
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
# The longest body of a request. A mail that a provider posts comes wrapped in more bytes.
WEB_MOST_BYTES = env.integer(
    "WEB_MOST_BYTES",
    max(2_621_440, 2 * INBOUND_MOST_BYTES if INBOUND_WEBHOOK else 0),
    least=64 * 1024,
    most=2**27,
)
# How long a request may take to come in, besides a second for each 16 KiB of its body.
WEB_REQUEST_SECONDS = env.integer("WEB_REQUEST_SECONDS", 20, least=1, most=600)
# How long a visitor may take to read an answer.
WEB_ANSWER_SECONDS = env.integer("WEB_ANSWER_SECONDS", 60, least=5, most=3600)
# How many connections, or requests through a front, one network may have at a time and process.
WEB_CONNECTIONS_PER_NETWORK = env.integer("WEB_CONNECTIONS_PER_NETWORK", 64, least=4, most=10_000)

# --- Asking ourselves through the front door (duel/timekeeping/front_door.py) --------------------
# As visitors reach us, seen from the worker; `no` asks nobody.
SELF_CHECK_URL = env.text("SELF_CHECK_URL", f"http://127.0.0.1:{PORT}" if EMBEDDED else SITE_URL)
SELF_CHECK_SMTP = env.text("SELF_CHECK_SMTP", INBOUND_LISTEN.replace("0.0.0.0:", "127.0.0.1:"))
if SELF_CHECK_URL == "no":
    SELF_CHECK_URL = ""
if SELF_CHECK_SMTP == "no" or INBOUND_PROTOCOL != "smtp":
    SELF_CHECK_SMTP = ""

# --- Metrics (config/monitoring/health.py) -----------------------------------------------------
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
