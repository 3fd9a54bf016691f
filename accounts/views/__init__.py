"""Pages about oneself: they read the request, call a service and answer."""
