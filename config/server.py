"""How gunicorn serves the site: `gunicorn --config python:config.server config.wsgi`."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

bind = settings.WEB_BIND
workers = settings.WEB_PROCESSES
worker_class = "config.web_server.worker.BufferingWorker"
threads = settings.WEB_THREADS
timeout = 30
graceful_timeout = 20
# Behind a slow disk the default, a file under the temporary folder, makes workers look dead.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None  # noqa: S108
# Its lines would hold link paths; the application logs each request itself, redacted.
accesslog = None
logconfig_dict = settings.LOGGING
control_socket_disable = True
