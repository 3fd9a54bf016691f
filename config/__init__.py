"""How the service is put together and run: settings, addresses, Celery, commands for operators."""
