"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.checks import stop_if_misconfigured  # noqa: E402  (needs the apps)

stop_if_misconfigured()
