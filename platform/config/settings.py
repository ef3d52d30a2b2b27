"""Settings of the platform, read once from the environment (docs/operations/running.md lists the variables).

QUINTET_MODE=embedded (the default) needs nothing set: SQLite, files and a secret key under var/.
QUINTET_MODE=production has no default for a secret, the database, the broker or the host's names.
"""

import os
from pathlib import Path

from config.environment import REQUIRED, Environment
from config.logs import logging_settings
from config.redis_address import celery_broker
from config.secret_key import kept_secret_key

env = Environment(os.environ)

# --- the house -----------------------------------------------------------------------------------

BASE_DIR = Path(__file__).resolve().parents[2]
MODE = env.choice("QUINTET_MODE", ["embedded", "production"], "embedded")
PRODUCTION = MODE == "production"
DEBUG = env.flag("QUINTET_DEBUG")
DOCS_DIR = BASE_DIR / "docs"
DATA_DIR = Path(env.text("QUINTET_DATA_DIR", str(BASE_DIR / "var")))

SECRET_KEY = env.text(
    "QUINTET_SECRET_KEY",
    REQUIRED if PRODUCTION else kept_secret_key(DATA_DIR / "secret-key"),
    fix="set it to a long random text, the same on every machine, and keep it secret",
)
ALLOWED_HOSTS = env.names(
    "QUINTET_HOSTS",
    REQUIRED if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"],
    fix="set it to the site's host names, with commas between them",
)
CSRF_TRUSTED_ORIGINS = env.names("QUINTET_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "demo",
    "pages",
    "tournaments",
    "ladder",
    "matches",
    "bots",
    "accounts",
    "live",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pages.context.site",
            ],
        },
    },
]

# --- where things are kept -----------------------------------------------------------------------

DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        REQUIRED if PRODUCTION else f"sqlite:///{DATA_DIR / 'quintet.sqlite3'}",
        fix="set it to postgresql://user:password@host:5432/name",
    )
}
if DATABASES["default"].get("ENGINE") == "django.db.backends.sqlite3":
    # Writers queue at the start of a transaction instead of failing half-way through one.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MEDIA_ROOT = env.text("QUINTET_MEDIA_ROOT", str(DATA_DIR / "media"))
STATIC_URL = "/static/"
STATIC_ROOT = env.text("QUINTET_STATIC_ROOT", str(BASE_DIR / "staticfiles") if PRODUCTION else None)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.HashedStaticFiles"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Embedded: static files are served from where the apps keep them, and nothing has to be collected.
WHITENOISE_USE_FINDERS = not PRODUCTION
# Files may change under an embedded site that is running (git pull): look at them each time.
WHITENOISE_AUTOREFRESH = not PRODUCTION

