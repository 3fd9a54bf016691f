"""How the service is put together and run: settings, addresses, Celery, commands for operators."""

VERSION = "0.9.0"
"""The same as in pyproject.toml, which does not travel with the service."""
