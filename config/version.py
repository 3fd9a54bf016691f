"""Which Duelpost this is."""

VERSION = "0.9.0"
"""The same as in pyproject.toml, which does not travel with the service."""