REDIS_URL = env.address(
    "REDIS_URL",
    ["redis", "rediss", "unix"],
    REQUIRED if PRODUCTION else "redis://127.0.0.1:6379/0",
    fix="set it to redis://:password@host:6379/0",
)
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if PRODUCTION
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- people --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = "dashboard"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = env.integer("QUINTET_LOG_IN_FAILURES_MAX", 10, at_least=1)
# Accounts made, and mails with a link to a new password, from one address within an hour. A school
# has one address.
SIGN_UPS_PER_HOUR_MAX = env.integer("QUINTET_SIGN_UPS_PER_HOUR_MAX", 60, at_least=1)
PASSWORD_MAILS_PER_HOUR_MAX = 10
MAIL = env.mail("QUINTET_MAIL_URL", fix="set it to smtp://user:password@host:587")
SENDS_MAIL = bool(MAIL)
if SENDS_MAIL:
    EMAIL_BACKEND = MAIL["EMAIL_BACKEND"]
    EMAIL_HOST, EMAIL_PORT = MAIL["EMAIL_HOST"], MAIL["EMAIL_PORT"]
    EMAIL_HOST_USER = MAIL["EMAIL_HOST_USER"]
    EMAIL_HOST_PASSWORD = MAIL["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL["EMAIL_USE_TLS"], MAIL["EMAIL_USE_SSL"]
    EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("QUINTET_MAIL_FROM", "quintet@localhost")
AXES_COOLOFF_TIME = 1  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"
AXES_CLIENT_IP_CALLABLE = "config.client_address.client_address"
AXES_RESET_ON_SUCCESS = True

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True

# --- security ------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
CSRF_FAILURE_VIEW = "pages.views.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
HTTPS = env.flag("QUINTET_HTTPS", default=PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.integer("QUINTET_HSTS_S", 3600) if HTTPS else 0
PROXIES = 1 if env.flag("QUINTET_BEHIND_PROXY") else 0
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# A zip of 8 MiB, and the form around it.
REQUEST_MAX_BYTES = env.integer("QUINTET_REQUEST_MAX_BYTES", 9 * 1024 * 1024, at_least=1)

# --- API -----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api_auth.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "accounts.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "PAGE_SIZE": 50,
    "NUM_PROXIES": PROXIES,
    "EXCEPTION_HANDLER": "accounts.api_errors.answer",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.text("QUINTET_API_RATE_ANONYMOUS", "120/min"),
        "user": env.text("QUINTET_API_RATE_USER", "600/min"),
        "submit": env.text("QUINTET_API_RATE_SUBMIT", "30/min"),
        "tokens": env.text("QUINTET_API_RATE_TOKENS", "30/min"),
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Quintet",
    "DESCRIPTION": "Submit bots, follow their trials and matches, read ladders and records.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "EntryState": "tournaments.models.Entry.State",
        "MatchState": "matches.models.Match.State",
        "TournamentState": "tournaments.models.Tournament.State",
        "TrialState": "bots.models.Trial.State",
        "VersionState": "bots.models.Version.State",
    },
}

# --- live ----------------------------------------------------------------------------------------

# Connections that each web process holds open for live pages; whoever comes then polls.
LIVE_CONNECTIONS_MAX = env.integer("QUINTET_LIVE_CONNECTIONS_MAX", 200, at_least=0)

# --- matches -------------------------------------------------------------------------------------

SANDBOX_BACKEND = env.choice("QUINTET_SANDBOX_BACKEND", ["auto", "docker", "bubblewrap"], "auto")
# Settings of the backends, where they cannot find out by themselves: see docs/operations/sandbox.md.
SANDBOX_SETTINGS = {
    key: value
    for key, value in {
        "python": env.text("QUINTET_SANDBOX_PYTHON", ""),
        "runtime_dir": env.text("QUINTET_SANDBOX_RUNTIME_DIR", ""),
        "image": env.text("QUINTET_SANDBOX_IMAGE", ""),
        "runtime": env.text("QUINTET_SANDBOX_OCI_RUNTIME", ""),
    }.items()
    if value
}
# Boxes that each process that plays has at hand: as many as sit at the largest table. 0: none.
SANDBOX_WARM_BOXES = env.integer("QUINTET_SANDBOX_WARM_BOXES", 6, at_least=0)
# Whether such a process and its bots stay on a core that no other has, as long as there are some.
SANDBOX_CORES = env.choice("QUINTET_SANDBOX_CORES", ["own", "all"], "own")
LEASE_S = env.integer("QUINTET_LEASE_S", 120, at_least=1)
ATTEMPTS_MAX = env.integer("QUINTET_ATTEMPTS_MAX", 3, at_least=1)
BOTS_PER_PERSON_MAX = env.integer("QUINTET_BOTS_PER_PERSON_MAX", 5, at_least=1)
UPLOADS_PER_DAY_MAX = env.integer("QUINTET_UPLOADS_PER_DAY_MAX", 50, at_least=1)
# A row that still waits so long after its message was sent is sent again: the broker lost it.
RESEND_AFTER_S = env.integer("QUINTET_RESEND_AFTER_S", 120, at_least=1)
# Where each machine unpacks the code of the versions it plays.
CODE_DIR = env.text("QUINTET_CODE_DIR", str(DATA_DIR / "code"))
# Matches that may wait on each ladder, open matches of one bot on it, and the rest between tables
# that are begun for an established bot.
LADDER_QUEUE_MAX = env.integer("QUINTET_LADDER_QUEUE_MAX", 8, at_least=1)
LADDER_OPEN_MATCHES_PER_BOT_MAX = env.integer(
    "QUINTET_LADDER_OPEN_MATCHES_PER_BOT_MAX", 4, at_least=1
)
LADDER_PAUSE_S = env.integer("QUINTET_LADDER_PAUSE_S", 30)
# Challenges of one person within 24 hours, and of those that are still to be played.
CHALLENGES_PER_DAY_MAX = env.integer("QUINTET_CHALLENGES_PER_DAY_MAX", 30, at_least=0)
CHALLENGES_OPEN_MAX = env.integer("QUINTET_CHALLENGES_OPEN_MAX", 5, at_least=0)
# Sent with a match's id when it has finished: this keeps the apps' imports one way.
MATCH_FINISHED_TASKS = ["ladder.rate", "tournaments.advance_for_match"]

# --- tournaments ---------------------------------------------------------------------------------

# Tournaments of one person that have not ended, and matches that one may take at most.
TOURNAMENTS_PER_PERSON_MAX = env.integer("QUINTET_TOURNAMENTS_PER_PERSON_MAX", 5, at_least=0)
TOURNAMENT_MATCHES_MAX = env.integer("QUINTET_TOURNAMENT_MATCHES_MAX", 20_000, at_least=1)
# Matches of a tournament that may wait for a worker at a time: new bots' placements wait behind them.
TOURNAMENT_QUEUE_MAX = env.integer("QUINTET_TOURNAMENT_QUEUE_MAX", 24, at_least=1)

# --- workers -------------------------------------------------------------------------------------

CELERY_BROKER_URL = celery_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Longer than any match: a task is not delivered again while it is being worked on.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.integer("QUINTET_VISIBILITY_TIMEOUT_S", 14400, at_least=60),
    # A sender gives up soon: what the broker was not told, the sweep tells it later.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "socket_connect_timeout": 2,
}
# A task that hangs for ever (an engine that never answers) is killed; the sweep makes it good.
CELERY_TASK_TIME_LIMIT = CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] * 3 // 4
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE = {
    "sweep-matches": {
        "task": "matches.sweep",
        "schedule": env.integer("QUINTET_SWEEP_EVERY_S", 15, at_least=1),
    },
    "sweep-trials": {
        "task": "bots.sweep",
        "schedule": env.integer("QUINTET_SWEEP_EVERY_S", 15, at_least=1),
    },
    "make-matches": {
        "task": "ladder.make_matches",
        "schedule": env.integer("QUINTET_MAKE_MATCHES_EVERY_S", 10, at_least=1),
    },
    "sweep-tournaments": {
        "task": "tournaments.sweep",
        "schedule": env.integer("QUINTET_SWEEP_TOURNAMENTS_EVERY_S", 5, at_least=1),
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# --- logs ----------------------------------------------------------------------------------------

LOG_FORM = env.choice("QUINTET_LOG_FORM", ["lines", "json"], "json" if PRODUCTION else "lines")
LOG_LEVEL = env.choice("QUINTET_LOG_LEVEL", ["DEBUG", "INFO", "WARNING", "ERROR"], "INFO")
LOGGING = logging_settings(form=LOG_FORM, level=LOG_LEVEL)

# --- the demo ------------------------------------------------------------------------------------

PORT = env.integer("QUINTET_PORT", 0, at_least=0) or None

env.finish("QUINTET_", also_known=["QUINTET_REQUIRE_ALL"])
